// Package othello is the game of discs that turn over when they are outflanked,
// on boards with even sides. The rules are those of the World Othello
// Federation; who gets the empty cells at the end is an option.
package othello

import "zermelo/games"

// The names of the options and their values.
const (
	optSize    = "size"
	optStart   = "start"
	optEmpties = "empties"

	startCrossed  = "crossed"
	startParallel = "parallel"
	emptiesNobody = "nobody"
	emptiesWinner = "winner"
)

// maxCells is how many cells a board can have: two words hold two bits for each
// and one for the role to move.
const maxCells = 63

// Entry is the game othello with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "othello",
		Summary: "discs turn over when they are outflanked; most discs win",
		Options: []games.Option{
			games.Size(optSize, "columns x rows of the board, each even, up to 6x8", 4, 4, 4, 14),
			games.Enum(optStart, "where the four first discs are: one colour on each diagonal, or side by side", startCrossed, startParallel),
			games.Enum(optEmpties, "who gets the cells that are empty at the end", emptiesNobody, emptiesWinner),
		},
		New: newVariant,
	}
}

// Presets are the names for othello with certain options: there are none.
func Presets() []games.Preset { return nil }

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optSize)
	if width%2 != 0 || height%2 != 0 {
		return nil, games.BadInput("othello: size=%dx%d has an odd side: both must be even, as in size=%dx%d", width, height, width+width%2, height+height%2)
	}
	if width*height > maxCells {
		return nil, games.BadInput("othello: size=%dx%d has %d cells: at most %d are possible, as in size=6x6 or size=6x8", width, height, width*height, maxCells)
	}
	b := newBoard(width, height, c.String(optStart) == startParallel, c.String(optEmpties) == emptiesWinner)
	if 2*b.cells < 64 {
		return newGame[uint64](b), nil
	}
	return newGame[[2]uint64](b), nil
}
