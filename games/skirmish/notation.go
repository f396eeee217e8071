package skirmish

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

func (b *board) side() int { return b.inner + 2 }

// FormatState returns the rows of the whole board from top to bottom joined by '/',
// the step, and the captures of red and blue, as in
// "#####/#...#/r...b/#...#/#####:1:0:0".
func (g *game) FormatState(s [2]uint64) string {
	cells := g.grid().Format(func(at int) byte { return g.glyph(s, g.cellAt(at)) })
	return fmt.Sprintf("%s:%d:%d:%d", cells, step(s), captures(s, 0), captures(s, 1))
}

func (b *board) grid() grid.Board { return grid.Board{Width: b.side(), Height: b.side()} }

// cellAt returns the cell at a place on the whole board, or -1 if pieces cannot
// enter it.
func (b *board) cellAt(place int) int { return b.cell(place%b.side()+1, place/b.side()+1) }

// Characters of a free cell and of each role's pieces, and of cells that pieces
// cannot enter.
const (
	glyphs = ".rb"
	outer  = '#'
)

// glyph returns the character that represents a cell. The cell may be -1.
func (b *board) glyph(s [2]uint64, cell int) byte {
	if cell < 0 {
		return outer
	}
	return grid.Glyph(cell, glyphs, s[0], s[1])
}

func (g *game) ParseState(text string) ([2]uint64, error) {
	s, err := g.parse(text)
	return turns.Parsed(g, text, s, err)
}

func (b *board) parse(text string) (s [2]uint64, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != 4 {
		return s, fmt.Errorf("expected CELLS:STEP:RED:BLUE, where RED and BLUE are the captures of each side")
	}
	rows, err := grid.Rows(parts[0], b.side())
	if err != nil {
		return s, err
	}
	for i, row := range rows {
		if err := b.parseRow(&s, row, b.side()-i); err != nil {
			return s, err
		}
	}
	at, err := number("the step", parts[1], 1, b.length)
	if err != nil {
		return s, err
	}
	for role, name := range []string{"red", "blue"} {
		// Red makes plies 1, 3, ....
		plies := (at - role) / 2
		n, err := number(name+"'s captures", parts[2+role], 0, min(plies, int(b.limit)))
		if err != nil {
			return s, err
		}
		s[role] |= uint64(n) << captureShift
	}
	s[1] |= uint64(at) << stepShift
	return s, b.checkPieces(s)
}

// number parses an integer in [low, high], written in canonical form.
func number(what, text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%s must be a number from %d to %d, not %q", what, low, high, text)
	}
	return n, nil
}

func (b *board) parseRow(s *[2]uint64, row string, y int) error {
	if len(row) != b.side() {
		return fmt.Errorf("row %d has %d characters, expected %d", y, len(row), b.side())
	}
	for i := range len(row) {
		x := i + 1
		cell := b.cell(x, y)
		if (cell < 0) != (row[i] == outer) {
			if cell < 0 {
				return fmt.Errorf("%q at %d.%d must be '#' because pieces cannot enter this cell", row[i], x, y)
			}
			return fmt.Errorf("'#' at %d.%d must be r, b or '.'", x, y)
		}
		role := strings.IndexByte(glyphs, row[i]) - 1
		switch {
		case row[i] == glyphs[0] || row[i] == outer:
			continue
		case role < 0:
			return fmt.Errorf("invalid character %q at %d.%d, expected r, b, '.' or '#'", row[i], x, y)
		}
		if b.home[1-role]&(1<<cell) != 0 {
			return fmt.Errorf("%q at %d.%d is on the other side's start cell", row[i], x, y)
		}
		s[role] |= 1 << cell
	}
	return nil
}

// checkPieces returns an error if the numbers of pieces and captures are impossible.
func (b *board) checkPieces(s [2]uint64) error {
	for role, name := range []string{"red", "blue"} {
		n := bits.OnesCount64(s[role] & cellMask)
		switch b.respawn {
		case respawnEvery:
			if s[role]&b.home[role] == 0 {
				return fmt.Errorf("%s's start cell is empty; it must have a piece after every ply", name)
			}
		case respawnCaptured:
			if n != 1 {
				return fmt.Errorf("%d %s pieces, expected 1", n, name)
			}
		default:
			if lost := captures(s, role^1); n+lost != 1 {
				return fmt.Errorf("%d %s pieces and %d captured, expected 1 in total", n, name, lost)
			}
		}
	}
	return nil
}

// cellName returns the name of a cell in the form column.row. Columns and rows are
// numbered from 1 on the whole board.
func (b *board) cellName(cell int) string {
	x, y := b.place(cell)
	return fmt.Sprintf("%d.%d", x, y)
}

const pass = "noop" // the move of a player who has no other move

// Moves returns the names of the moves, such as "1.4-3.3", "1.4x3.3" or "noop".
func (g *game) Moves(s [2]uint64) [games.MaxRoles][]string {
	if step(s) >= g.length {
		return [games.MaxRoles][]string{}
	}
	var names []string
	v, who := g.view(s), mover(s)
	for m := v.own; m != 0; m &= m - 1 {
		from := bits.TrailingZeros64(m)
		for t := g.targets(&v, from); t != 0; t &= t - 1 {
			sign := "-"
			if v.opp&t&-t != 0 {
				sign = "x"
			}
			names = append(names, g.cellName(from)+sign+g.cellName(bits.TrailingZeros64(t)))
		}
	}
	if names == nil {
		names = []string{pass}
	}
	return turns.Moves(who, names)
}
