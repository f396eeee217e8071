// Package domineering implements Domineering. The players place dominoes on a board,
// one vertically and the other horizontally, and a player without a move loses. The
// game was invented by G. Andersson and described as Crosscram by M. Gardner,
// "Mathematical Games", Scientific American 230 (1974).
package domineering

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

const maxCells = 64 // bits in a state

// Entry returns the registry entry for domineering.
func Entry() games.Entry {
	return games.Entry{
		Name:    "domineering",
		Summary: "vertical against horizontal dominoes; the first player who cannot place one loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 64 cells; exchange the sides to let the other player begin", 5, 5, 1, 20),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	b, err := grid.Sized(c, "domineering", maxCells)
	if err != nil {
		return nil, err
	}
	return newGame(b), nil
}

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
			"The players take turns and must move. A move places a domino on two neighbouring free cells: Vertical's dominoes cover a cell and the cell above it, Horizontal's a cell and the cell to its right. Dominoes do not move.",
			"A player who cannot place a domino loses. The winner gets 100, the loser 0; draws are impossible.",
			fmt.Sprintf("If Horizontal moves first, the result is the same as on the transposed board, size=%dx%d, with the players exchanged.", g.Height, g.Width),
		},
	}
}

func (g *game) Draw(s uint64) games.Drawing {
	return g.Board.Draw(func(cell int) games.Cell {
		if s>>cell&1 != 0 {
			return games.Cell{Kind: games.Blocked, Glyph: 'x'}
		}
		return games.Cell{Glyph: '.'}
	}, map[rune]string{'x': "covered cell", '.': "free cell"}, g.status(s))
}

func (g *game) status(s uint64) string {
	roles, role := g.About.Roles, mover(s)
	if g.places(s) != 0 {
		return roles[role] + " to move"
	}
	return fmt.Sprintf("%s has won: %s cannot place a domino", roles[1-role], roles[role])
}
