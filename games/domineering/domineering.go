// Package domineering is the game of two players who cover a board with
// dominoes, one of them upright, the other one lying: who cannot place one
// loses. G. Andersson's game, described by M. Gardner, "Mathematical Games",
// Scientific American 230 (1974), there as Crosscram.
package domineering

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// maxCells is how many cells a board may have: a state has a bit for each.
const maxCells = 64

// Entry is the game domineering with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "domineering",
		Summary: "upright against lying dominoes; who cannot place one loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 64 cells; with the sides exchanged the other player begins", 5, 5, 1, 20),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	if err := (grid.Board{Width: width, Height: height}).Fits("domineering", maxCells); err != nil {
		return nil, err
	}
	return newGame(width, height), nil
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
			"The players take turns and must move. A move places a domino on two free cells that are neighbours: Vertical's dominoes cover a cell and the one above it, Horizontal's a cell and the one right of it. Dominoes stay where they are.",
			"A player who is to move and cannot place a domino has lost. The winner gets 100, the loser 0; there are no draws.",
			fmt.Sprintf("How it ends if Horizontal moves first is told by the board with the sides exchanged, size=%dx%d, where the players change places.", g.Height, g.Width),
		},
	}
}

// Draw shows which cells are covered.
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
