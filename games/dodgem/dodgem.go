// Package dodgem is Colin Vout's game of two crossing columns of cars: one side
// drives to the right, the other upwards, and who is off the board first wins.
//
// The rules are those of Berlekamp, Conway and Guy, Winning Ways for Your
// Mathematical Plays, chapter 22. Published: the first player wins on 3x3
// (Winning Ways); 4x4 and 5x5 are draws by endless play (David desJardins, 1996);
// 1,963 positions can be reached on 3x3, 393,900 on 4x4 and 164,308,067 on 5x5,
// the side to move counted (the database of sekika/dodgem-py).
package dodgem

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Entry is the game dodgem with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "dodgem",
		Summary: "two sides drive across each other's way; who is off the board first wins",
		Options: []games.Option{
			games.Enum("size", "columns x rows of the board; a side has one car less than that", "3x3", "4x4", "5x5"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			width, _ := c.Size("size")
			return newGame(width), nil
		},
	}
}

// roles names the roles.
func (b *board) roles() []string { return []string{"left", "bottom"} }

// describe makes what people read about the variant.
func (b *board) describe() games.Info {
	last := string(rune('a' + b.Width - 1))
	return games.Info{
		Title:    "Dodgem",
		Roles:    b.roles(),
		Total:    100,
		Payoffs:  []int{0, 50, 100},
		Symmetry: "columns and rows exchanged, and with them the players and the side to move",
		Rules: []string{
			fmt.Sprintf("The board has %d columns, a to %s, and %d rows. At the start the left player's cars, l, stand on column a except a1, the bottom player's, b, on row 1 except a1: %d cars each. The left player moves first.",
				b.Width, last, b.Width, b.Width-1),
			"The players take turns and must move. A move takes one own car to an empty cell next to it: the left player's cars go right, up or down, the bottom player's go up, left or right. They never go backward, and nothing is captured.",
			fmt.Sprintf("A car leaves the board by a step forward from the far side: the left player's from column %s, the bottom player's from row %d. It does not come back.", last, b.Width),
			"A player whose last car has left the board has won, and the game is over. A player who is to move and whose cars are all blocked has won too: it is the other one who must not block completely. The winner gets 100, the loser 0. There is no rule against repeating positions: play that never ends is a draw.",
		},
	}
}

// Draw shows the board from above, row 1 at the bottom.
func (g *game) Draw(s uint64) games.Drawing {
	p := unpack(s)
	legend := []string{"empty cell", "left player's car, goes right", "bottom player's car, goes up"}
	return g.DrawPieces(p.glyph, glyphs, legend, g.status(p))
}

// status says whose turn it is, or who has won and why.
func (g *game) status(p position) string {
	name, other := g.About.Roles[p.mover], g.About.Roles[p.mover^1]
	switch {
	case p.other == 0:
		return fmt.Sprintf("%s has won: all its cars are off the board", other)
	case g.moves(p) == 0:
		return fmt.Sprintf("%s has won: %s has blocked it completely", name, other)
	}
	off := func(role int) int { return g.Width - 1 - bits.OnesCount32(p.cars(role)) }
	return fmt.Sprintf("%s to move; cars off the board: left %d, bottom %d", name, off(left), off(bottom))
}
