// Package clobber is the game of two kinds of stones that take each other's
// places until a player cannot move and loses. Rules: M. H. Albert, J. P.
// Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to Clobber",
// Integers 5 (2005); the board is full at the start, in the pattern of a
// checkerboard.
package clobber

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
)

// maxCells is how many cells a board may have: a state has two bits a cell.
const maxCells = 32

// Entry is the game clobber with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "clobber",
		Summary: "stones take the places of neighbouring opposing stones; who cannot move loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 32 cells", 4, 4, 1, 20),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	if err := (grid.Board{Width: width, Height: height}).Fits("clobber", maxCells); err != nil {
		return nil, err
	}
	return newGame(width, height), nil
}

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
	return g.DrawPieces(g.glyphs(s), glyphs, []string{"empty cell", "stone of x", "stone of o"}, g.status(s))
}

func (g *game) status(s uint64) string {
	roles, role := g.About.Roles, g.mover(s)
	if g.moves(s) > 0 {
		return roles[role] + " to move"
	}
	return fmt.Sprintf("%s has won: %s has no move", roles[1-role], roles[role])
}
