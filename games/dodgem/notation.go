package dodgem

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

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

// parse reads a position. Its errors say what is wrong and where.
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
