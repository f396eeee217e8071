package clobber

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{
	"clobber", "clobber:size=1x1", "clobber:size=6x1", "clobber:size=1x7", "clobber:size=3x3", "clobber:size=5x3", "clobber:size=4x3",
	"clobber:size=3x4", "clobber:size=6x5", "clobber:size=8x4", "clobber:size=4x6", "clobber:size=5x5", "clobber:size=20x1",
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 500); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// TestPerft compares with manual counts. From xoxo, x can move to .xxo, from where o
// can move to .xo. and x to ..x.; to xx.o, where o has no move; and to xo.x, where o
// can move to o..x. On 2x2, each of the four first moves leaves one o next to one x,
// which it can capture.
func TestPerft(t *testing.T) {
	for spec, want := range map[string][]int64{"clobber:size=4x1": {3, 2, 1, 0}, "clobber:size=2x2": {4, 4, 4, 0}} {
		if diff := cmp.Diff(want, games.Perft[uint64](open(t, spec), 4)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}

func slowMoves(text string) map[string]string {
	cells := map[[2]int]byte{}
	rows := strings.Split(text, "/")
	for i, row := range rows {
		for x := range row {
			cells[[2]int{x, len(rows) - 1 - i}] = row[x]
		}
	}
	own, opp := byte('x'), byte('o')
	if strings.Count(text, ".")%2 == 1 {
		own, opp = opp, own
	}
	result := map[string]string{}
	for from, c := range cells {
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			to := [2]int{from[0] + d[0], from[1] + d[1]}
			if c != own || cells[to] != opp {
				continue
			}
			child := ""
			for y := len(rows) - 1; y >= 0; y-- {
				for x := range rows[0] {
					switch at := [2]int{x, y}; at {
					case from:
						child += "."
					case to:
						child += string(own)
					default:
						child += string(cells[at])
					}
				}
				child += "/"
			}
			result[fmt.Sprintf("%c%dx%c%d", 'a'+from[0], from[1]+1, 'a'+to[0], to[1]+1)] = strings.TrimSuffix(child, "/")
		}
	}
	return result
}

// TestAgainstSlowRules compares moves and payoffs in random plays. A player has a
// move if and only if the opponent would have one.
func TestAgainstSlowRules(t *testing.T) {
	for _, spec := range specs {
		gamestest.Plays(t, open(t, spec), 10, gamestest.SlowRules{Moves: slowMoves, Payoffs: gamestest.LastMoverWins})
	}
}

// TestSymmetry checks that the start is canonical and counts the symmetries.
func TestSymmetry(t *testing.T) {
	for spec, want := range map[string]struct {
		text   string
		images int
	}{
		"clobber":          {"half-turn and diagonals", 4},
		"clobber:size=3x3": {"mirrors, diagonals and turns", 8},
		"clobber:size=5x3": {"mirrors and half-turn", 4},
		"clobber:size=5x4": {"left-right mirror", 2},
		"clobber:size=4x5": {"top-bottom mirror", 2},
		"clobber:size=4x6": {"half-turn", 2},
		"clobber:size=6x1": {"", 1},
		"clobber:size=1x7": {"mirror", 2},
	} {
		g := open(t, spec)
		if g.About.Symmetry != want.text {
			t.Errorf("%s: symmetry %q, want %q", spec, g.About.Symmetry, want.text)
		}
		// The images of two stones of x, on a1 and next to it, are distinct.
		if n := g.Orbit(3 << g.Cells()); n != want.images {
			t.Errorf("%s: %d images, want %d", spec, n, want.images)
		}
		if n := g.Orbits(nil, []uint64{g.Start()})[0]; n != 1 {
			t.Errorf("%s: the start has %d images", spec, n)
		}
	}
}

func TestBadInput(t *testing.T) {
	g := open(t, "clobber:size=3x2")
	for text, want := range map[string]string{
		"oxo/xox": "", // the start
		"oxo/x.x": "",
		"oxo/.ox": "2 x and 3 o stones, expected 3 x and 2 o stones after 1 capture; the start is oxo/xox",
		"xxx/xox": "5 x and 1 o stones, expected 3 x and 3 o stones after 0 captures",
		"3/3":     "the board is empty",
		"xo/xox":  "row 2 has 2 cells, expected 3",
		"abc/3":   "invalid character 'a' in row 2, expected x, o or '.'",
	} {
		s, err := g.ParseState(text)
		if input := (*games.InputError)(nil); want != "" && (!errors.As(err, &input) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if want == "" && (err != nil || g.FormatState(s) != text) {
			t.Errorf("%q is read as %s, %v", text, g.FormatState(s), err)
		}
	}
	_, err := (&games.Registry{Entries: []games.Entry{Entry()}}).Open("clobber:size=6x6")
	if input := (*games.InputError)(nil); !errors.As(err, &input) || !strings.Contains(err.Error(), "size=6x6 has 36 cells; the maximum is 32, as in size=6x5") {
		t.Errorf("size=6x6: %v", err)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "clobber:size=3x2"), "oxo/xox", "oxo/x1x", "3/3", "é/3")
}
