package einstein

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{
	"einstein", "einstein:size=2x2", "einstein:size=3x3", "einstein:size=4x4", "einstein:size=3x5", "einstein:size=8x2",
	"einstein:size=6x5,first=316425", "einstein:size=4x3,second=312", "einstein:first=654321,second=246135", "einstein:size=3x3,first=213,second=213",
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 400); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// slow is a position as a map from cells, counted from the bottom left, to stones.
type slow struct {
	width, height, stones int
	board                 map[[2]int]byte
	die                   int
	player                string
}

func read(text string, stones int) slow {
	rest, player, _ := strings.Cut(text, ":")
	board, die, _ := strings.Cut(rest, "-")
	rows := strings.Split(board, "/")
	p := slow{width: len(rows[0]), height: len(rows), stones: stones, board: map[[2]int]byte{}, player: player}
	fmt.Sscan(die, &p.die)
	for i, row := range rows {
		for x := range row {
			if row[x] != '.' {
				p.board[[2]int{x, p.height - 1 - i}] = row[x]
			}
		}
	}
	return p
}

func (p slow) String() string {
	var rows []string
	for y := p.height - 1; y >= 0; y-- {
		row := ""
		for x := range p.width {
			if stone, ok := p.board[[2]int{x, y}]; ok {
				row += string(stone)
			} else {
				row += "."
			}
		}
		rows = append(rows, row)
	}
	text := strings.Join(rows, "/")
	if p.die > 0 {
		text += fmt.Sprintf("-%d", p.die)
	}
	return text + ":" + p.player
}

// winner returns the name of the winner, or "" if the game is not over.
func (p slow) winner() string {
	first, second := 0, 0
	for at, stone := range p.board {
		if stone <= '9' {
			first++
			if at == [2]int{p.width - 1, p.height - 1} {
				return "first"
			}
		} else {
			second++
			if at == [2]int{0, 0} {
				return "second"
			}
		}
	}
	switch {
	case first == 0:
		return "second"
	case second == 0:
		return "first"
	}
	return ""
}

func slowMoves(stones int) func(text string) map[string]string {
	return func(text string) map[string]string {
		p, result := read(text, stones), map[string]string{}
		if p.winner() != "" {
			return result
		}
		if p.die == 0 {
			for p.die = 1; p.die <= stones; p.die++ {
				result[fmt.Sprint(p.die)] = p.String()
			}
			return result
		}
		step, base, opponent := 1, byte('1'), "second"
		if p.player == "second" {
			step, base, opponent = -1, 'a', "first"
		}
		number := map[int][2]int{}
		for at, stone := range p.board {
			if n := int(stone) - int(base) + 1; n >= 1 && n <= 6 {
				number[n] = at
			}
		}
		var choices []int
		if _, ok := number[p.die]; ok {
			choices = []int{p.die}
		} else {
			lower, higher := 0, 7
			for n := range number {
				if n < p.die {
					lower = max(lower, n)
				} else {
					higher = min(higher, n)
				}
			}
			choices = slices.DeleteFunc([]int{lower, higher}, func(n int) bool { return n == 0 || n == 7 })
		}
		for _, n := range choices {
			from := number[n]
			for _, d := range [][2]int{{step, 0}, {0, step}, {step, step}} {
				to := [2]int{from[0] + d[0], from[1] + d[1]}
				if min(to[0], to[1]) < 0 || to[0] >= p.width || to[1] >= p.height {
					continue
				}
				next, sign := slow{width: p.width, height: p.height, board: map[[2]int]byte{}, player: opponent}, "-"
				for at, stone := range p.board {
					if at == to {
						sign = "x"
					} else if at != from {
						next.board[at] = stone
					}
				}
				next.board[to] = p.board[from]
				result[fmt.Sprintf("%c%d%s%c%d", 'a'+from[0], from[1]+1, sign, 'a'+to[0], to[1]+1)] = next.String()
			}
		}
		return result
	}
}

func TestRules(t *testing.T) {
	for _, spec := range specs {
		g := open(t, spec)
		gamestest.Plays(t, g, 30, gamestest.SlowRules{
			Moves: slowMoves(g.rules.stones),
			Payoffs: func(text string, _ int) games.Payoff {
				p := games.Payoff{1, 0}
				if read(text, g.rules.stones).winner() == "second" {
					p = games.Payoff{0, 1}
				}
				return p
			},
		})
	}
}

func TestCounts(t *testing.T) {
	for spec, depth := range map[string]int{"einstein": 5, "einstein:size=3x3": 8, "einstein:size=2x2": 4, "einstein:size=4x3,second=312": 6} {
		g := open(t, spec)
		gamestest.Counts(t, g, depth, slowMoves(g.rules.stones))
	}
}

// TestSymmetry canonizes a position, its mirror image, and the position with exchanged
// roles. The mirror preserves the start only if the stone in the corner has the middle
// number.
func TestSymmetry(t *testing.T) {
	for options, want := range map[string]int{"first=213,second=213": 1, "first=213": 2, "second=rows": 2} {
		g := open(t, "einstein:size=3x3,"+options)
		canonical := map[uint64]bool{}
		for _, text := range []string{"..a/2.b/13.-1:first", ".bc/1../32.-3:first", ".ca/2.b/1..-1:second"} {
			s, err := g.ParseState(text)
			if err != nil {
				t.Fatal(err)
			}
			s, _ = games.Canonical(g, s)
			canonical[s] = true
		}
		if len(canonical) != want {
			t.Errorf("%s: %d classes, want %d", options, len(canonical), want)
		}
	}
}

func TestStarts(t *testing.T) {
	for spec, want := range map[string]string{
		"einstein":                       "..cba/...ed/6...f/45.../123..:first",
		"einstein:first=316425":          "..cba/...ed/5...f/42.../316..:first",
		"einstein:size=4x3,second=312":   "..ac/3..b/12..:first",
		"einstein:size=2x8":              ".a/../../../../../../1.:first",
		"einstein:size=6x5,first=654321": "...cba/....ed/1....f/32..../654...:first",
		"einstein:size=3x3,first=213":    ".ba/3.c/21.:first",
		"einstein:size=4x4,first=123":    "..ba/...c/3.../12..:first",
		"einstein:size=5x4,second=rows":  "...ba/....c/3..../12...:first",
	} {
		g := open(t, spec)
		if got := g.FormatState(g.Start()); got != want {
			t.Errorf("%s starts at %s, want %s", spec, got, want)
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "einstein:size=3x3")
	gamestest.Positions(t, g, map[string]string{
		"cba/.../123:first":   "cba/.../123:first",
		"c../.a./.2.-3:first": "c../.a./.2.-3:first",
		"..1/a../...:second":  "..1/a../...:second",
		".../a../...:first":   ".../a../...:first",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":                      ":first or :second",
		"c../.a.:first":         "2 rows separated by '/', expected 3",
		"c../.a./.4.:first":     "invalid character '4'",
		"c../.a./.11:first":     "stone 1 is on the board twice",
		"c../.a./.1.-4:first":   `"4" is not a number of the die, from 1 to 3`,
		"..1/.a./.2.-1:second":  "the game is over",
		".../.a./...-1:second":  "the game is over",
		"c../.a./.1.-:first":    `"" is not a number of the die`,
		"c../.a./.1.-01:second": `"01" is not`,
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "einstein:size=3x3"), "cba/.../123:first", "c../.a./.2.-3:first", "..1/a../...:second", ".../.../...:first")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"einstein:size=5x5,first=123456":  "einstein",
		"einstein:first=316425":           "einstein:first=316425",
		"einstein:size=3x3,second=321":    "einstein:size=3x3,second=321",
		"einstein:size=3x3,second=316425": "second=316425 has 6 digits, but each player has 3 stones on a board of 3x3",
		"einstein:first=321":              "first=321 has 3 digits, but each player has 6 stones",
		"einstein:first=3164255":          "must be rows, or the digits",
		"einstein:first=116425":           "must be rows, or the digits",
		"einstein:first=":                 "must be rows, or the digits",
		"einstein:size=8x4":               "the maximum is 31, as in size=8x3",
		"einstein:size=9x2":               "sides from 2 to 8",
	})
}
