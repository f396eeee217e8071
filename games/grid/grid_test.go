package grid

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

func TestNames(t *testing.T) {
	b := Board{3, 2}
	var names []string
	for cell := range b.Cells() {
		names = append(names, b.Name(cell))
	}
	if diff := cmp.Diff([]string{"a1", "b1", "c1", "a2", "b2", "c2"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestSets compares the sets of cells with their definitions, also where they
// fill a word.
func TestSets(t *testing.T) {
	for _, b := range []Board{{1, 1}, {3, 2}, {5, 5}, {8, 8}, {26, 2}, {1, 26}} {
		all := uint64(0)
		for cell := range b.Cells() {
			bit := uint64(1) << cell
			all |= bit
			for x := range b.Width {
				if (b.Column(x)&bit != 0) != (cell%b.Width == x) {
					t.Errorf("%v: cell %d and column %d", b, cell, x)
				}
			}
			for y := range b.Height {
				if (b.Row(y)&bit != 0) != (cell/b.Width == y) {
					t.Errorf("%v: cell %d and row %d", b, cell, y)
				}
			}
		}
		if b.All() != all {
			t.Errorf("%v: all %x, want %x", b, b.All(), all)
		}
	}
}

func TestFormat(t *testing.T) {
	b := Board{3, 2}
	cells := "xo..x." // from a1
	text := b.Format(func(cell int) byte { return cells[cell] })
	if text != ".x./xo." {
		t.Errorf("written as %s", text)
	}
	for _, text := range []string{".x./xo.", "1x1/xo1", "1x./xo."} {
		read := make([]byte, 6)
		if err := b.Parse(text, ".xo", func(cell int, glyph byte) { read[cell] = glyph }); err != nil || string(read) != cells {
			t.Errorf("%s is read as %s, %v", text, read, err)
		}
	}
	for text, want := range map[string]string{
		"":           "1 rows joined by '/', want 2",
		"3/3/3":      "3 rows",
		"xo./xo":     "row 1 has 2 cells, want 3",
		"xox./xo.":   "row 2 is too long, want 3 cells",
		"4/3":        "row 2 is too long",
		"9/3":        "row 2 is too long",
		"3/x3":       "row 1 is too long",
		"0xx/3":      `character '0' in row 2, want one of .xo`,
		"xéo/3":      `character 'é' in row 2`,
		"3/\x80\x80": "in row 1",
	} {
		if err := b.Parse(text, ".xo", func(int, byte) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestDraw(t *testing.T) {
	d := Board{2, 2}.Draw(func(cell int) games.Cell { return games.Cell{Glyph: rune("abca"[cell])} },
		map[rune]string{'a': "first", 'c': "third"}, "note")
	want := games.Drawing{
		Width: 2, Height: 2, Columns: []string{"a", "b"}, Rows: []string{"2", "1"}, Notes: []string{"note"},
		Cells: []games.Cell{{Glyph: 'c'}, {Glyph: 'a'}, {Glyph: 'a'}, {Glyph: 'b'}}, Legend: []string{"c third", "a first"},
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// moved is a state with each cell of each plane moved as r does, cell by cell.
func moved(b Board, planes int, r Reflection, w uint64) uint64 {
	image := uint64(0)
	for p := range planes {
		for cell := range b.Cells() {
			x, y := cell%b.Width, cell/b.Width
			switch r {
			case Mirror:
				x = b.Width - 1 - x
			case Flip:
				y = b.Height - 1 - y
			case HalfTurn:
				x, y = b.Width-1-x, b.Height-1-y
			case Diagonal:
				x, y = y, x
			}
			if w>>(p*b.Cells()+cell)&1 == 1 {
				image |= 1 << (p*b.Cells() + y*b.Width + x)
			}
		}
	}
	return image
}

// images closes a state under reflections.
func images(b Board, planes int, generators []Reflection, w uint64) []uint64 {
	list := []uint64{w}
	for i := 0; i < len(list); i++ {
		for _, r := range generators {
			if m := moved(b, planes, r, list[i]); !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list
}

func TestGroups(t *testing.T) {
	for _, test := range []struct {
		board      Board
		planes     int
		generators []Reflection
		order      int // of the group
		text       string
	}{
		{Board{3, 3}, 2, []Reflection{Mirror, Diagonal}, 8, "left-right mirror, diagonal mirror"},
		{Board{8, 8}, 1, []Reflection{Mirror, Diagonal}, 8, "left-right mirror, diagonal mirror"},
		{Board{4, 4}, 4, []Reflection{HalfTurn, Diagonal}, 4, "half-turn, diagonal mirror"},
		{Board{5, 3}, 3, []Reflection{Mirror, Flip}, 4, "left-right mirror, top-bottom mirror"},
		{Board{4, 7}, 2, []Reflection{HalfTurn}, 2, "half-turn"},
		{Board{6, 5}, 2, []Reflection{Flip}, 2, "top-bottom mirror"},
		{Board{1, 9}, 2, []Reflection{Mirror, Flip}, 2, "top-bottom mirror"},
		{Board{20, 1}, 2, []Reflection{Mirror, Flip}, 2, "left-right mirror"},
		{Board{1, 1}, 2, []Reflection{Mirror, Diagonal}, 1, ""},
		{Board{4, 4}, 2, nil, 1, ""},
	} {
		g := test.board.Group(test.planes, test.generators...)
		if g.String() != test.text {
			t.Errorf("%v: %q, want %q", test, g, test.text)
		}
		bits := test.planes * test.board.Cells()
		rng := rand.New(rand.NewPCG(1, 2))
		largest := 0
		for range 200 {
			w := rng.Uint64() & rng.Uint64() & (1<<bits - 1)
			if bits < 64 && rng.IntN(2) == 0 {
				w = 1 << rng.IntN(bits)
			}
			want := images(test.board, test.planes, test.generators, w)
			states, swaps := []uint64{w}, []bool{true}
			g.Canonize(states, swaps)
			if states[0] != slices.Min(want) || swaps[0] {
				t.Errorf("%v: canonical state of %x is %x, %v, want %x", test, w, states[0], swaps[0], slices.Min(want))
			}
			if n := g.Orbits(nil, []uint64{w})[0]; int(n) != len(want) {
				t.Errorf("%v: orbit of %x is %d, want %d", test, w, n, len(want))
			}
			largest = max(largest, len(want))
		}
		if largest != test.order {
			t.Errorf("%v: largest orbit %d, want %d", test, largest, test.order)
		}
	}
}

func TestWholeGroups(t *testing.T) {
	for b, want := range map[Board]string{
		{3, 3}: "left-right mirror, diagonal mirror", {3, 4}: "left-right mirror, top-bottom mirror", {3, 1}: "left-right mirror", {1, 1}: "",
	} {
		if text := b.Full(2).String(); text != want {
			t.Errorf("%v: %q, want %q", b, text, want)
		}
	}
	if text := (Board{3, 3}).Rectangle(1).String(); text != "left-right mirror, top-bottom mirror" {
		t.Errorf("rectangle: %q", text)
	}
}

// BenchmarkCanonical measures the eight images of a state of 4x4 with two
// planes.
func BenchmarkCanonical(b *testing.B) {
	g := Board{4, 4}.Full(2)
	rng := rand.New(rand.NewPCG(1, 2))
	states := make([]uint64, 1024)
	for i := range states {
		states[i] = rng.Uint64() & (1<<32 - 1)
	}
	least := uint64(0)
	for b.Loop() {
		for _, s := range states {
			least ^= g.Canonical(s)
		}
	}
	if least == 1 {
		b.Log("never")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/state")
}
