package tictactoe

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
)

// describe makes what people read about the variant.
func (g *game) describe() games.Info {
	title := "Tic-tac-toe"
	if g.Width != 3 || g.Height != 3 || g.inARow != 3 {
		title = fmt.Sprintf("%d,%d,%d-game", g.Width, g.Height, g.inARow)
	}
	end := "has won"
	if g.misere {
		title += " (misère)"
		end = "has lost"
	}
	return games.Info{
		Title:     title,
		Roles:     []string{"x", "o"},
		Total:     100,
		Payoffs:   []int{0, 50, 100},
		LayerName: "ply",
		Symmetry:  symmetry.Describe(g.Width, g.Height),
		Rules: []string{
			fmt.Sprintf("The board has %d columns and %d rows and is empty at the start. x moves first.", g.Width, g.Height),
			"The players take turns and must move. A move puts an own stone on an empty cell, where it stays.",
			fmt.Sprintf("A player who has %d own stones next to each other in a column, in a row or on a diagonal %s, and the game is over. More than %d count too. A full board without that is a draw.",
				g.inARow, end, g.inARow),
			"The winner gets 100, the loser 0; a draw is 50 for both.",
		},
	}
}

// Draw shows the board.
func (g *game) Draw(s uint64) games.Drawing {
	legend := map[rune]string{xStone: "stone of x", oStone: "stone of o", emptyCell: "empty cell"}
	return g.Board.Draw(func(cell int) games.Cell { return grid.Piece(g.glyph(s, cell), glyphs) }, legend, g.status(s))
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	roles, role := g.info.Roles, mover(s)
	switch w := g.winner(s); {
	case w >= 0:
		return fmt.Sprintf("%s has won: %s has %d in a row", roles[w], roles[1-role], g.inARow)
	case g.open(s) == 0:
		return "a draw: the board is full"
	}
	return roles[role] + " to move"
}
