package chomp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/turns"
)

var open = gamestest.Opener[*turns.Game](Entry())

var specs = []string{"chomp", "chomp:size=1x1", "chomp:size=7x1", "chomp:size=1x15", "chomp:size=4x4", "chomp:size=15x15", "chomp:size=9x3", "chomp:size=3x9"}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 200); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// TestBars counts the positions. The edge of a bar is a path of w horizontal and h
// vertical steps, so there are (w+h)!/(w!h!) positions.
func TestBars(t *testing.T) {
	for _, test := range []struct{ width, height, want int }{{1, 1, 2}, {5, 4, 126}, {4, 4, 70}, {7, 1, 8}, {6, 6, 924}, {3, 10, 286}} {
		g := open(t, fmt.Sprintf("chomp:size=%dx%d", test.width, test.height))
		bars := map[uint64]bool{g.Start(): true}
		for level := []uint64{g.Start()}; len(level) > 0; {
			children, _ := g.Expand(nil, nil, level)
			level = level[:0]
			for _, c := range children {
				if c &^= turns.Bit; !bars[c] {
					bars[c] = true
					level = append(level, c)
				}
			}
		}
		if len(bars) != test.want {
			t.Errorf("%dx%d: %d bars, want %d", test.width, test.height, len(bars), test.want)
		}
	}
}

// slow is a bar as a set of squares by column and row.
type slow map[[2]int]bool

func readSlow(text string) (slow, string) {
	rows, role, _ := strings.Cut(text, ":")
	b := slow{}
	for y, part := range strings.Split(rows, ".") {
		n := 0
		fmt.Sscan(part, &n)
		for x := range n {
			b[[2]int{x, y}] = true
		}
	}
	return b, role
}

func (b slow) moves() map[string]slow {
	result := map[string]slow{}
	for at := range b {
		left := slow{}
		for other := range b {
			if other[0] < at[0] || other[1] < at[1] {
				left[other] = true
			}
		}
		result[fmt.Sprintf("%c%d", 'a'+at[0], at[1]+1)] = left
	}
	return result
}

// TestAgainstSlowRules compares moves, layers, payoffs and symmetries in random
// plays.
func TestAgainstSlowRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spec := range specs {
		g := open(t, spec)
		whole, _ := readSlow(g.FormatState(g.Start()))
		square := strings.HasSuffix(g.Info().Symmetry, "mirror")
		for range 2 {
			for s := g.Start(); ; {
				text := g.FormatState(s)
				b, role := readSlow(text)
				children, _ := g.Expand(nil, nil, []uint64{s})
				got := map[string]slow{}
				for i, name := range g.Moves(s)[turns.Mover(s)] {
					left, next := readSlow(g.FormatState(children[i]))
					if next == role {
						t.Fatalf("%s: %s: the same player moves after %s", spec, text, name)
					}
					got[name] = left
				}
				if diff := cmp.Diff(b.moves(), got); diff != "" {
					t.Fatalf("%s: %s: moves (-want +got):\n%s", spec, text, diff)
				}
				if l := g.Layers(nil, []uint64{s})[0]; int(l) != len(whole)-len(b) {
					t.Fatalf("%s: %s: layer %d", spec, text, l)
				}
				image := slow{}
				for at := range b {
					image[[2]int{at[1], at[0]}] = true
				}
				if canonical, _ := games.Canonical[uint64](g, s); square {
					if read, _ := readSlow(g.FormatState(canonical)); !cmp.Equal(image, read) && !cmp.Equal(b, read) {
						t.Fatalf("%s: %s: canonical bar %v, want %v or its mirror image", spec, text, read, b)
					}
				}
				if want := square && !cmp.Equal(image, b); (g.Orbits(nil, []uint64{s})[0] == 2) != want {
					t.Fatalf("%s: %s: orbit of 2 images: want %v", spec, text, want)
				}
				if len(children) == 0 {
					want := games.Payoff{100, 0}
					if role == "second" { // who finds nothing left has won
						want = games.Payoff{0, 100}
					}
					if p := g.Payoffs(nil, []uint64{s})[0]; p != want {
						t.Fatalf("%s: %s: payoffs %v, want %v", spec, text, p, want)
					}
					break
				}
				s = children[rng.IntN(len(children))]
			}
		}
	}
}

func TestPositions(t *testing.T) {
	g := open(t, "chomp")
	gamestest.Positions(t, g, map[string]string{
		"5.5.5.5:first": "5.5.5.5:first",
		"4.2:second":    "4.2:second",
		"3.0.0:first":   "3:first",
		"0:second":      "0:second",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"5.5.5.6:first":   "row 4",
		"2.3:first":       "row 2 has 3 squares, but the row below has only 2",
		"0.1:first":       "row 2 has 1 squares, but the row below has only 0",
		"1.1.1.1.1:first": "too many rows; the maximum is 4",
		"5.5":             "the player to move",
		"5.5:third":       "the player to move",
		"x:first":         "is not a valid length for row 1",
		"":                "the player to move",
	})
}

func TestDraw(t *testing.T) {
	g := open(t, "chomp:size=3x2")
	for text, want := range map[string]string{"2.1:second": "o..!o.", "0:first": "......"} {
		s, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range g.Draw(s).Cells {
			got += string(c.Glyph)
		}
		if got != want {
			t.Errorf("%s is drawn as %s, want %s", text, got, want)
		}
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "chomp"), "5.5.5.5:first", "0:second", "5.04:first", "3.0.0.0.0:first", "+1:first")
}
