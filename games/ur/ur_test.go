package ur

import (
	"fmt"
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
	for _, spec := range []string{"ur", "ur:pieces=1", "ur:path=masters", "ur:pieces=2,path=masters,dice=7", "ur:pieces=3,dice=1"} {
		if err := games.Check[uint64](open(t, spec), 500); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// slow is a position as text: the pieces by square, and the pieces of each player that
// have left the board.
type slow struct {
	squares map[string]byte // x or o
	off     map[byte]int
	throw   string // may be empty
	player  byte
}

var players = map[string]byte{"first": 'x', "second": 'o'}

func readSlow(text string) slow {
	position, player, _ := strings.Cut(text, ":")
	parts := strings.Split(position, "/")
	p := slow{squares: map[string]byte{}, player: players[player]}
	for i, row := range parts[:3] {
		for x := range row {
			if row[x] == 'x' || row[x] == 'o' {
				p.squares[fmt.Sprintf("%c%d", 'a'+x, 3-i)] = row[x]
			}
		}
	}
	var x, o int
	fmt.Sscanf(parts[3], "%d.%d", &x, &o)
	p.off = map[byte]int{'x': x, 'o': o}
	if len(parts) > 4 {
		p.throw = parts[4]
	}
	return p
}

func (p slow) String() string {
	var rows []string
	for y := 3; y > 0; y-- {
		row := ""
		for x := 'a'; x <= 'h'; x++ {
			name := fmt.Sprintf("%c%d", x, y)
			switch c := p.squares[name]; {
			case c != 0:
				row += string(c)
			case slices.Contains([]string{"e1", "f1", "e3", "f3"}, name):
				row += "#"
			default:
				row += "."
			}
		}
		rows = append(rows, row)
	}
	text := fmt.Sprintf("%s/%d.%d", strings.Join(rows, "/"), p.off['x'], p.off['o'])
	if p.throw != "" {
		text += "/" + p.throw
	}
	return text + map[byte]string{'x': ":first", 'o': ":second"}[p.player]
}

func (p slow) opponent() byte { return 'x' + 'o' - p.player }

// passed returns the position at the start of the opponent's turn.
func (p slow) passed() slow {
	next := readSlow(p.String())
	next.throw, next.player = "", p.opponent()
	return next
}

var slowPaths = map[string]map[byte]string{
	"finkel": {
		'x': "in d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 h1 g1 off",
		'o': "in d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 h3 g3 off",
	},
	"masters": {
		'x': "in d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 g3 h3 h2 h1 g1 off",
		'o': "in d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 g1 h1 h2 h3 g3 off",
	},
}

// moved returns the positions by the name of the move that uses the throw.
func (p slow) moved(pieces int, path string) map[string]string {
	result := map[string]string{}
	steps := strings.Fields(slowPaths[path][p.player])
	n, _ := strconv.Atoi(p.throw)
	onBoard := 0
	for _, c := range p.squares {
		if c == p.player {
			onBoard++
		}
	}
	rosette := map[string]bool{"a1": true, "a3": true, "d2": true, "g1": true, "g3": true}
	for i, from := range steps {
		if n == 0 || i+n >= len(steps) || from != "in" && p.squares[from] != p.player || from == "in" && onBoard+p.off[p.player] == pieces {
			continue
		}
		to, name, next := steps[i+n], from+"-"+steps[i+n], p.passed()
		switch taken := p.squares[to]; {
		case taken == p.player || taken != 0 && rosette[to]:
			continue
		case taken != 0:
			name = from + "x" + to
		}
		delete(next.squares, from)
		if to == "off" {
			next.off[p.player]++
		} else {
			next.squares[to] = p.player
		}
		if rosette[to] {
			next.player = p.player
		}
		result[name] = next.String()
	}
	return result
}

func slowRules(pieces, dice int, path string) gamestest.SlowRules {
	return gamestest.SlowRules{
		Moves: func(text string) map[string]string {
			p, result := readSlow(text), map[string]string{}
			if p.off[p.opponent()] == pieces {
				return result
			}
			if p.throw != "" {
				return p.moved(pieces, path)
			}
			for n := range dice + 1 {
				p.throw = strconv.Itoa(n)
				result[p.throw] = p.String()
				if len(p.moved(pieces, path)) == 0 {
					result[p.throw] = p.passed().String()
				}
			}
			return result
		},
		Payoffs: func(text string, _ int) games.Payoff {
			if strings.HasSuffix(text, ":second") {
				return games.Payoff{2, 0} // half points
			}
			return games.Payoff{0, 2}
		},
	}
}

func TestRules(t *testing.T) {
	for _, test := range []struct {
		pieces, dice int
		path         string
	}{{7, 4, "finkel"}, {7, 4, "masters"}, {2, 7, "masters"}, {1, 1, "finkel"}} {
		g := open(t, fmt.Sprintf("ur:pieces=%d,dice=%d,path=%s", test.pieces, test.dice, test.path))
		gamestest.Plays(t, g, 8, slowRules(test.pieces, test.dice, test.path))
	}
}

func TestCounts(t *testing.T) {
	gamestest.Counts(t, open(t, "ur"), 8, slowRules(7, 4, "finkel").Moves)
	gamestest.Counts(t, open(t, "ur:path=masters,pieces=2"), 8, slowRules(2, 4, "masters").Moves)
}

// TestMoves lists the moves of some positions.
func TestMoves(t *testing.T) {
	for _, test := range []struct{ spec, position, want string }{
		{"ur", "....##../......../....##../0.0/1:first", "in-d1"},
		{"ur", "....##../......../.x.x##../0.0/2:first", "in-c1 b1-a2"},               // b1 is occupied
		{"ur", "....##../...o..../...x##../0.0/4:second", "in-a3 d2-h2"},              // a rosette
		{"ur", "....##../x..o..../....##../0.0/3:first", "in-b1"},                     // d2 is safe
		{"ur", "....##../xo....../....##../0.0/1:first", "in-d1 a2xb2"},               // a capture
		{"ur", "....##../.......x/....##x./0.0/1:first", "in-d1 h2-h1 g1-off"},        // the exact number
		{"ur", "....##../.......x/....##x./0.0/3:first", "in-b1 h2-off"},              // g1 needs 1
		{"ur", "....##../......oo/....##../5.5/2:second", "g2-h3 h2-g3"},              // to the own corner
		{"ur:path=masters", "....##../......oo/....##../5.5/2:second", "g2-h1 h2-g3"}, // to the opponent's corner first
		{"ur:path=masters", "....##.o/......x./....##x./5.6/2:first", "g2xh3"},
		{"ur:path=masters", "....##o./......x./....##x./5.6/1:first", "g1-off"}, // g3 is safe
	} {
		g := open(t, test.spec)
		s, err := g.ParseState(test.position)
		names := g.Moves(s)
		if got := strings.Join(slices.Concat(names[:]...), " "); err != nil || got != test.want {
			t.Errorf("%s %s: %s, %v, want %s", test.spec, test.position, got, err, test.want)
		}
	}
}

// TestOdds compares the weights with the sums of all throws of binary dice.
func TestOdds(t *testing.T) {
	for dice := 1; dice <= 7; dice++ {
		g := open(t, fmt.Sprintf("ur:dice=%d", dice))
		want := make([]uint32, dice+1)
		for throw := range 1 << dice {
			sum := 0
			for i := range dice {
				sum += throw >> i & 1
			}
			want[sum]++
		}
		if diff := cmp.Diff(want, g.Odds(nil, []uint64{g.Start()})); diff != "" {
			t.Errorf("%d dice: (-want +got):\n%s", dice, diff)
		}
	}
}

// choose returns the binomial coefficient.
func choose(n, k int) int {
	if k == 0 {
		return 1
	}
	return choose(n, k-1) * (n - k + 1) / k
}

// positions returns the number of positions before a throw, including the ends, from
// the view of the player whose turn it is. Each player has own squares, and both share
// the others.
func positions(pieces, own, shared int) (n int) {
	for a := range pieces + 1 { // pieces of the player on shared squares
		for b := range pieces - a + 1 { // on own squares
			for c := range pieces + 1 {
				for d := range pieces - c + 1 {
					sides := (pieces - a - b + 1) * (pieces - c - d + 1) // pieces borne off
					if a+b == 0 {
						sides -= pieces - c - d + 1 // the player cannot have borne off all
					}
					n += sides * choose(shared, a) * choose(shared-a, c) * choose(own, b) * choose(own, d)
				}
			}
		}
	}
	return n
}

// TestNumberOfPositions compares the number of reachable positions before a throw with
// a formula, and the formula with the numbers of positions that RoyalUr.net published.
func TestNumberOfPositions(t *testing.T) {
	for _, path := range []struct {
		name                   string
		own, shared, published int
	}{{"finkel", 6, 8, 137892016}, {"masters", 4, 12, 500981472}} {
		if n := positions(7, path.own, path.shared); n != path.published {
			t.Errorf("%s: %d positions, want %d", path.name, n, path.published)
		}
		for pieces := 1; pieces <= 2; pieces++ {
			g := open(t, fmt.Sprintf("ur:pieces=%d,path=%s", pieces, path.name))
			seen, before := map[uint64]bool{}, 0
			for level := []uint64{g.Start()}; len(level) > 0; {
				children, _ := g.Expand(nil, nil, level)
				g.Canonize(children, make([]bool, len(children)))
				level = level[:0]
				for _, s := range children {
					if !seen[s] {
						seen[s], level = true, append(level, s)
						before += int(1 - s&1)
					}
				}
			}
			if want := positions(pieces, path.own, path.shared); before != want {
				t.Errorf("%s, %d pieces: %d positions, want %d", path.name, pieces, before, want)
			}
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "ur")
	gamestest.Positions(t, g, map[string]string{
		"....##../......../....##../0.0:first":    "....##../......../....##../0.0:first",
		"....##../......../....##../6.7:first":    "....##../......../....##../6.7:first",
		"..o.##o./...x...x/x...##x./3.4/2:second": "..o.##o./...x...x/x...##x./3.4/2:second",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":                                 ":first or :second",
		"....##../......../....##..:first": "separated by '/'",
		"....##../......../....##../0.0/1/1:first": "separated by '/'",
		"....##../......./....##../0.0:first":      "row 2 has 7 cells, expected 8",
		"....##../..z...../....##../0.0:first":     `invalid character 'z'`,
		"....#.../......../....##../0.0:first":     "f3; the cells without a square",
		"....##../..#...../....##../0.0:first":     "c2; the cells without a square",
		"....x#../......../....##../0.0:first":     "e3; the cells without a square",
		"x...##../......../....##../0.0:first":     "a3 is not on the path of x",
		"....##../......../....##o./0.0:first":     "g1 is not on the path of o",
		"....##../......../....##../0.8:first":     `"8" is not a whole number from 0 to 7`,
		"....##../......../...x##../7.0:second":    "x has more than 7 pieces",
		"....##../......../....##../0.7:second":    "the game was over before",
		"....##../......../....##../0.0/5:first":   `"5" is not a whole number from 0 to 4`,
		"....##../......../....##../0.0/0:first":   "a throw of 0 has no move",
		"....##../......../....##../6.7/1:first":   "remove /1",
	})
	line, err := games.Play[uint64](g, g.Start(), games.SplitMoves("4 in-a1 2 in-c1 0 1 in-d1 1 in-d3 2 d1-b1 3 d3-a3"))
	if want := "o...##../......../xxx.##../0.0:second"; err != nil || g.FormatState(line[len(line)-1]) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "ur"), "....##../......../....##../0.0:first", "..o.##o./...x...x/x...##x./3.4/2:second", "....##../......../....##../6.7:first")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"ur:pieces=7,path=finkel,dice=4": "ur",
		"ur:path=masters,pieces=5":       "ur:pieces=5,path=masters",
		"ur:pieces=8":                    "from 1 to 7",
		"ur:dice=0":                      "from 1 to 7",
		"ur:path=bell":                   "must be one of finkel, masters",
	})
}
