// Package tictactoe implements the m,n,k-games. On a board of m columns and n rows,
// the first player with k stones in a column, a row or a diagonal wins or, in the
// misère version, loses. The rules follow J. W. H. M. Uiterwijk and H. J. van den
// Herik, "The advantage of the initiative", Information Sciences 122 (2000).
package tictactoe

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
)

// Entry returns the game tictactoe.
func Entry() games.Entry {
	return games.Entry{
		Name:    "tictactoe",
		Summary: "noughts and crosses on any board: the first three in a row win",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 32 cells", 3, 3, 1, 16),
			games.Int("in-a-row", "stones in a row that win", 3, 2, 16),
			games.Enum("misere", "whether a full row loses instead of winning", "no", "yes").Says("a full row wins | a full row loses"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	b, err := grid.Sized(c, "tictactoe", grid.MaxStones)
	if err != nil {
		return nil, err
	}
	inARow := c.Int("in-a-row")
	if longest := max(b.Width, b.Height); inARow > longest {
		return nil, games.BadInput("tictactoe: in-a-row=%d does not fit on a board of size=%dx%d; use in-a-row=%d or less, or a larger size",
			inARow, b.Width, b.Height, longest)
	}
	return newGame(b, inARow, c.String("misere") == "yes"), nil
}

func (g *game) describe() games.Info {
	title := "Tic-tac-toe"
	if g.Width != 3 || g.Height != 3 || g.inARow != 3 {
		title = fmt.Sprintf("%d,%d,%d-game", g.Width, g.Height, g.inARow)
	}
	end := "wins"
	if g.misere {
		title += " (misère)"
		end = "loses"
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
			"The players take turns and must move. A move places a stone on an empty cell. Stones do not move.",
			fmt.Sprintf("The first player with %d adjacent stones in a column, a row or a diagonal %s. More than %d stones count too. A full board without such a line is a draw.",
				g.inARow, end, g.inARow),
			"The winner gets 100, the loser 0; in a draw both get 50.",
		},
	}
}

func (g *game) Draw(s uint64) games.Drawing {
	d := g.DrawStones(s, g.status(s)).WithFigures([2]games.Figure{games.Cross, games.Ring})
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
