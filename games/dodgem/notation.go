package dodgem

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
)

// The characters of a position.
const (
	leftCar   = 'l'
	bottomCar = 'b'
	emptyCell = '.'
)

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "l../l../.bb:l".
func (g *game) FormatState(s uint64) string {
	p := unpack(s)
	var t strings.Builder
	for y := g.width - 1; y >= 0; y-- {
		for x := range g.width {
			t.WriteByte(g.glyph(p, x, y))
		}
		if y > 0 {
			t.WriteByte('/')
		}
	}
	t.WriteByte(':')
	t.WriteByte("lb"[p.mover])
	return t.String()
}

// glyph is the character of one cell.
func (b *board) glyph(p position, x, y int) byte {
	cell := b.cell(x, y)
	switch {
	case p.cars(left)&cell != 0:
		return leftCar
	case p.cars(bottom)&cell != 0:
		return bottomCar
	}
	return emptyCell
}

// cell is column x and row y, counted from 0.
func (b *board) cell(x, y int) uint32 { return 1 << (y*b.width + x) }

// cellName is the column's letter and the row's number, as in "a1".
func (b *board) cellName(cell uint32) string {
	i := bits.TrailingZeros32(cell)
	return fmt.Sprintf("%c%d", 'a'+i%b.width, i/b.width+1)
}

// ParseState reads what FormatState writes; a digit may stand for as many empty
// cells.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	if err != nil {
		return 0, games.BadInput("position %q: %v; the start is %s", text, err, g.FormatState(g.Start()))
	}
	return pack(p), nil
}

// parse reads a position. Its errors say what is wrong and where.
func (b *board) parse(text string) (position, error) {
	cells, mover, ok := strings.Cut(text, ":")
	if !ok || mover != "l" && mover != "b" {
		return position{}, fmt.Errorf("want the side to move at the end, :l or :b")
	}
	rows := strings.Split(cells, "/")
	if len(rows) != b.width {
		return position{}, fmt.Errorf("%d rows joined by '/', want %d", len(rows), b.width)
	}
	var cars [2]uint32
	for i, row := range rows {
		if err := b.parseRow(&cars, row, b.width-1-i); err != nil {
			return position{}, err
		}
	}
	p := position{own: cars[left], other: cars[bottom]}
	if mover == "b" {
		p = position{own: p.other, other: p.own, mover: bottom}
	}
	for role, name := range b.roles() {
		if n := bits.OnesCount32(cars[role]); n >= b.width {
			return position{}, fmt.Errorf("%d cars of %s, want at most %d", n, name, b.width-1)
		}
	}
	if p.own == 0 {
		return position{}, fmt.Errorf("%s has no car left and to move: the game was over before", b.roles()[p.mover])
	}
	return p, nil
}

// parseRow reads the cells of row y, counted from 0.
func (b *board) parseRow(cars *[2]uint32, row string, y int) error {
	x := 0
	for _, c := range row {
		run := 1
		if c >= '1' && c <= '9' {
			run, c = int(c-'0'), emptyCell
		}
		if x+run > b.width {
			return fmt.Errorf("row %d is too long, want %d cells", y+1, b.width)
		}
		switch c {
		case leftCar:
			cars[left] |= b.cell(x, y)
		case bottomCar:
			cars[bottom] |= b.cell(x, y)
		case emptyCell:
		default:
			return fmt.Errorf("character %q in row %d, want %c, %c or '.'", c, y+1, leftCar, bottomCar)
		}
		x += run
	}
	if x < b.width {
		return fmt.Errorf("row %d has %d cells, want %d", y+1, x, b.width)
	}
	return nil
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
