package value

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/matrix/matrixtest"
)

// terminals returns terminal outcomes with the given payoffs and remoteness.
func terminals(payoffs []games.Payoff, remoteness ...int) []Outcome {
	list := make([]Outcome, len(payoffs))
	for i, p := range payoffs {
		list[i] = TerminalOutcome(p, 2)
		if remoteness != nil {
			list[i].Remoteness = remoteness[i]
		}
	}
	return list
}

func TestAnalyzeAlternating(t *testing.T) {
	for _, c := range []struct {
		name       string
		rows       int
		payoffs    []int16 // payoffs of role 0; the total is 100
		remoteness []int
		payoff     int64
		plies      int
		keeps      []bool
	}{
		{"role 0 wins fast", 3, []int16{100, 0, 100}, []int{5, 2, 3}, 100, 4, []bool{true, false, true}},
		{"role 0 loses slowly", 3, []int16{0, 0, 0}, []int{4, 8, 6}, 0, 9, []bool{true, true, true}},
		{"role 0 draws fast", 2, []int16{50, 50}, []int{9, 7}, 50, 8, []bool{true, true}},
		{"role 1 wins fast", 1, []int16{0, 100, 0}, []int{5, 2, 3}, 0, 4, []bool{true, false, true}},
		{"role 1 loses slowly", 1, []int16{100, 100}, []int{5, 7}, 100, 8, []bool{true, true}},
		{"little more than half", 2, []int16{60, 60}, []int{9, 7}, 60, 8, []bool{true, true}},
		{"little less than half", 2, []int16{40, 40}, []int{9, 7}, 40, 10, []bool{true, true}},
		{"one move", 1, []int16{0}, []int{0}, 0, 1, []bool{true}},
	} {
		var payoffs []games.Payoff
		var values []Value
		for i, p := range c.payoffs {
			payoffs = append(payoffs, games.Payoff{p, 100 - p})
			values = append(values, Measured(p, c.remoteness[i]))
		}
		s := Analyze(Alternating, 100, []int32{int32(c.rows)}, terminals(payoffs, c.remoteness...))
		if s.Value.Payoff[0].Cmp(big.NewRat(c.payoff, 1)) != 0 || s.Value.Remoteness != c.plies || !slices.Equal(s.Keeps, c.keeps) {
			t.Errorf("%s: payoff %v in %d plies, keeps %v", c.name, s.Value.Payoff[0], s.Value.Remoteness, s.Keeps)
		}
		if s.Strategies[0] != nil || s.Strategies[1] != nil || s.Equilibria != nil {
			t.Errorf("%s: strategies or equilibria for a single mover", c.name)
		}
		if p, plies := mustCombine(t, AlternatingRule{100}, []int32{int32(c.rows)}, values).Unpack(); int64(p) != c.payoff || plies != c.plies {
			t.Errorf("%s: the rule returned %d in %d plies", c.name, p, plies)
		}
	}
}

func TestAnalyzeSimultaneous(t *testing.T) {
	win, lose, half := games.Payoff{100, 0}, games.Payoff{0, 100}, games.Payoff{50, 50}
	for _, c := range []struct {
		name    string
		rows    int
		payoffs []games.Payoff
		want    string
	}{
		{"pennies", 2, []games.Payoff{win, lose, lose, win}, "50 50 [0 0] [0 0] -1; [1/2 1/2] [1/2 1/2]; [] []"},
		{"win half", 2, []games.Payoff{win, lose, lose, half}, "100/3 200/3 [0 50] [0 0] -1; [1/3 2/3] [1/3 2/3]; [] []"},
		{"saddle", 2, []games.Payoff{half, win, lose, win}, "50 50 [50 50] [0 0] -1; [1 0] [1 0]; [[0 0]] []"},
		{"only role 1 chooses", 1, []games.Payoff{win, half, half}, "50 50 [50 50] [0 0] -1; [] []; [[0 1] [0 2]] [false true true]"},
		{"only role 0 chooses", 2, []games.Payoff{win, half}, "100 0 [100 0] [0 0] -1; [] []; [[0 0]] [true false]"},
	} {
		if got := stageText(Analyze(Simultaneous, 100, []int32{int32(c.rows)}, terminals(c.payoffs)), len(c.payoffs)/c.rows); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

func stageText(s Stage, cols int) string {
	v := &s.Value
	var equilibria [][2]int // by row and column
	for _, at := range s.Equilibria {
		equilibria = append(equilibria, [2]int{at / cols, at % cols})
	}
	strategies := matrixtest.Text(new(big.Rat), s.Strategies[0], s.Strategies[1])[2:]
	return fmt.Sprint(v.Payoff[0].RatString(), " ", v.Payoff[1].RatString(), " ", v.Pure[:2], v.Joint[:2], " ", v.Remoteness, "; ", strategies, "; ", equilibria, " ", s.Keeps)
}

func TestAnalyzeGeneral(t *testing.T) {
	for _, c := range []struct {
		name       string
		rows       int
		payoffs    []games.Payoff
		remoteness []int
		want       string
		security   string
	}{
		{"prisoner's dilemma", 2, []games.Payoff{{3, 3}, {0, 5}, {5, 0}, {1, 1}}, nil,
			"1 1 [1 1] [3 3] 1; [0 1] [0 1]; [[1 1]] []", "1 1"},
		{"battle of the sexes: equal sums, equally equal, best for role 0", 2, []games.Payoff{{1, 2}, {0, 0}, {0, 0}, {2, 1}}, nil,
			"2 1 [0 0] [2 1] 1; [0 1] [0 1]; [[0 0] [1 1]] []", "2/3 2/3"},
		{"greatest sum first", 2, []games.Payoff{{2, 2}, {0, 0}, {0, 0}, {4, 1}}, nil,
			"4 1 [0 0] [4 1] 1; [0 1] [0 1]; [[0 0] [1 1]] []", "4/3 2/3"},
		{"most equal next", 2, []games.Payoff{{4, 2}, {0, 0}, {0, 0}, {3, 3}}, nil,
			"3 3 [0 0] [3 3] 1; [0 1] [0 1]; [[0 0] [1 1]] []", "12/7 6/5"},
		{"then the nearest", 2, []games.Payoff{{3, 3}, {0, 0}, {0, 0}, {3, 3}}, []int{4, 1, 1, 2},
			"3 3 [0 0] [3 3] 3; [0 1] [0 1]; [[0 0] [1 1]] []", "3/2 3/2"},
		{"none pure", 2, []games.Payoff{{3, 0}, {0, 1}, {0, 2}, {1, 0}}, nil,
			"3/4 2/3 [0 0] [3 0] -1; [2/3 1/3] [1/4 3/4]; [] []", "3/4 2/3"},
		{"role 0 alone: the other's payoff breaks the tie", 3, []games.Payoff{{5, 1}, {5, 4}, {2, 9}}, nil,
			"5 4 [5 1] [2 9] 1; [] []; [[0 0] [1 0]] [true true false]", "5 1"},
		{"role 1 alone: then the shorter way", 1, []games.Payoff{{3, 7}, {3, 7}, {9, 0}}, []int{-1, 6, 0},
			"3 7 [3 7] [3 7] 7; [] []; [[0 0] [0 1]] [true true false]", "3 7"},
		{"after chance", 1, []games.Payoff{{3, 7}}, []int{-1}, "3 7 [3 7] [3 7] -1; [] []; [[0 0]] [true]", "3 7"},
	} {
		s := Analyze(General, 0, []int32{int32(c.rows)}, terminals(c.payoffs, c.remoteness...))
		if got := stageText(s, len(c.payoffs)/c.rows); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
		if got := s.Value.Security[0].RatString() + " " + s.Value.Security[1].RatString(); got != c.security {
			t.Errorf("%s: security %s, want %s", c.name, got, c.security)
		}
	}
}

// TestBestIsAnOrder tests that sorting by Best puts an optimal child first.
func TestBestIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]Kind{Simultaneous, General}).Draw(t, "kind")
		total := 0
		if kind == Simultaneous {
			total = 20
		}
		list := drawOutcomes(t, rapid.IntRange(2, 5).Draw(t, "n"), total)
		rows := []int32{rapid.SampledFrom([]int32{1, int32(len(list))}).Draw(t, "rows")}
		role := MoverOf(rows, len(list))
		s := Analyze(kind, total, rows, list)
		slices.SortFunc(list, func(a, b Outcome) int { return Best(kind, new(big.Rat), role, a, b) })
		if list[0].Payoff[role].Cmp(s.Value.Payoff[role]) != 0 || list[0].Payoff[1-role].Cmp(s.Value.Payoff[1-role]) != 0 {
			t.Fatalf("the first child gives %v, the state %v", list[0].Payoff, s.Value.Payoff)
		}
		for i := range list[1:] {
			if Best(kind, new(big.Rat), role, list[i], list[i+1]) > 0 || Best(kind, new(big.Rat), role, list[i+1], list[i]) < 0 {
				t.Fatal("not sorted, or not antisymmetric")
			}
		}
	})
}
