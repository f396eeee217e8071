package breakthrough

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	whitePiece = 'w'
	blackPiece = 'b'
	emptyCell  = '.'
	holeCell   = '#'
)

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "bbb/.../www:w".
func (g *game[S]) FormatState(s S) string {
	p := unpack(g.board, s)
	var t strings.Builder
	for y := g.height; y >= 1; y-- {
		for x := 1; x <= g.width; x++ {
			t.WriteByte(g.glyph(p, g.bit(x, y)))
		}
		if y > 1 {
			t.WriteByte('/')
		}
	}
	t.WriteByte(':')
	t.WriteByte("wb"[p.mover])
	return t.String()
}

// glyph is the character of one cell.
func (b *board) glyph(p position, cell uint64) byte {
	switch {
	case p.side(0)&cell != 0:
		return whitePiece
	case p.side(1)&cell != 0:
		return blackPiece
	case b.holes&cell != 0:
		return holeCell
	}
	return emptyCell
}

// ParseState reads what FormatState writes; a digit may stand for as many
// empty cells.
func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, pack[S](g.board, p), err)
}

// parse reads a position. Its errors say what is wrong and where.
func (b *board) parse(text string) (position, error) {
	cells, mover, ok := strings.Cut(text, ":")
	if !ok || mover != "w" && mover != "b" {
		return position{}, fmt.Errorf("want the side to move at the end, :w or :b")
	}
	rows := strings.Split(cells, "/")
	if len(rows) != b.height {
		return position{}, fmt.Errorf("%d rows joined by '/', want %d", len(rows), b.height)
	}
	var sides [2]uint64
	for i, row := range rows {
		if err := b.parseRow(&sides, row, b.height-i); err != nil {
			return position{}, err
		}
	}
	p := position{own: sides[0], opp: sides[1]}
	if mover == "b" {
		p = position{sides[1], sides[0], 1}
	}
	return p, b.checkCounts(p)
}

// parseRow reads the cells of row y.
func (b *board) parseRow(sides *[2]uint64, row string, y int) error {
	x := 1
	for _, c := range row {
		run := 1
		if c >= '1' && c <= '9' {
			run = int(c - '0')
			c = emptyCell
		}
		for range run {
			if x > b.width {
				return fmt.Errorf("row %d is too long, want %d cells", y, b.width)
			}
			cell := b.bit(x, y)
			switch c {
			case whitePiece:
				sides[0] |= cell
			case blackPiece:
				sides[1] |= cell
			case emptyCell, holeCell:
			default:
				return fmt.Errorf("character %q in row %d, want w, b, '.' or '#'", c, y)
			}
			if hole := b.holes&cell != 0; hole != (c == holeCell) {
				if hole {
					return fmt.Errorf("%s is a hole in this variant, want '#' there", b.cellName(cell))
				}
				return fmt.Errorf("%s is no hole in this variant", b.cellName(cell))
			}
			x++
		}
	}
	if x <= b.width {
		return fmt.Errorf("row %d has %d cells, want %d", y, x-1, b.width)
	}
	return nil
}

// checkCounts tests that armies of these sizes can be on the board, and that
// it can be the mover's turn.
func (b *board) checkCounts(p position) error {
	for role, name := range []string{"white", "black"} {
		n := bits.OnesCount64(p.side(role))
		if n > b.pieces {
			return fmt.Errorf("%d %s pieces, want at most %d", n, name, b.pieces)
		}
		if !b.captures && n < b.pieces {
			return fmt.Errorf("%d %s pieces, want %d: nothing is captured in this variant", n, name, b.pieces)
		}
	}
	if plies := b.layer(p); !b.captures && plies%2 != p.mover {
		return fmt.Errorf("the wrong side to move: the pieces have made %d steps in all, and white moves after an even number", plies)
	}
	return nil
}

// cellName is the column's letter and the row's number, as in "a1".
func (b *board) cellName(cell uint64) string {
	i := bits.TrailingZeros64(cell)
	return fmt.Sprintf("%c%d", 'a'+i%b.stride, i/b.stride+1)
}

// Moves names the moves in the order of Expand, as in "a2-a3" and, for
// captures, "a2xb3".
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	p := unpack(g.board, s)
	if g.over(p) {
		return moves
	}
	for d, t := range g.targets(p) {
		for ; t != 0; t &= t - 1 {
			to := t & -t
			from := bits.RotateLeft64(to, -g.steps[p.mover][d].rotate)
			sign := "-"
			if p.opp&to != 0 {
				sign = "x"
			}
			moves[p.mover] = append(moves[p.mover], g.cellName(from)+sign+g.cellName(to))
		}
	}
	return moves
}
