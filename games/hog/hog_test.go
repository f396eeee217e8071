package hog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

func TestContract(t *testing.T) {
	for _, spec := range []string{"hog", "hog:target=20,dice=3", "hog:target=1,dice=1,die=2", "hog:dice=31,die=2", "hog:target=1000,dice=4,die=100"} {
		if err := games.Check[uint64](open(t, spec), 300); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// slowThrows returns the number of throws of n dice by total.
func slowThrows(n, die int) map[string]uint32 {
	counts := map[string]uint32{}
	var throw func(n, sum int, spoilt bool)
	throw = func(n, sum int, spoilt bool) {
		if n == 0 && spoilt {
			counts["1"]++
		} else if n == 0 {
			counts[fmt.Sprint(sum)]++
		}
		for side := 1; n > 0 && side <= die; side++ {
			throw(n-1, sum+side, spoilt || side == 1)
		}
	}
	throw(n, 0, false)
	return counts
}

func slowRules(target, dice, die int) gamestest.SlowRules {
	return gamestest.SlowRules{
		Moves: func(text string) map[string]string {
			result, numbers := map[string]string{}, map[string]int{}
			position, player, _ := strings.Cut(text, ":")
			var first, second, chosen int
			fields, _ := fmt.Sscanf(position, "%d.%d.%dd", &first, &second, &chosen)
			numbers["first"], numbers["second"] = first, second
			opponent := map[string]string{"first": "second", "second": "first"}[player]
			if numbers[opponent] == target {
				return result
			}
			if fields < 3 {
				for n := 1; n <= dice; n++ {
					result[fmt.Sprintf("%dd%d", n, die)] = fmt.Sprintf("%s.%dd%d:%s", position, n, die, player)
				}
				return result
			}
			for name := range slowThrows(chosen, die) {
				total, after := 0, map[string]int{"first": first, "second": second}
				fmt.Sscan(name, &total)
				after[player] = min(after[player]+total, target)
				result[name] = fmt.Sprintf("%d.%d:%s", after["first"], after["second"], opponent)
			}
			return result
		},
		Payoffs: lastWins,
	}
}

// lastWins returns the payoffs after the given number of turns.
func lastWins(_ string, turn int) games.Payoff {
	p := games.Payoff{}
	p[(turn+1)%2] = 1
	return p
}

func TestRules(t *testing.T) {
	for _, test := range []struct{ target, dice, die int }{{100, 5, 6}, {20, 3, 4}, {1, 1, 2}} {
		gamestest.Plays(t, open(t, fmt.Sprintf("hog:target=%d,dice=%d,die=%d", test.target, test.dice, test.die)), 20, slowRules(test.target, test.dice, test.die))
	}
}

func TestCounts(t *testing.T) {
	gamestest.Counts(t, open(t, "hog:target=20,dice=3,die=4"), 6, slowRules(20, 3, 4).Moves)
}

// TestOdds compares the weights with the numbers of throws.
func TestOdds(t *testing.T) {
	g := open(t, "hog:dice=7")
	choices, _ := g.Expand(nil, nil, []uint64{g.Start()})
	for i, s := range choices {
		got, odds := map[string]uint32{}, g.Odds(nil, []uint64{s})
		for k, name := range g.Moves(s)[0] {
			got[name] = odds[k]
		}
		if diff := cmp.Diff(slowThrows(i+1, 6), got); diff != "" {
			t.Errorf("%d dice (-want +got):\n%s", i+1, diff)
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "hog")
	gamestest.Positions(t, g, map[string]string{
		"0.0:first": "0.0:first", "20.31.3d6:second": "20.31.3d6:second", "100.31:second": "100.31:second", "99.98.10d6:first": "99.98.10d6:first",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":                  ":first or :second",
		"0:first":           "1 part separated by '.', expected 2",
		"0.0.11d6:first":    `"11d6" is not a number of dice from 1d6 to 10d6`,
		"0.0.3d8:first":     "is not a number of dice",
		"0.101:first":       "from 0 to 100",
		"100.0:first":       "the game was over before",
		"0.100.1d6:first":   "the game is over",
		"0.0.1d6.2d6:first": "is not a number of dice",
	})
	line, err := games.Play[uint64](g, g.Start(), games.SplitMoves("10 1 2d6, 11 1"))
	if want := "1.11.1d6:first"; err != nil || g.FormatState(line[len(line)-1]) != want {
		t.Errorf("%v, %v, want %s", line, err, want)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "hog"), "0.0:first", "20.31.3d6:second", "100.0:second")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"hog:target=100":     "hog",
		"hog:dice=2,die=4":   "hog:dice=2,die=4",
		"hog:die=20":         "as in dice=7,die=20",
		"hog:dice=31,die=3":  "as in dice=20,die=3",
		"hog:dice=32":        "from 1 to 31",
		"hog:target=0":       "from 1 to 1000",
		"hog:die=1":          "from 2 to 100",
		"hog:dice=4,die=100": "hog:dice=4,die=100",
	})
}
