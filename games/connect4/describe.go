package connect4

import (
	"fmt"
	"strconv"

	"zermelo/games"
)

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
	d := games.Drawing{Width: g.width, Height: g.height, Notes: []string{g.status(p)}}
	for x := range g.width {
		d.Columns = append(d.Columns, strconv.Itoa(x+1))
	}
	seen := map[byte]bool{}
	legend := map[byte]string{firstStone: "x first player's stone", secondStone: "o second player's stone", emptyCell: ". empty cell"}
	for y := range g.height {
		d.Rows = append(d.Rows, strconv.Itoa(g.height-y))
		for x := range g.width {
			glyph := g.glyph(p, g.cell(x, y))
			cell := games.Cell{Glyph: rune(glyph)}
			switch glyph {
			case firstStone:
				cell.Kind = games.Piece
			case secondStone:
				cell.Kind, cell.Role = games.Piece, 1
			}
			d.Cells = append(d.Cells, cell)
			if !seen[glyph] {
				seen[glyph] = true
				d.Legend = append(d.Legend, legend[glyph])
			}
		}
	}
	return d
}

// status says whose turn it is, or who has won.
func (g *game[R]) status(p position) string {
	n := g.stones(p)
	switch mover := n & 1; {
	case g.connected(p.opp):
		return fmt.Sprintf("%s has won with stone %d of both players, score %d", g.info.Roles[mover^1], n, g.winAt(n))
	case p.empty == 0:
		return "a draw: the board is full"
	default:
		return fmt.Sprintf("%s to move; stones: %d", g.info.Roles[mover], n)
	}
}
