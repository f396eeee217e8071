// Package clobber implements Clobber. A stone captures an adjacent opposing stone by
// replacing it, and a player without a move loses. The rules follow M. H. Albert, J.
// P. Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to Clobber", Integers
// 5 (2005). The game starts with a checkerboard pattern.
package clobber

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
)

// Entry returns the registry entry for clobber.
func Entry() games.Entry {
	return games.Entry{
		Name:    "clobber",
		Summary: "stones replace neighbouring opposing stones; a player without a move loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 32 cells", 4, 4, 1, 20),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	b, err := grid.Sized(c, "clobber", grid.MaxStones)
	if err != nil {
		return nil, err
	}
	return newGame(b), nil
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
			fmt.Sprintf("The board has %d columns and %d rows. At the start every cell holds a stone, in a checkerboard pattern: x on a1 and on the cells of its colour, o on the remaining cells. x moves first.", g.Width, g.Height),
			"The players take turns and must move. A move replaces a neighbouring opposing stone in the same column or row by one of the player's stones; the opposing stone leaves the board.",
			"A player without a move loses. The winner gets 100, the loser 0; draws are impossible.",
		},
	}
}

// symmetryText describes the symmetries that preserve the start. These are the
// reflections in axes that run through cells, and the half-turn if both axes or
// neither run through cells. On a square board, they include the diagonal
// reflections.
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

func (g *game) Draw(s uint64) games.Drawing {
	roles, role := g.About.Roles, g.mover(s)
	status := roles[role] + " to move"
	if len(g.children(nil, s)) == 0 {
		status = fmt.Sprintf("%s has won: %s has no move", roles[1-role], roles[role])
	}
	return g.DrawStones(s, status)
}
