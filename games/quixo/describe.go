package quixo

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// describe makes what people read about the variant.
func (b *board) describe() games.Info {
	last := string(rune('a' + b.Width - 1))
	return games.Info{
		Title:    "Quixo",
		Roles:    []string{"first", "second"},
		Total:    100,
		Payoffs:  []int{0, 50, 100},
		Symmetry: "turns and reflections of the board; the players exchanged together with the side to move",
		Rules: []string{
			fmt.Sprintf("The board is full of tiles: %d columns, a to %s, and %d rows. All tiles are blank at the start. The first player's mark is x, the second player's is o.",
				b.Width, last, b.Width),
			"The players take turns and must move. A move takes a tile from the edge of the board that is blank or has the player's own mark, marks it, and pushes it in again at an end of the row or the column that it was taken from, but not where it was: the tiles between move up to fill the gap.",
			fmt.Sprintf("A player with %d own marks in a row, a column or a long diagonal has won, and the game is over. A move that completes a line of the opponent loses, even if it completes one of the player's own as well.", b.Width),
			"The winner gets 100, the loser 0. Nobody passes: there always is a move. There is no rule against repeating positions: play that never ends is a draw.",
		},
	}
}

// Draw shows the board from above, row 1 at the bottom.
func (g *game) Draw(s uint64) games.Drawing {
	legend := map[rune]string{xTile: "first player's tile", oTile: "second player's tile", blank: "blank tile"}
	return g.Board.Draw(func(cell int) games.Cell { return grid.Piece(glyph(s, cell), glyphs) }, legend, g.status(s))
}

// status says whose turn it is, or who has won and why.
func (g *game) status(s uint64) string {
	own, other := g.lines(s &^ turns.Bit)
	name, opponent := g.info.Roles[turns.Mover(s)], g.info.Roles[1-turns.Mover(s)]
	switch {
	case own:
		return fmt.Sprintf("%s has won: %s has completed a line for it", name, opponent)
	case other:
		return fmt.Sprintf("%s has won: it has a full line", opponent)
	}
	return fmt.Sprintf("%s to move; blank tiles: %d", name, g.Cells()-bits.OnesCount64(s&^turns.Bit))
}
