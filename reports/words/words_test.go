package words

import (
	"math/big"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/value"
)

func outcome(first, second string, plies int) value.Outcome {
	a, _ := new(big.Rat).SetString(first)
	b, _ := new(big.Rat).SetString(second)
	return value.Outcome{Payoff: value.Payoffs{a, b}, Security: value.Payoffs{a, b}, Remoteness: plies}
}

func TestWords(t *testing.T) {
	duel := &games.Info{Roles: []string{"red", "blue"}, Total: 100}
	both := &games.Info{Roles: []string{"red", "blue"}, Total: 100, Simultaneous: true}
	zero := &games.Info{Roles: []string{"red", "blue"}}
	pact := &games.Info{Roles: []string{"white", "black"}, GeneralSum: true}
	halves := &games.Info{Roles: []string{"red", "blue"}, Total: 6, HalfPoints: true}
	halfPact := &games.Info{Roles: []string{"white", "black"}, GeneralSum: true, HalfPoints: true}
	alone := &games.Info{Roles: []string{"solver"}, GeneralSum: true}
	discs := &games.Info{Roles: []string{"red", "blue"}, Unit: "disc"}
	boxes := &games.Info{Roles: []string{"red", "blue"}, Total: 9, Unit: "box"}
	one := &games.Info{Roles: []string{"red", "blue"}, Total: 1, Unit: "point"}
	paid := &games.Info{Roles: []string{"white", "black"}, GeneralSum: true, Unit: "point"}
	single := &games.Info{Roles: []string{"solver"}, GeneralSum: true, Unit: "point"}
	tests := []struct {
		info *games.Info
		o    value.Outcome
		want string
	}{
		{duel, outcome("100", "0", 17), "red wins in 17 plies"},
		{duel, outcome("0", "100", 1), "blue wins in 1 ply"},
		{duel, outcome("0", "100", 0), "blue has won"},
		{duel, outcome("50", "50", 4), "draw in 4 plies"},
		{duel, outcome("50", "50", 0), "drawn"},
		{duel, outcome("50", "50", -1), "draw"},
		{both, outcome("50", "50", -1), "even, 50 each"},
		{duel, outcome("100", "0", -1), "red wins"},
		{duel, outcome("62", "38", 3), "red gets 62 of 100 in 3 plies"},
		{duel, outcome("62", "38", -1), "red gets 62 of 100"},
		{both, outcome("62", "38", -1), "value 62 for red (mixed)"},
		{duel, outcome("125/2", "75/2", -1), "value 62.5 for red (mixed)"},
		{duel, outcome("100/3", "200/3", -1), "value 100/3 (33.33) for red (mixed)"},
		{duel, outcome("62", "38", 0), "red got 62 of 100"},
		{zero, outcome("-2", "2", 0), "blue has won by 2"},
		{alone, outcome("90", "0", 0), "solver got 90"},
		{zero, outcome("0", "0", 2), "draw in 2 plies"},
		{zero, outcome("8", "-8", -1), "red wins by 8"},
		{zero, outcome("-1", "1", 2), "blue wins by 1 in 2 plies"},
		{both, outcome("123456789012/1000000000003", "98765432111111/1000000000003", -1), "value about 0.12 for red (mixed)"},
		{pact, outcome("100", "100", 6), "equilibrium payoffs white 100, black 100"},
		{pact, outcome("5", "15/2", -1), "equilibrium payoffs white 5, black 7.5"},
		{pact, outcome("5", "0", 0), "final payoffs white 5, black 0"},
		{alone, outcome("90", "0", 1200), "solver gets 90 in 1,200 plies"},
		{halves, outcome("3", "3", -1), "draw"},
		{halves, outcome("6", "0", 2), "red wins in 2 plies"},
		{halves, outcome("4", "2", 2), "red gets 2 of 3 in 2 plies"},
		{halfPact, outcome("3", "2", 2), "equilibrium payoffs white 1.5, black 1"},
		{discs, outcome("-1", "1", 2), "blue wins by 1 disc in 2 plies"},
		{discs, outcome("8", "-8", 0), "red has won by 8 discs"},
		{discs, outcome("0", "0", 2), "draw in 2 plies"},
		{boxes, outcome("3", "6", 24), "red gets 3 of 9 boxes in 24 plies"},
		{boxes, outcome("9", "0", 24), "red wins in 24 plies"},
		{boxes, outcome("69/14", "57/14", -1), "value 69/14 (4.93) boxes for red (mixed)"},
		{one, outcome("1/3", "2/3", -1), "value 1/3 (0.33) points for red (mixed)"},
		{paid, outcome("5", "1", 0), "final payoffs white 5, black 1 point"},
		{paid, outcome("1", "5", 2), "equilibrium payoffs white 1, black 5 points"},
		{single, outcome("1", "0", 3), "solver gets 1 point in 3 plies"},
	}
	for _, tt := range tests {
		if got := Outcome(tt.info, tt.o); got != tt.want {
			t.Errorf("Words(%v, %d) = %q, want %q", tt.o.Payoff, tt.o.Remoteness, got, tt.want)
		}
	}
}

func TestValueWords(t *testing.T) {
	duel := &games.Info{Roles: []string{"red", "blue"}, Total: 100}
	zero := &games.Info{Roles: []string{"red", "blue"}}
	pact := &games.Info{Roles: []string{"white", "black"}, GeneralSum: true}
	halves := &games.Info{Roles: []string{"red", "blue"}, Total: 6, HalfPoints: true}
	discs := &games.Info{Roles: []string{"red", "blue"}, Unit: "disc"}
	tests := []struct {
		info         *games.Info
		payoff, want string
	}{
		{duel, "100", "red wins"},
		{duel, "0", "blue wins"},
		{duel, "50", "draw"},
		{duel, "125/2", "red 62.5"},
		{duel, "1/3", "red 1/3 (0.33)"},
		{zero, "-8", "blue wins by 8"},
		{zero, "0", "draw"},
		{zero, "1/2", "red 0.5"},
		{pact, "0", "white 0"},
		{pact, "15", "white 15"},
		{halves, "3/2", "draw"},
		{halves, "3", "red wins"},
		{halves, "2", "red 2"},
		{discs, "-8", "blue wins by 8"},
	}
	for _, tt := range tests {
		if got := Payoff(tt.info, tt.payoff); got != tt.want {
			t.Errorf("valueWords(%q) = %q, want %q", tt.payoff, got, tt.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", 12345678: "12,345,678"} {
		if got := Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{12: "12 B", 1536: "1.5 KiB", 3 << 20: "3.0 MiB", 5 << 40: "5.0 TiB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{3 * time.Millisecond: "3 ms", 1250 * time.Millisecond: "1.25 s", 130 * time.Second: "2m10s"} {
		if got := Seconds(d); got != want {
			t.Errorf("Seconds(%d) = %q, want %q", d, got, want)
		}
	}
	if got, want := Probability("1/3")+", "+Probability("123456789012/1000000000003"), "1/3 (33.3 %), about 12.3 %"; got != want {
		t.Errorf("probabilities %q, want %q", got, want)
	}
	if got := Percent(1, 8) + Percent(0, 0); got != "12.5 %-" {
		t.Errorf("percent: %q", got)
	}
}

func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,15}`), 1, 40).Draw(t, "words")
		limit := rapid.IntRange(5, 40).Draw(t, "limit")
		lines := Wrap(strings.Join(words, "  "), limit)
		if got, want := strings.Join(lines, " "), strings.Join(words, " "); got != want {
			t.Fatalf("words changed: %q, want %q", got, want)
		}
		for i, line := range lines {
			if utf8.RuneCountInString(line) > limit && strings.Contains(line, " ") {
				t.Fatalf("line %q is wider than %d", line, limit)
			}
			if i > 0 && utf8.RuneCountInString(lines[i-1])+1+utf8.RuneCountInString(strings.Fields(line)[0]) <= limit {
				t.Fatalf("line %q breaks too early", lines[i-1])
			}
		}
	})
}
