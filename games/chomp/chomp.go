// Package chomp is the game of the chocolate bar with one poisoned square: a
// move bites off a square and all that is above it or right of it, and who
// takes the poison loses. Rules: D. Gale, "A curious Nim-type game", American
// Mathematical Monthly 81 (1974); here the last square is really eaten, as
// there, so that a game ends with nothing left. F. Schuh's game of divisors
// (1952) is the same one.
package chomp

import "zermelo/games"

// maxSide is the longest side of a bar: a state has four bits for a row.
const maxSide = 15

// Entry is the game chomp with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "chomp",
		Summary: "bite off corners of a chocolate bar; who eats the poisoned square loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the bar", 5, 4, 1, maxSide),
		},
		New: func(c games.Choice) (games.Variant, error) { return newGame(c.Size("size")), nil },
	}
}
