// Package quixo is Thierry Chapeau's game of tiles that are taken from the edge
// of a board and pushed in again: a full line of one's own mark wins.
//
// The rules are Gigamic's, as read by Tanaka, Bonnet, Tixeuil and Tamura, Quixo
// Is Solved (2020): a move that completes a line of the opponent's marks loses,
// even if it completes one of the player's own as well. The game that is sold
// has 5x5 tiles; it is a draw by endless play, and the first player wins on 3x3
// and 4x4 (the same paper). The authors' counts for 5x5, position by position
// (st34-satoshi/quixo-cpp), are what the rules here are tested against.
package quixo

import "zermelo/games"

// optSize is the name of the only option.
const optSize = "size"

// Entry is the game quixo with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "quixo",
		Summary: "tiles taken from the edge are marked and pushed in elsewhere; a full line wins",
		Options: []games.Option{
			games.Enum(optSize, "columns x rows of the board, which is also the length of a line", "4x4", "3x3", "5x5"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			width, _ := c.Size(optSize)
			return newGame(width), nil
		},
	}
}
