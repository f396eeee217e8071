// Package dodgem implements Colin Vout's game Dodgem. One player moves cars to the
// right, the other moves cars up, and the first player whose cars have all left the
// board wins.
//
// The rules follow Berlekamp, Conway and Guy, Winning Ways for Your Mathematical
// Plays, chapter 22. According to published results, the first player wins on 3x3
// (Winning Ways), and 4x4 and 5x5 are draws by endless play (David desJardins,
// 1996).
package dodgem

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// Entry returns the registry entry for dodgem.
func Entry() games.Entry {
	return games.Entry{
		Name:    "dodgem",
		Summary: "two sides drive across each other's path; the first to leave the board wins",
		Options: []games.Option{
			games.Enum("size", "columns x rows of the board; each side has one car less than the number of columns", "3x3", "4x4", "5x5"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			width, _ := c.Size("size")
			return newGame(width), nil
		},
	}
}

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
			"The players take turns and must move. A move takes one of the player's cars to a neighbouring empty cell: the left player's cars move right, up or down, and the bottom player's up, left or right. Cars never move backward, and nothing is captured.",
			fmt.Sprintf("A car on the far side leaves the board by a step forward: the left player's from column %s, the bottom player's from row %d. It does not return.", last, b.Width),
			"A player wins when the last of the player's cars has left the board. A player also wins if all of the player's cars are blocked on the player's turn, so a player must not block the opponent completely. The winner gets 100, the loser 0. Positions may repeat: endless play is a draw.",
		},
	}
}

func (g *game) Draw(s uint64) games.Drawing {
	p := unpack(s)
	legend := []string{"empty cell", "left player's car, goes right", "bottom player's car, goes up"}
	return g.DrawPieces(p.glyph, glyphs, legend, g.status(p)).WithFigures([2]games.Figure{games.Arrow, games.ArrowUp})
}

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

// FormatState returns the rows from top to bottom, joined by '/' and followed by the
// side to move, as in "l../l../.bb:l".
func (g *game) FormatState(s uint64) string {
	p := unpack(s)
	return g.Format(p.glyph) + ":" + string(marks[p.mover])
}

func (p position) glyph(cell int) byte {
	return grid.Glyph(cell, glyphs, uint64(p.cars(left)), uint64(p.cars(bottom)))
}

// Characters in the text of a position.
const (
	marks  = "lb"
	glyphs = "." + marks
)

func (b *board) cellName(set uint32) string { return b.Name(bits.TrailingZeros32(set)) }

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
			return position{}, fmt.Errorf("%s has %d cars; the maximum is %d", name, n, b.Width-1)
		}
	}
	if p.own == 0 {
		return position{}, fmt.Errorf("%s is to move but has no cars left, so the game was over before the last move", b.roles()[p.mover])
	}
	return p, nil
}

// Moves returns the names of the moves, such as "a2-b2" or, for an exit, "c2-off".
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
