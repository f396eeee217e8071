// Package connect4 is the game of stones that drop into columns: four in a row
// win. Boards of other sizes and rows of other lengths are options. The rules are
// those of Connect Four (Milton Bradley, 1974), the scores those of Pascal Pons'
// sets of test positions: the earlier a win, the more it counts. The package also
// holds what a search can see of a position without searching; see Look.
package connect4

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// maxBits is how many bits a state may have.
const maxBits = 63

// Entry is the game connect4 with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "connect4",
		Summary: "stones drop into columns; four in a row win, the sooner the better",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board; columns times one more than the rows is at most 63", 7, 6, 2, 20),
			games.Int("connect", "stones in a row that win", 4, 3, 20),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options. Each height has code of
// its own, see rows.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	connect := c.Int("connect")
	if width*(height+1) > maxBits {
		return nil, games.BadInput("connect4: size=%dx%d needs %d bits, %d columns of one more than %d: at most %d are possible, as in size=%dx%d",
			width, height, width*(height+1), width, height, maxBits, width, maxBits/width-1)
	}
	if connect > max(width, height) {
		return nil, games.BadInput("connect4: connect=%d has no room on a board of size=%dx%d: type connect=%d or less, or a larger size",
			connect, width, height, max(width, height))
	}
	b := newBoard(width, height, connect)
	switch height {
	case 4:
		return newGame[[5]struct{}](b), nil
	case 5:
		return newGame[[6]struct{}](b), nil
	case 6:
		return newGame[[7]struct{}](b), nil
	case 7:
		return newGame[[8]struct{}](b), nil
	case 8:
		return newGame[[9]struct{}](b), nil
	}
	return newGame[[0]struct{}](b), nil
}

// describe makes what people read about the variant.
func (b *board) describe() games.Info {
	title := "Connect Four"
	if b.connect != 4 {
		title = fmt.Sprintf("Connect %d", b.connect)
	}
	first, second := (b.cells+1)/2, b.cells/2
	return games.Info{
		Title:     title,
		Roles:     []string{"first", "second"},
		LayerName: "ply",
		Symmetry:  "left-right mirror",
		Rules: []string{
			fmt.Sprintf("The board has %d columns, 1 to %d from the left, and %d rows; it stands upright and is empty at the start.", b.width, b.width, b.height),
			"The players take turns and must move. A move drops a stone into a column that is not full, where it falls onto the lowest empty cell. The first player's stones are x, the second player's are o.",
			fmt.Sprintf("A player who has %d stones next to each other in a column, in a row or on a diagonal has won, and the game is over. A full board without that is a draw.", b.connect),
			fmt.Sprintf("Sooner is better: a win scores 1 and 1 more for each stone that the winner has not needed of the %d of the first player or the %d of the second. So a win with the winner's stone number n scores %d - n for the first player and %d - n for the second. The loser has the negative of it, and a draw is 0.",
				first, second, first+1, second+1),
		},
	}
}

// Draw shows the board as it stands.
func (g *game[R]) Draw(s uint64) games.Drawing {
	p := g.decode(s)
	legend := []string{"empty cell", "first player's stone", "second player's stone"}
	d := g.grid().DrawPieces(g.glyphs(p), glyphs, legend, g.status(p))
	d.Columns = grid.Numbers(1, g.width)
	return d
}

// status says whose turn it is, or who has won.
func (g *game[R]) status(p position) string {
	n := g.stones(p)
	switch mover := n & 1; {
	case g.connected(p.opp):
		return fmt.Sprintf("%s has won with stone %d of both players, score %d", g.About.Roles[mover^1], n, g.winAt(n))
	case p.empty == 0:
		return "a draw: the board is full"
	default:
		return fmt.Sprintf("%s to move; stones: %d", g.About.Roles[mover], n)
	}
}
