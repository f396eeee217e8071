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
	"zermelo/games/grid"
	"zermelo/games/turns"
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
	return g.DrawPieces(p.glyph, glyphs, legend, g.status(p)).WithFigures([2]games.Figure{games.Arrow, games.ArrowUp})
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

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "l../l../.bb:l".
func (g *game) FormatState(s uint64) string {
	p := unpack(s)
	return g.Format(p.glyph) + ":" + string(marks[p.mover])
}

// glyph is the character of one cell.
func (p position) glyph(cell int) byte {
	return grid.Glyph(cell, glyphs, uint64(p.cars(left)), uint64(p.cars(bottom)))
}

// The characters of a position: of the roles, and with that of an empty cell.
const (
	marks  = "lb"
	glyphs = "." + marks
)

// cellName is the name of a cell, the lowest of a set.
func (b *board) cellName(set uint32) string { return b.Name(bits.TrailingZeros32(set)) }

// ParseState reads what FormatState writes; a digit may stand for as many empty
// cells.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, pack(p), err)
}

func (b *board) parse(text string) (position, error) {
	cells, mover, err := turns.Cut(text, "side", "l", "b")
	if err != nil {
		return position{}, err
	}
	cars, err := b.ParseSets(cells, glyphs)
	if err != nil {
		return position{}, err
	}
	p := position{own: uint32(cars[mover]), other: uint32(cars[1-mover]), mover: mover}
	for role, name := range b.roles() {
		if n := bits.OnesCount64(cars[role]); n >= b.Width {
			return position{}, fmt.Errorf("%d cars of %s, want at most %d", n, name, b.Width-1)
		}
	}
	if p.own == 0 {
		return position{}, fmt.Errorf("%s has no car left and to move: the game was over before", b.roles()[p.mover])
	}
	return p, nil
}

// Moves names the moves in the order of Expand, as in "a2-b2" and, for a car
// that leaves, "c2-off".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	p := unpack(s)
	if p.other == 0 {
		return [games.MaxRoles][]string{}
	}
	steps, leave := g.targets(p)
	var names []string
	for i, to := range steps {
		for ; to != 0; to &= to - 1 {
			cell := to & -to
			names = append(names, g.cellName(bits.RotateLeft32(cell, -g.steps[p.mover][i].rotate))+"-"+g.cellName(cell))
		}
	}
	for ; leave != 0; leave &= leave - 1 {
		names = append(names, g.cellName(leave)+"-off")
	}
	return turns.Moves(p.mover, names)
}
