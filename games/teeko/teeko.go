// Package teeko is John Scarne's game of four pieces each, which are dropped on
// a board of 5x5 cells and then moved: four in a line or in a square win.
//
// The rules are those of Guy Steele, Summary of the Solving of the Game of Teeko
// (1999), after Scarne on Teeko (1955). Steele found that Standard Teeko, with 44
// winning sets of cells, is a draw, and that Advanced Teeko, where squares of
// any size win, 58 sets in all, is won by the first player in 13 plies.
package teeko

import "zermelo/games"

// The names of the options and of their values.
const (
	optGoals = "goals"
	standard = "standard"
	advanced = "advanced"
)

// Entry is the game teeko with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "teeko",
		Summary: "four pieces each are dropped, then moved; four in a line or in a square win",
		Options: []games.Option{
			games.Enum(optGoals, "what wins: four in a line or in a square of 2x2 cells (standard), or at the corners of a larger square too (advanced)", standard, advanced),
		},
		New: func(c games.Choice) (games.Variant, error) {
			return newGame(c.String(optGoals) == advanced), nil
		},
	}
}
