package domineering

import (
	"fmt"

	"zermelo/games"
)

// describe makes what people read about the variant.
func (g *game) describe() games.Info {
	return games.Info{
		Title:     "Domineering",
		Roles:     []string{"vertical", "horizontal"},
		Total:     100,
		Payoffs:   []int{0, 100},
		LayerName: "ply",
		Symmetry:  "mirrors and half-turn",
		Rules: []string{
			fmt.Sprintf("The board has %d columns and %d rows and is empty at the start. Vertical moves first.", g.Width, g.Height),
			"The players take turns and must move. A move places a domino on two free cells that are neighbours: Vertical's dominoes cover a cell and the one above it, Horizontal's a cell and the one right of it. Dominoes stay where they are.",
			"A player who is to move and cannot place a domino has lost. The winner gets 100, the loser 0; there are no draws.",
			fmt.Sprintf("How it ends if Horizontal moves first is told by the board with the sides exchanged, size=%dx%d, where the players change places.", g.Height, g.Width),
		},
	}
}

// Draw shows which cells are covered.
func (g *game) Draw(s uint64) games.Drawing {
	legend := map[rune]string{coveredCell: "covered cell", freeCell: "free cell"}
	return g.Board.Draw(func(cell int) games.Cell {
		c := games.Cell{Glyph: rune(glyph(s, cell))}
		if c.Glyph == coveredCell {
			c.Kind = games.Blocked
		}
		return c
	}, legend, g.status(s))
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	roles, role := g.info.Roles, mover(s)
	if g.places(s) != 0 {
		return roles[role] + " to move"
	}
	return fmt.Sprintf("%s has won: %s cannot place a domino", roles[1-role], roles[role])
}
