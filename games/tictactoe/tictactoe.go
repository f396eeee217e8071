// Package tictactoe is the family of m,n,k-games: two players put stones on
// the cells of a board of m columns and n rows, and who first has k in a row,
// in a column, in a row of cells or on a diagonal, has won. Tic-tac-toe itself
// is the 3,3,3-game. Rules as in J. W. H. M. Uiterwijk and H. J. van den Herik,
// "The advantage of the initiative", Information Sciences 122 (2000); in the
// misère version a row of k loses.
package tictactoe

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
)

// maxCells is how many cells a board may have: a state has two bits a cell.
const maxCells = 32

// Entry is the game tictactoe with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "tictactoe",
		Summary: "noughts and crosses on any board: the first three in a row win",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 32 cells", 3, 3, 1, 16),
			games.Int("in-a-row", "stones in a row that win", 3, 2, 16),
			games.Enum("misere", "whether a full row loses instead of winning", "no", "yes"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	inARow := c.Int("in-a-row")
	if err := (grid.Board{Width: width, Height: height}).Fits("tictactoe", maxCells); err != nil {
		return nil, err
	}
	if inARow > max(width, height) {
		return nil, games.BadInput("tictactoe: in-a-row=%d has no room on a board of size=%dx%d: type in-a-row=%d or less, or a larger size",
			inARow, width, height, max(width, height))
	}
	return newGame(width, height, inARow, c.String("misere") == "yes"), nil
}

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
	d := g.DrawPieces(g.glyphs(s), glyphs, []string{"empty cell", "stone of x", "stone of o"}, g.status(s)).WithFigures([2]games.Figure{games.Cross, games.Ring})
	if g.winner(s) >= 0 {
		return d.WithRow(g.inARow)
	}
	return d
}

func (g *game) status(s uint64) string {
	roles, role := g.About.Roles, mover(s)
	switch w := g.winner(s); {
	case w >= 0:
		return fmt.Sprintf("%s has won: %s has %d in a row", roles[w], roles[1-role], g.inARow)
	case g.open(s) == 0:
		return "a draw: the board is full"
	}
	return roles[role] + " to move"
}
