// Package tictactoe is the family of m,n,k-games: two players put stones on
// the cells of a board of m columns and n rows, and who first has k in a row,
// in a column, in a row of cells or on a diagonal, has won. Tic-tac-toe itself
// is the 3,3,3-game. Rules as in J. W. H. M. Uiterwijk and H. J. van den Herik,
// "The advantage of the initiative", Information Sciences 122 (2000); in the
// misère version a row of k loses.
package tictactoe

import (
	"zermelo/games"
	"zermelo/games/grid"
)

// The names of the options and their values.
const (
	optSize   = "size"
	optInARow = "in-a-row"
	optMisere = "misere"

	misereNo  = "no"
	misereYes = "yes"
)

// maxCells is how many cells a board may have: a state has two bits a cell.
const maxCells = 32

// Entry is the game tictactoe with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "tictactoe",
		Summary: "noughts and crosses on any board: the first three in a row win",
		Options: []games.Option{
			games.Size(optSize, "columns x rows of the board, up to 32 cells", 3, 3, 1, 16),
			games.Int(optInARow, "stones in a row that win", 3, 2, 16),
			games.Enum(optMisere, "whether a full row loses instead of winning", misereNo, misereYes),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optSize)
	inARow := c.Int(optInARow)
	if err := (grid.Board{Width: width, Height: height}).Fits("tictactoe", maxCells); err != nil {
		return nil, err
	}
	if inARow > max(width, height) {
		return nil, games.BadInput("tictactoe: in-a-row=%d has no room on a board of size=%dx%d: type in-a-row=%d or less, or a larger size",
			inARow, width, height, max(width, height))
	}
	return newGame(width, height, inARow, c.String(optMisere) == misereYes), nil
}
