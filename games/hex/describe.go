package hex

import (
	"fmt"

	"zermelo/games"
)

// describe makes what people read about the variant.
func (b *board) describe() games.Info {
	info := games.Info{
		Title:     "Hex",
		Roles:     []string{"first", "second"},
		Total:     100,
		Payoffs:   []int{0, 100},
		LayerName: "ply",
		Symmetry:  "half-turn",
		Rules: []string{
			fmt.Sprintf("The board is a rhombus of hexagons: %d columns, a to %s, and %d rows, 1 at the top; it is empty at the start. The neighbours of a cell are left and right of it, above it and above it to the right, below it and below it to the left: each row is half a cell further right than the one above.",
				b.width, columnName(b.width-1), b.height),
			"The players take turns and place a stone of their own on an empty cell: x the first player, o the second. Stones never move.",
			"The first player wins by joining the top row to the bottom row by a chain of own stones that are neighbours, the second player by joining the first column to the last. One of them always does. The winner gets 100, the loser 0.",
		},
	}
	if b.swap {
		info.Rules = append(info.Rules, "On the second ply the second player may swap instead of placing a stone: the first stone is replaced by one of the second player on the cell that has column and row exchanged. That is the same as exchanging the sides that the players have to join.")
	} else {
		info.Rules = append(info.Rules, "The second player cannot swap sides after the first stone.")
	}
	return info
}

// Draw shows the board, a rhombus of hexagons.
func (g *game) Draw(s uint64) games.Drawing {
	p := g.unpack(s)
	d := games.Drawing{
		Width: g.width, Height: g.height, Grid: games.Hexagons,
		Notes:  []string{g.status(p), "x joins top and bottom, o left and right"},
		Legend: []string{"x first player's stone", "o second player's stone", ". empty cell"},
	}
	for x := range g.width {
		d.Columns = append(d.Columns, columnName(x))
	}
	for y := range g.height {
		d.Rows = append(d.Rows, fmt.Sprint(y+1))
	}
	for i := range g.cells {
		cell := games.Cell{Glyph: g.glyph(p, i)}
		switch cell.Glyph {
		case firstStone:
			cell.Kind = games.Piece
		case secondStone:
			cell.Kind, cell.Role = games.Piece, 1
		}
		d.Cells = append(d.Cells, cell)
	}
	return d
}

// status says whose turn it is, or who has won.
func (g *game) status(p position) string {
	mover := g.mover(p)
	switch {
	case g.over(p):
		return g.info.Roles[1-mover] + " has won"
	case g.canSwap(p):
		return g.info.Roles[mover] + " to move, and may swap"
	}
	return g.info.Roles[mover] + " to move"
}
