package dodgem

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	leftCar   = 'l'
	bottomCar = 'b'
	emptyCell = '.'
	glyphs    = ".lb"
)

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "l../l../.bb:l".
func (g *game) FormatState(s uint64) string {
	p := unpack(s)
	return g.Format(p.glyph) + ":" + string("lb"[p.mover])
}

// glyph is the character of one cell.
func (p position) glyph(cell int) byte {
	switch {
	case p.cars(left)>>cell&1 != 0:
		return leftCar
	case p.cars(bottom)>>cell&1 != 0:
		return bottomCar
	}
	return emptyCell
}

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
	cells, mover, ok := strings.Cut(text, ":")
	if !ok || mover != "l" && mover != "b" {
		return position{}, fmt.Errorf("want the side to move at the end, :l or :b")
	}
	var cars [2]uint32
	if err := b.Parse(cells, glyphs, func(cell int, glyph byte) {
		switch glyph {
		case leftCar:
			cars[left] |= 1 << cell
		case bottomCar:
			cars[bottom] |= 1 << cell
		}
	}); err != nil {
		return position{}, err
	}
	p := position{own: cars[left], other: cars[bottom]}
	if mover == "b" {
		p = position{own: p.other, other: p.own, mover: bottom}
	}
	for role, name := range b.roles() {
		if n := bits.OnesCount32(cars[role]); n >= b.Width {
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
	var moves [games.MaxRoles][]string
	p := unpack(s)
	if p.other == 0 {
		return moves
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
	moves[p.mover] = names
	return moves
}
