package games

import (
	"slices"
	"testing"
)

func TestRowsThatHaveWonAreMarked(t *testing.T) {
	for _, c := range []struct {
		board string
		want  []int
	}{
		{"xxx." + "oo.." + "....", []int{0, 1, 2}},
		{"xxxx" + "ooox" + "....", []int{0, 1, 2, 3, 4, 5, 6}},
		{"..xo" + ".x.o" + "x..o", []int{2, 3, 5, 7, 8, 11}},
		{"x..." + ".x.." + "oox.", []int{0, 5, 10}},
		{"..xx" + "x..." + "x.oo", nil}, // a row does not continue in the next line
	} {
		d := Drawing{Width: 4, Height: 3}
		for _, glyph := range c.board {
			cell := Cell{Glyph: glyph}
			if glyph != '.' {
				cell.Kind = Piece
			}
			if glyph == 'o' {
				cell.Role = 1
			}
			d.Cells = append(d.Cells, cell)
		}
		if got := d.WithRow(3).Won; !slices.Equal(got, c.want) {
			t.Errorf("%s: cells %v, want %v", c.board, got, c.want)
		}
	}
}
