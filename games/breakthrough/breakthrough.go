// Package breakthrough is the game of two armies that step forward and race for
// the far row, with or without captures and holes. With straight steps and
// diagonal captures it is Hexapawn (M. Gardner, "Mathematical Games", Scientific
// American 206, March 1962). The rules work on bitboards; a board of up to 31
// cells makes states of one word, a larger one of two.
package breakthrough

import (
	"fmt"

	"zermelo/games"
)

// sheetHoles are the holes of the rule sheet breakthroughSmallHoles.
const sheetHoles = "2.3+3.4+4.3+5.4"

// Entry is the game breakthrough with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "breakthrough",
		Summary: "two armies step forward; the first piece on the far row wins",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 63 cells, at least 3 rows", 6, 6, 2, 8),
			games.Int("rows", "rows that each army fills at the start; 2 need a board of 4 rows", 2, 1, 2),
			games.Enum("captures", "whether a diagonal step may take an opposing piece", "none", "diagonal"),
			games.Enum("steps", "how a piece steps to an empty cell: straight or diagonally, or only straight", "any", "straight"),
			games.Cells("holes", "cells that nobody can enter; column.row, counted from 1 at white's left"),
		},
		New: newVariant,
	}
}

// Presets are the names for breakthrough with certain options.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "breakthrough-holes", Spec: "breakthrough:holes=" + sheetHoles, Summary: "breakthrough with four holes in the middle, no captures"},
		{Name: "breakthrough-small", Spec: "breakthrough:captures=diagonal", Summary: "the usual Breakthrough on 6x6, as in the rule sheet breakthroughSmall"},
		{Name: "breakthrough-small-holes", Spec: "breakthrough:captures=diagonal,holes=" + sheetHoles, Summary: "the usual Breakthrough on 6x6 with four holes, as in breakthroughSmallHoles"},
		{Name: "hexapawn", Spec: "breakthrough:size=3x3,rows=1,captures=diagonal,steps=straight", Summary: "three pawns a side, which step straight and capture diagonally"},
		{Name: "octopawn", Spec: "breakthrough:size=4x4,rows=1,captures=diagonal,steps=straight", Summary: "hexapawn with four pawns a side on 4x4"},
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	rows, holes := c.Int("rows"), c.Cells("holes")
	if height < 3 {
		return nil, games.BadInput("breakthrough: size=%dx%d has %d rows: at least 3 are needed, as in size=%dx3", width, height, height, width)
	}
	if width*height > 63 {
		return nil, games.BadInput("breakthrough: size=%dx%d has %d cells: at most 63 are possible, as in size=8x7", width, height, width*height)
	}
	if rows == 2 && height < 4 {
		return nil, games.BadInput("breakthrough: rows=2 needs a board of at least 4 rows: type size=%dx4, or rows=1", width)
	}
	for _, h := range holes {
		x, y := h[0], h[1]
		if x < 1 || x > width || y < 1 || y > height {
			return nil, games.BadInput("breakthrough: holes=%d.%d is not on the board: columns go from 1 to %d, rows from 1 to %d", x, y, width, height)
		}
		if y <= rows || y > height-rows {
			return nil, games.BadInput("breakthrough: holes=%d.%d is a cell where a piece starts: holes can be in the rows %s", x, y, span(rows+1, height-rows))
		}
	}
	b := newBoard(width, height, rows, c.String("captures") == "diagonal", c.String("steps") == "straight", holes)
	if b.narrow {
		return variantOf[uint64](b), nil
	}
	return variantOf[[2]uint64](b), nil
}

// variantOf gives a board the powers that its rules allow.
func variantOf[S games.State](b *board) games.Variant {
	g := newGame[S](b)
	if b.straight {
		return g
	}
	return searcher[S]{g}
}

// span writes a range of row numbers.
func span(low, high int) string {
	switch {
	case low > high:
		return "between the armies, of which this board has none"
	case low == high:
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}
