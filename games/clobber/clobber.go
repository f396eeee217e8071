// Package clobber is the game of two kinds of stones that take each other's
// places until a player cannot move and loses. Rules: M. H. Albert, J. P.
// Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to Clobber",
// Integers 5 (2005); the board is full at the start, in the pattern of a
// checkerboard.
package clobber

import (
	"zermelo/games"
	"zermelo/games/grid"
)

// optSize is the name of the option.
const optSize = "size"

// maxCells is how many cells a board may have: a state has two bits a cell.
const maxCells = 32

// Entry is the game clobber with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "clobber",
		Summary: "stones take the places of neighbouring opposing stones; who cannot move loses",
		Options: []games.Option{
			games.Size(optSize, "columns x rows of the board, up to 32 cells", 4, 4, 1, 20),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optSize)
	if err := (grid.Board{Width: width, Height: height}).Fits("clobber", maxCells); err != nil {
		return nil, err
	}
	return newGame(width, height), nil
}
