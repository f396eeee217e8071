package grid

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

func TestNames(t *testing.T) {
	b := Board{Width: 3, Height: 2}
	var names []string
	for cell := range b.Cells() {
		names = append(names, b.Name(cell))
	}
	if diff := cmp.Diff([]string{"a1", "b1", "c1", "a2", "b2", "c2"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestSets compares sets of cells with their definitions, including boards that fill
// a word.
func TestSets(t *testing.T) {
	for _, b := range []Board{
		{Width: 1, Height: 1}, {Width: 3, Height: 2}, {Width: 5, Height: 5}, {Width: 8, Height: 8}, {Width: 26, Height: 2}, {Width: 1, Height: 26},
	} {
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
	b := Board{Width: 3, Height: 2}
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
		"":           "1 rows separated by '/', expected 2",
		"3/3/3":      "3 rows",
		"xo./xo":     "row 1 has 2 cells, expected 3",
		"xox./xo.":   "row 2 is too long, expected 3 cells",
		"4/3":        "row 2 is too long",
		"9/3":        "row 2 is too long",
		"3/x3":       "row 1 is too long",
		"0xx/3":      `invalid character '0' in row 2, expected x, o or '.'`,
		"xéo/3":      `character 'é' in row 2`,
		"3/\x80\x80": "in row 1",
	} {
		if err := b.Parse(text, ".xo", func(int, byte) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestDraw(t *testing.T) {
	d := Board{Width: 2, Height: 2}.Draw(func(cell int) games.Cell { return games.Cell{Glyph: rune("abca"[cell])} },
		map[rune]string{'a': "first", 'c': "third"}, "note")
	want := games.Drawing{
		Width: 2, Height: 2, Columns: []string{"a", "b"}, Rows: []string{"2", "1"}, Notes: []string{"note"},
		Cells: []games.Cell{{Glyph: 'c'}, {Glyph: 'a'}, {Glyph: 'a'}, {Glyph: 'b'}}, Legend: []string{"c third", "a first"},
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPiece(t *testing.T) {
	want := []games.Cell{{Glyph: '.'}, {Glyph: 'l', Kind: games.Piece, Figure: games.Disc}, {Glyph: 'b', Kind: games.Piece, Role: 1, Figure: games.Disc}}
	for i, w := range want {
		if got := Piece(".lb"[i], ".lb"); got != w {
			t.Errorf("%c: %+v, want %+v", w.Glyph, got, w)
		}
	}
}
