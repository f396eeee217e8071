// Package hex is the game of joining opposite sides of a rhombus of hexagons.
// It was found by Piet Hein (1942) and John Nash (1948); the rules are those of
// Cameron Browne, Hex Strategy (2000). A board of W columns and H rows need not
// be square.
package hex

import "zermelo/games"

// The names of the options and their values.
const (
	optSize = "size"
	optSwap = "swap"

	swapNo  = "no"
	swapYes = "yes"
)

// maxCells is how many cells a board can have: two bits each, and one for the
// state.
const maxCells = 31

// Entry is the game hex with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "hex",
		Summary: "join two opposite sides of a rhombus of hexagons",
		Options: []games.Option{
			games.Size(optSize, "columns x rows of the board, up to 31 cells", 4, 4, 2, 15),
			games.Enum(optSwap, "whether the second player may take over the first stone instead of placing one; only on square boards", swapNo, swapYes),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optSize)
	if width*height > maxCells {
		return nil, games.BadInput("hex: size=%dx%d has %d cells: at most %d are possible, as in size=5x5 or size=5x6", width, height, width*height, maxCells)
	}
	swap := c.String(optSwap) == swapYes
	if swap && width != height {
		return nil, games.BadInput("hex: swap=yes needs a board with as many columns as rows, as in size=%dx%d, for both players to have the same way to go", min(width, height), min(width, height))
	}
	return newGame(newBoard(width, height, swap)), nil
}
