// Package hex is the game of joining opposite sides of a rhombus of hexagons.
// It was found by Piet Hein (1942) and John Nash (1948); the rules are those of
// Cameron Browne, Hex Strategy (2000). A board of W columns and H rows need not
// be square.
package hex

import (
	"fmt"

	"zermelo/games"
)

// maxCells is how many cells a board can have: two bits each, and one for the
// state.
const maxCells = 31

// Entry is the game hex with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "hex",
		Summary: "join two opposite sides of a rhombus of hexagons",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 31 cells", 4, 4, 2, 15),
			games.Enum("swap", "whether the second player may take over the first stone instead of placing one; only on square boards", "no", "yes"),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	if width*height > maxCells {
		return nil, games.BadInput("hex: size=%dx%d has %d cells: at most %d are possible, as in size=5x5 or size=5x6", width, height, width*height, maxCells)
	}
	swap := c.String("swap") == "yes"
	if swap && width != height {
		return nil, games.BadInput("hex: swap=yes needs a board with as many columns as rows, as in size=%dx%d, for both players to have the same way to go", min(width, height), min(width, height))
	}
	return newGame(newBoard(width, height, swap)), nil
}

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
				b.Width, string(rune('a'+b.Width-1)), b.Height),
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
	d := g.DrawPieces(p.glyph, glyphs, nil, g.status(p), "x joins top and bottom, o left and right")
	d.Grid, d.Legend = games.Hexagons, []string{"x first player's stone", "o second player's stone", ". empty cell"}
	return d
}

// status says whose turn it is, or who has won.
func (g *game) status(p position) string {
	mover := g.mover(p)
	switch {
	case g.over(p):
		return g.About.Roles[1-mover] + " has won"
	case g.canSwap(p):
		return g.About.Roles[mover] + " to move, and may swap"
	}
	return g.About.Roles[mover] + " to move"
}
