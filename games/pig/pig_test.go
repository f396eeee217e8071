package pig

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/turns"
)

var open = gamestest.Opener[*turns.Dice](Entry())

var specs = []string{"pig", "pig:target=10", "pig:target=2", "pig:target=20,die=2", "pig:target=1000,die=100"}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 400); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// slow is a position with the points by player.
type slow struct {
	points map[string]int
	total  int
	throws bool
	player string
}

func (p slow) String() string {
	text := fmt.Sprintf("%d.%d.%d", p.points["first"], p.points["second"], p.total)
	if p.throws {
		text += ".roll"
	}
	return text + ":" + p.player
}

// pass returns the position at the start of the opponent's turn.
func (p slow) pass(gain int) slow {
	next := slow{points: map[string]int{"first": p.points["first"], "second": p.points["second"]}, throws: true, player: "first"}
	next.points[p.player] += gain
	if p.player == "first" {
		next.player = "second"
	}
	return next
}

func slowRules(target, die int) gamestest.SlowRules {
	read := func(text string) slow {
		numbers, player, _ := strings.Cut(text, ":")
		p := slow{throws: strings.HasSuffix(numbers, ".roll"), player: player}
		var first, second int
		fmt.Sscanf(numbers, "%d.%d.%d", &first, &second, &p.total)
		p.points = map[string]int{"first": first, "second": second}
		return p
	}
	return gamestest.SlowRules{
		Moves: func(text string) map[string]string {
			p, result := read(text), map[string]string{}
			left := target - p.points[p.player]
			switch {
			case p.throws:
				result["1"] = p.pass(0).String()
				for n := 2; n <= die; n++ {
					result[strconv.Itoa(n)] = slow{points: p.points, total: min(p.total+n, left), player: p.player}.String()
				}
			case p.total < left:
				result["hold"] = p.pass(p.total).String()
				result["roll"] = slow{points: p.points, total: p.total, throws: true, player: p.player}.String()
			}
			return result
		},
		Payoffs: func(text string, _ int) games.Payoff {
			if read(text).player == "first" {
				return games.Payoff{2, 0} // half points
			}
			return games.Payoff{0, 2}
		},
	}
}

func TestRules(t *testing.T) {
	for _, test := range []struct{ target, die int }{{100, 6}, {20, 6}, {7, 3}, {2, 2}} {
		gamestest.Plays(t, open(t, fmt.Sprintf("pig:target=%d,die=%d", test.target, test.die)), 30, slowRules(test.target, test.die))
	}
}

func TestCounts(t *testing.T) {
	gamestest.Counts(t, open(t, "pig"), 6, slowRules(100, 6).Moves)
	gamestest.Counts(t, open(t, "pig:target=7,die=3"), 12, slowRules(7, 3).Moves)
}

func TestNotation(t *testing.T) {
	g := open(t, "pig")
	gamestest.Positions(t, g, map[string]string{
		"0.0.0.roll:first": "0.0.0.roll:first", "20.31.8:second": "20.31.8:second", "99.98.1:first": "99.98.1:first", "0.99.0.roll:second": "0.99.0.roll:second",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":                   ":first or :second",
		"0.0.0:third":        ":first or :second",
		"0.0:first":          "2 parts separated by '.', expected 3",
		"0.0.x:first":        `"x" is not a whole number from 0 to 100`,
		"0.0.02:first":       `"02" is not`,
		"0.101.5:first":      `"101" is not`,
		"0.100.5:first":      "the opponent has 100 points",
		"100.0.0.roll:first": "at most 0",
		"90.0.11:first":      "at most 10",
		"90.0.10.roll:first": "no throw follows",
		"0.0.0:first":        "add .roll",
		"0.0.0.hold:first":   "4 parts",
	})
	line, err := games.Play(g, g.Start(), games.SplitMoves("6 roll 5, hold 1 3 h"))
	if want := "14.0.0.roll:second"; err != nil || g.FormatState(line[len(line)-1]) != want {
		t.Errorf("the line ends at %s, %v, want %s", g.FormatState(line[len(line)-1]), err, want)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "pig"), "0.0.0.roll:first", "20.31.8:second", "100.0.0:first")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"pig:target=100,die=6": "pig",
		"pig:die=8,target=20":  "pig:target=20,die=8",
		"pig:target=1":         "from 2 to 1000",
		"pig:die=1":            "from 2 to 100",
	})
}
