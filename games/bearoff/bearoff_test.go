package bearoff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

func TestContract(t *testing.T) {
	for _, spec := range []string{"bearoff", "bearoff:men=1", "bearoff:men=5", "bearoff:men=15"} {
		if err := games.Check[uint64](open(t, spec), 300); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// slowMen lists the points of a player's men in descending order.
func slowMen(text string) (list []int) {
	for i, count := range strings.Split(text, ".") {
		n, _ := strconv.Atoi(count)
		list = append(slices.Repeat([]int{i + 1}, n), list...)
	}
	return list
}

func formatMen(list []int) string {
	var counts []string
	for p := 1; p <= 6; p++ {
		n := 0
		for _, at := range list {
			if at == p {
				n++
			}
		}
		counts = append(counts, strconv.Itoa(n))
	}
	return strings.Join(counts, ".")
}

// slowPlays adds all results of playing the dice in this order to results.
func slowPlays(list, dice []int, results map[string]bool) {
	if len(list) == 0 || len(dice) == 0 {
		results[formatMen(list)] = true
		return
	}
	for i, at := range list {
		if at-dice[0] < 0 && at != slices.Max(list) {
			continue
		}
		left := slices.Delete(slices.Clone(list), i, i+1)
		if at > dice[0] {
			left = append(left, at-dice[0])
		}
		slowPlays(left, dice[1:], results)
	}
}

// slowMoves returns the resulting positions by outcome or, for moves, by themselves.
func slowMoves(text string) map[string]string {
	position, player, _ := strings.Cut(text, ":")
	parts, result := strings.Split(position, "/"), map[string]string{}
	seat := map[string]int{"first": 0, "second": 1}[player]
	if len(slowMen(parts[1-seat])) == 0 {
		return result
	}
	if len(parts) == 2 {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= a; b++ {
				name := fmt.Sprintf("%d-%d", a, b)
				result[name] = position + "/" + name + ":" + player
			}
		}
		return result
	}
	var a, b int
	fmt.Sscanf(parts[2], "%d-%d", &a, &b)
	orders, results := [][]int{{a, b}, {b, a}}, map[string]bool{}
	if a == b {
		orders = [][]int{{a, a, a, a}}
	}
	for _, dice := range orders {
		slowPlays(slowMen(parts[seat]), dice, results)
	}
	for men := range results {
		sides := []string{parts[0], parts[1]}
		sides[seat] = men
		next := strings.Join(sides, "/") + ":" + []string{"second", "first"}[seat]
		result[next] = next
	}
	return result
}

// named returns the position after the steps of a move's name.
func named(text, name string) string {
	position, player, _ := strings.Cut(text, ":")
	parts, seat := strings.Split(position, "/"), 0
	if player == "second" {
		seat = 1
	}
	list := slowMen(parts[seat])
	for step := range strings.SplitSeq(name, ",") {
		from, to, _ := strings.Cut(step, "/")
		at, _ := strconv.Atoi(from)
		i := slices.Index(list, at)
		if i < 0 {
			return "no man on " + from
		}
		list = slices.Delete(list, i, i+1)
		if n, err := strconv.Atoi(to); err == nil {
			list = append(list, n)
		}
	}
	parts[seat] = formatMen(list)
	return strings.Join(parts[:2], "/") + ":" + []string{"second", "first"}[seat]
}

// TestRules compares random plays from random positions.
func TestRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 5, 15} {
		g := open(t, fmt.Sprintf("bearoff:men=%d", n))
		for range 20 {
			sides := make([][]int, 2)
			for i := range sides {
				for range 1 + rng.IntN(n) {
					sides[i] = append(sides[i], 1+rng.IntN(6))
				}
			}
			s, err := g.ParseState(formatMen(sides[0]) + "/" + formatMen(sides[1]) + ":first")
			if err != nil {
				t.Fatal(err)
			}
			for turn := 0; ; {
				text := g.FormatState(s)
				children, _ := g.Expand(nil, nil, []uint64{s})
				names, got := g.Moves(s), map[string]string{}
				for i, name := range slices.Concat(names[:]...) {
					child := g.FormatState(children[i])
					if len(children) == 21 && strings.Contains(name, "-") {
						got[name] = child
						continue
					}
					got[child] = child
					if after := named(text, name); after != child {
						t.Fatalf("%s: %s leads to %s, want %s", text, name, child, after)
					}
				}
				if diff := cmp.Diff(slowMoves(text), got); diff != "" {
					t.Fatalf("%s (-want +got):\n%s", text, diff)
				}
				if len(children) == 0 {
					want := games.Payoff{}
					want[(turn+1)%2] = 1
					if got := g.Payoffs(nil, []uint64{s})[0]; got != want {
						t.Fatalf("%s: payoffs %v, want %v", text, got, want)
					}
					break
				}
				if games.Mover(g, s) >= 0 {
					turn++
				}
				s = children[rng.IntN(len(children))]
			}
		}
	}
}

func TestCounts(t *testing.T) {
	gamestest.Counts(t, open(t, "bearoff"), 5, slowMoves)
	gamestest.Counts(t, open(t, "bearoff:men=1"), 8, slowMoves)
	gamestest.Counts(t, open(t, "bearoff:men=15"), 2, slowMoves)
}

// TestPlays lists the plays of some throws.
func TestPlays(t *testing.T) {
	g := open(t, "bearoff:men=5")
	for text, want := range map[string]string{
		"0.0.0.0.0.1/1.0.0.0.0.0/2-1:first":  "6/4,4/3",
		"0.0.0.0.1.1/1.0.0.0.0.0/6-2:first":  "6/off,5/3 6/4,5/off",
		"0.0.1.0.0.1/1.0.0.0.0.0/6-1:first":  "6/off,3/2 6/5,5/off",
		"0.1.0.0.0.0/1.0.0.0.0.0/6-5:first":  "2/off",
		"1.1.0.0.0.0/1.0.0.0.0.0/6-6:first":  "2/off,1/off",
		"1.0.0.0.0.0/0.0.1.0.0.2/3-3:second": "6/3,6/3,3/off,3/off",
		"1.0.0.0.0.0/0.3.1.0.0.0/4-1:second": "3/off,2/1 3/2,2/off",
	} {
		s, err := g.ParseState(text)
		names := g.Moves(s)
		if got := strings.Join(slices.Concat(names[:]...), " "); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestOdds compares the weights with the 36 throws of two dice.
func TestOdds(t *testing.T) {
	g := open(t, "bearoff")
	want, got := map[string]uint32{}, map[string]uint32{}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			want[fmt.Sprintf("%d-%d", max(a, b), min(a, b))]++
		}
	}
	odds := g.Odds(nil, []uint64{g.Start()})
	for i, name := range g.Moves(g.Start())[0] {
		got[name] = odds[i]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "bearoff")
	gamestest.Positions(t, g, map[string]string{
		"0.0.0.0.0.2/0.0.0.0.0.2:first":      "0.0.0.0.0.2/0.0.0.0.0.2:first",
		"1.0.0.0.0.1/0.2.0.0.0.0/6-5:second": "1.0.0.0.0.1/0.2.0.0.0.0/6-5:second",
		"0.0.0.0.0.0/0.2.0.0.0.0:second":     "0.0.0.0.0.0/0.2.0.0.0.0:second",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":                                   ":first or :second",
		"0.0.0.0.0.2:first":                  "separated by '/'",
		"0.0.0.0.0.2/0.0.0.0.2:first":        `"0.0.0.0.2" has 5 parts`,
		"0.0.0.0.0.2/0.0.0.0.0.3:first":      `"3" is not a whole number from 0 to 2`,
		"0.0.0.0.0.2/1.0.0.0.0.2:first":      "has 3 men; the maximum is 2",
		"0.0.0.0.0.0/0.0.0.0.0.2:first":      "the game was over before",
		"0.0.0.0.0.2/0.0.0.0.0.2/5-6:first":  `"5-6" is not a throw such as 6-5`,
		"0.0.0.0.0.0/0.0.0.0.0.2/6-5:second": "the game is over",
	})
	line, err := games.Play[uint64](g, g.Start(), games.SplitMoves("6-1 6/off,6/5 4-3 6/2,6/3 5-3 5/off"))
	if want := "0.0.0.0.0.0/0.1.1.0.0.0:second"; err != nil || g.FormatState(line[len(line)-1]) != want {
		t.Errorf("%v, %v, want %s", line, err, want)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "bearoff"), "0.0.0.0.0.2/0.0.0.0.0.2:first", "1.0.0.0.0.1/0.2.0.0.0.0/6-5:second", "0.0.0.0.0.0/0.2.0.0.0.0:second")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"bearoff:men=2":  "bearoff",
		"bearoff:men=15": "bearoff:men=15",
		"bearoff:men=16": "from 1 to 15",
	})
}
