// Package dotsandboxes is the pencil-and-paper game of drawing lines between
// dots and taking boxes. The rules are those of Elwyn Berlekamp, The
// Dots-and-Boxes Game (2000): nobody has to complete a box, but who does must
// draw another line.
package dotsandboxes

import (
	"math/bits"

	"zermelo/games"
)

// The names of the options and their values.
const (
	optBoxes = "boxes"
	optStart = "start"

	startEmpty   = "empty"
	startSwedish = "swedish"
)

// Entry is the game dots-and-boxes with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "dots-and-boxes",
		Summary: "draw lines between dots; who completes a box owns it and draws again",
		Options: []games.Option{
			games.Size(optBoxes, "columns x rows of boxes, up to 4x6", 3, 3, 1, 18),
			games.Enum(optStart, "which lines are there at the start: none, or those around the board", startEmpty, startSwedish),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optBoxes)
	lines := height*(2*width+1) + width
	if need := lines + bits.Len(uint(width*height)) + 1; need > 64 {
		return nil, games.BadInput("dots-and-boxes: boxes=%dx%d has %d lines and needs %d bits: at most 64 are possible, as in boxes=4x6", width, height, lines, need)
	}
	swedish := c.String(optStart) == startSwedish
	if swedish && width*height == 1 {
		return nil, games.BadInput("dots-and-boxes: boxes=1x1 with start=swedish leaves no line to draw: type start=empty, or boxes=1x2")
	}
	return newGame(newBoard(width, height), swedish), nil
}
