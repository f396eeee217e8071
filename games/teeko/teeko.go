// Package teeko is John Scarne's game of four pieces each, which are dropped on
// a board of 5x5 cells and then moved: four in a line or in a square win.
//
// The rules are those of Guy Steele, Summary of the Solving of the Game of Teeko
// (1999), after Scarne on Teeko (1955). Steele found that Standard Teeko, with 44
// winning sets of cells, is a draw, and that Advanced Teeko, where squares of
// any size win, 58 sets in all, is won by the first player in 13 plies.
package teeko

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// Entry is the game teeko with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "teeko",
		Summary: "four pieces each are dropped, then moved; four in a line or in a square win",
		Options: []games.Option{
			games.Enum("goals", "what wins: four in a line or in a square of 2x2 cells (standard), or at the corners of a larger square too (advanced)", "standard", "advanced"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			return newGame(c.String("goals") == "advanced"), nil
		},
	}
}

// describe makes what people read about the variant.
func describe(large bool) games.Info {
	title, squares := "Teeko", "in a square of 2x2 cells: 44 sets of cells in all"
	if large {
		title, squares = "Advanced Teeko", "at the four corners of a square of any size, from 2x2 to 5x5 cells: 58 sets of cells in all"
	}
	return games.Info{
		Title:    title,
		Roles:    []string{"black", "red"},
		Total:    100,
		Payoffs:  []int{0, 50, 100},
		Symmetry: "turns and reflections of the board; once all pieces are on the board, the players exchanged together with the side to move",
		Rules: []string{
			"The board has 5 columns, a to e, and 5 rows; it is empty at the start. Each player has four pieces: black's are b, red's are r. Black begins.",
			"The players take turns and must move. As long as a player has pieces left, a turn drops one on an empty cell, any of them, the centre included. After that a turn moves one own piece to an empty cell next to it, in any of the eight directions. Nothing is captured.",
			"A player whose four pieces stand side by side in a row, in a column or on a diagonal, or " + squares + ", has won, and the game is over; while pieces are dropped too.",
			"The winner gets 100, the loser 0. There is no rule against repeating positions: play that never ends is a draw.",
		},
	}
}

// Draw shows the board from above, row 1 at the bottom.
func (g *game) Draw(s uint64) games.Drawing {
	return layout().DrawPieces(shown(s), glyphs, []string{"empty cell", "black piece", "red piece"}, g.status(s))
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	own, other := unpack(s)
	name, opponent := g.About.Roles[turns.Mover(s)], g.About.Roles[1-turns.Mover(s)]
	switch {
	case g.wins(other):
		return fmt.Sprintf("%s has won", opponent)
	case dropping(own):
		return fmt.Sprintf("%s to drop a piece; left to drop: %s %d, %s %d", name,
			name, pieces-bits.OnesCount32(own), opponent, pieces-bits.OnesCount32(other))
	}
	return name + " to move"
}
