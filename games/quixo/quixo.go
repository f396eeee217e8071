// Package quixo implements Thierry Chapeau's game Quixo. A move takes a tile from
// the edge of the board and pushes it in elsewhere. A full line of a player's marks
// wins.
//
// The rules follow Gigamic, as interpreted by Tanaka, Bonnet, Tixeuil and Tamura,
// Quixo Is Solved (2020): a move that completes a line of the opponent's marks
// loses, even if it also completes a line of the player's own. According to them,
// 5x5 is a draw by endless play, and the first player wins on 3x3 and 4x4.
package quixo

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// Entry returns the game quixo.
func Entry() games.Entry {
	return games.Entry{
		Name:    "quixo",
		Summary: "tiles taken from the edge are marked and pushed in elsewhere; a full line wins",
		Options: []games.Option{
			games.Enum("size", "columns x rows of the board; also the length of a winning line", "4x4", "3x3", "5x5"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			width, _ := c.Size("size")
			return newGame(width), nil
		},
	}
}

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
			"The players take turns and must move. A move takes a tile from the edge of the board that is blank or has the player's own mark, marks it, and pushes it back in at another end of its row or column: the tiles in between shift to fill the gap.",
			fmt.Sprintf("The first player with %d own marks in a row, a column or a long diagonal wins. A move that completes a line of the opponent loses, even if it completes one of the player's own as well.", b.Width),
			"The winner gets 100, the loser 0. A move always exists. Positions may repeat: endless play is a draw.",
		},
	}
}

func (g *game) Draw(s uint64) games.Drawing {
	d := g.DrawPieces(tiles(s), glyphs, []string{"blank tile", "first player's tile", "second player's tile"}, g.status(s)).WithFigures([2]games.Figure{games.Cross, games.Ring})
	if own, other := g.lines(s &^ turns.Bit); own || other {
		return d.WithRow(g.Width)
	}
	return d
}

func (g *game) status(s uint64) string {
	own, other := g.lines(s &^ turns.Bit)
	name, opponent := g.About.Roles[turns.Mover(s)], g.About.Roles[1-turns.Mover(s)]
	switch {
	case own:
		return fmt.Sprintf("%s has won: %s has completed the line", name, opponent)
	case other:
		return fmt.Sprintf("%s has won with a full line", opponent)
	}
	return fmt.Sprintf("%s to move; blank tiles: %d", name, g.Cells()-bits.OnesCount64(s&^turns.Bit))
}
