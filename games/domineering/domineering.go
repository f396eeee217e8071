// Package domineering is the game of two players who cover a board with
// dominoes, one of them upright, the other one lying: who cannot place one
// loses. G. Andersson's game, described by M. Gardner, "Mathematical Games",
// Scientific American 230 (1974), there as Crosscram.
package domineering

import (
	"zermelo/games"
	"zermelo/games/grid"
)

// optSize is the name of the option.
const optSize = "size"

// maxCells is how many cells a board may have: a state has a bit for each.
const maxCells = 64

// Entry is the game domineering with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "domineering",
		Summary: "upright against lying dominoes; who cannot place one loses",
		Options: []games.Option{
			games.Size(optSize, "columns x rows of the board, up to 64 cells; with the sides exchanged the other player begins", 5, 5, 1, 20),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optSize)
	if err := (grid.Board{Width: width, Height: height}).Fits("domineering", maxCells); err != nil {
		return nil, err
	}
	return newGame(width, height), nil
}
