package connect4

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var specs = []string{
	"connect4", "connect4:size=4x4", "connect4:size=5x4", "connect4:size=4x5", "connect4:size=5x5", "connect4:size=6x7",
	"connect4:size=7x7", "connect4:size=7x8", "connect4:size=8x7", "connect4:size=9x6", "connect4:size=12x4", "connect4:size=3x20", "connect4:size=20x2",
	"connect4:size=3x3,connect=3", "connect4:size=6x5,connect=5", "connect4:size=4x9,connect=3", "connect4:size=2x10,connect=6",
}

func TestCheck(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 300); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for _, spec := range wideSpecs {
		if err := games.Check[[2]uint64](openWide(t, spec), 300); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// TestPositions compares the number of reachable positions, including terminal ones,
// with published numbers (columns x rows).
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		spec string
		want int
		long bool
	}{
		{"connect4:size=4x4", 161029, false},
		{"connect4:size=4x5", 1706255, true},
	} {
		if c.long && testing.Short() {
			continue
		}
		g := open(t, c.spec)
		total := 0
		for level := []uint64{g.Start()}; len(level) > 0; {
			total += len(level)
			level, _ = g.Expand(nil, nil, level)
			slices.Sort(level)
			level = slices.Compact(level)
		}
		if total != c.want {
			t.Errorf("%s: %d positions, want %d", c.spec, total, c.want)
		}
	}
}

// TestMirror compares canonical states of random positions with mirror images
// computed column by column.
func TestMirror(t *testing.T) {
	for _, spec := range specs {
		g := open(t, spec)
		c := g.(games.Canonizer[uint64])
		rng := rand.New(rand.NewPCG(1, 2))
		for range 100 {
			s, twin := g.Start(), g.Start()
			for {
				children, _ := g.Expand(nil, nil, []uint64{s})
				twins, _ := g.Expand(nil, nil, []uint64{twin})
				if len(children) == 0 {
					break
				}
				i := rng.IntN(len(children))
				s, twin = children[i], twins[len(twins)-1-i]
				both := []uint64{s, twin}
				c.Canonize(both, make([]bool, 2))
				if want := min(s, twin); both[0] != want || both[1] != want {
					t.Fatalf("%s: %x and its mirror image %x have the canonical states %x, want %x", spec, s, twin, both, want)
				}
			}
		}
	}
}

// slow is a simple implementation of the rules on a table of cells.
type slow struct {
	width, height, connect int
	cells                  map[[2]int]int // column, row from the bottom: role
	plies                  int
	last                   [2]int
}

// drop returns the position after a stone is dropped into column x, or false if the
// column is full.
func (b slow) drop(x int) (slow, bool) {
	for y := range b.height {
		if _, full := b.cells[[2]int{x, y}]; full {
			continue
		}
		cells := map[[2]int]int{{x, y}: b.plies % 2}
		for k, v := range b.cells {
			cells[k] = v
		}
		b.cells, b.last = cells, [2]int{x, y}
		b.plies++
		return b, true
	}
	return b, false
}

// won reports whether the last stone is in a full row.
func (b slow) won() bool {
	if b.plies == 0 {
		return false
	}
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		n := -1
		for _, sign := range []int{1, -1} {
			for at := b.last; ; at = [2]int{at[0] + sign*d[0], at[1] + sign*d[1]} {
				if role, ok := b.cells[at]; !ok || role != (b.plies-1)%2 {
					break
				}
				n++
			}
		}
		if n >= b.connect {
			return true
		}
	}
	return false
}

func TestRules(t *testing.T) {
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			playSlow[uint64](t, open(t, spec))
		})
	}
	for _, spec := range wideSpecs {
		t.Run(spec, func(t *testing.T) { playSlow[[2]uint64](t, openWide(t, spec)) })
	}
}

func playSlow[S games.State](t *testing.T, g games.Searcher[S]) {
	d := games.DrawingOf[S](g, g.Start())
	connect := 0
	for _, s := range g.Info().Options {
		if s.Name == "connect" {
			connect, _ = strconv.Atoi(s.Value)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		b := slow{width: d.Width, height: d.Height, connect: connect}
		s := g.Start()
		for {
			children, _ := g.Expand(nil, nil, []S{s})
			var want []slow
			for x := range b.width {
				if c, ok := b.drop(x); ok && !b.won() {
					want = append(want, c)
				}
			}
			if len(children) != len(want) {
				t.Fatalf("%v: %d children, want %d", b.cells, len(children), len(want))
			}
			if len(want) == 0 {
				testPayoff(t, g, b, s)
				return
			}
			i := rapid.IntRange(0, len(want)-1).Draw(t, "move")
			s, b = children[i], want[i]
		}
	})
}

func testPayoff[S games.State](t *rapid.T, g games.Game[S], b slow, s S) {
	want := 0
	if b.won() {
		winner := (b.plies - 1) % 2
		mine := (b.width*b.height + 1 - winner) / 2 // number of stones that the winner starts with
		used := (b.plies + 1) / 2
		if want = 1 + mine - used; winner == 1 {
			want = -want
		}
	}
	if got := g.Payoffs(nil, []S{s})[0]; got != (games.Payoff{int16(want), int16(-want)}) {
		t.Fatalf("%v: payoff %v, want %d", b.cells, got, want)
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "connect4")
	n := games.NotationOf[uint64](g)
	for _, c := range []struct{ text, want string }{
		{"7/7/7/7/7/7", "......./......./......./......./......./......."},
		{"4455", "......./......./......./......./...oo../...xx.."},
		{"7/7/7/7/3oo2/3xx2", "......./......./......./......./...oo../...xx.."},
		{"7/7/7/4x2/3oo2/3xx2", "......./......./......./....x../...oo../...xx.."},
	} {
		s, err := n.ParseState(c.text)
		if err != nil || n.FormatState(s) != c.want {
			t.Errorf("%s reads as %s, %v", c.text, n.FormatState(s), err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", "1 rows"},
		{"7/7/7/7/7", "5 rows"},
		{"7/7/7/7/7/8", "8 is not a valid number"},
		{"7/7/7/7/7/3x2", "6 cells"},
		{"7/7/7/7/7/3x2..", "too long"},
		{"7/7/7/7/7/3z3", "'z'"},
		{"7/7/7/7/3x3/7", "below a stone"},
		{"7/7/7/7/3o3/3o3", "0 x and 2 o stones"},
		{"7/7/7/7/7/7/", "7 rows"},
		{"7/7/7/7/ooo4/xxxx3", ""},
		{"7/7/7/7/ooo4/xxxxo2", "over before the last move"},
		{"7/7/7/7/xxx4/ooooxx1", "over before"},
		{"448", "'8'"},
		{"4444444", "column 4 is full"},
		{"12121211", "over after 1212121"},
		{"start", "'s'"},
	} {
		_, err := n.ParseState(c.text)
		var bad *games.InputError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &bad) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, games.NotationOf[uint64](open(f, "connect4")), "4455", "7/7/7/7/3oo2/3xx2", "......./......./......./......./...oo../...xx..", "7/7/7/7/7/07", "é/7")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"connect4:size=11x7":           "size=11x6",
		"connect4:size=3x3":            "connect=3",
		"connect4:size=1x4":            "WIDTHxHEIGHT",
		"connect4:connect=2":           "from 3",
		"connect4:size=7x6,connect=8":  "connect=7 or less",
		"connect4:size=20x20":          "size=20x3",
		"connect4:size=7x10,connect=5": "the maximum is size=6x10",
		"connect4:size=20x2,connect=9": "connect4:size=20x2,connect=9",
	})
}

func BenchmarkExpand(b *testing.B) {
	gamestest.BenchmarkExpand(b, open(b, "connect4"), 6)
}

// TestRowsDoNotWrapAroundTheWord covers boards with fewer columns than a row needs,
// on which shifts by the length of a row would exceed a word.
func TestRowsDoNotWrapAroundTheWord(t *testing.T) {
	b := newBoard(3, 20, 5)
	g := newGame[[0]struct{}](b)
	diagonal := uint64(1)<<0 | 1<<22 | 1<<44
	if set := diagonal | 1<<2 | 1<<24; g.connected(set) {
		t.Error("three in a diagonal and two others are five in a row")
	}
	b = newBoard(3, 20, 4)
	g = newGame[[0]struct{}](b)
	s, err := g.ParseState(strings.Repeat(".../", 15) + "x../o../xox/xxo/xoo")
	if err != nil {
		t.Fatal(err)
	}
	if p := g.decode(s); g.threats(p.own)&p.empty != 0 {
		t.Errorf("threats %b on a board without three in a column", g.threats(p.own)&p.empty)
	}
}
