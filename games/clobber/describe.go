package clobber

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
)

// describe makes what people read about the variant.
func (g *game) describe() games.Info {
	return games.Info{
		Title:     "Clobber",
		Roles:     []string{"x", "o"},
		Total:     100,
		Payoffs:   []int{0, 100},
		LayerName: "ply",
		Symmetry:  g.symmetryText(),
		Rules: []string{
			fmt.Sprintf("The board has %d columns and %d rows. At the start there is a stone on every cell, in the pattern of a checkerboard: x on a1 and on the cells of its colour, o on the others. x moves first.", g.Width, g.Height),
			"The players take turns and must move. A move takes an own stone to a neighbouring cell of the same column or row where an opposing stone is, and puts it in that stone's place; the opposing stone leaves the board.",
			"A player who is to move and has no move has lost. The winner gets 100, the loser 0; there are no draws.",
		},
	}
}

// symmetryText names the symmetries that keep the pattern of the start: a mirror
// does where its line runs through cells, the half-turn if both mirrors do or
// neither does, the diagonals always.
func (g *game) symmetryText() string {
	mirror, flip := g.Width%2 == 1, g.Height%2 == 1
	switch {
	case mirror && flip:
		return symmetry.Describe(g.Width, g.Height)
	case mirror && g.Width > 1:
		return "left-right mirror"
	case flip && g.Height > 1:
		return "top-bottom mirror"
	case mirror || flip:
		return ""
	case g.Width == g.Height:
		return "half-turn and diagonals"
	}
	return "half-turn"
}

// Draw shows the board.
func (g *game) Draw(s uint64) games.Drawing {
	legend := map[rune]string{xStone: "stone of x", oStone: "stone of o", emptyCell: "empty cell"}
	return g.Board.Draw(func(cell int) games.Cell { return grid.Piece(g.glyph(s, cell), glyphs) }, legend, g.status(s))
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	roles, role := g.info.Roles, g.mover(s)
	if g.moves(s) > 0 {
		return roles[role] + " to move"
	}
	return fmt.Sprintf("%s has won: %s has no move", roles[1-role], roles[role])
}
