package othello

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	blackDisc = 'x'
	whiteDisc = 'o'
	emptyCell = '.'
)

// passMove is the name of the move that passes.
const passMove = "pass"

// ones is the number of cells of a set.
func ones(set uint64) int { return bits.OnesCount64(set) }

// FormatState writes the rows from the top joined by '/', then who is to move,
// as in "..../.ox./.xo./....:black".
func (g *game[S]) FormatState(s S) string {
	p := g.unpack(s)
	var t strings.Builder
	for i := range g.cells {
		if i > 0 && i%g.width == 0 {
			t.WriteByte('/')
		}
		t.WriteRune(glyph(p, i))
	}
	t.WriteByte(':')
	t.WriteString(g.info.Roles[p.role])
	return t.String()
}

// glyph is the character of cell i.
func glyph(p position, i int) rune {
	switch {
	case p.side(0)>>i&1 != 0:
		return blackDisc
	case p.side(1)>>i&1 != 0:
		return whiteDisc
	}
	return emptyCell
}

// ParseState reads what FormatState writes.
func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(p), err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game[S]) parse(text string) (position, error) {
	var none position
	cells, mover, _ := strings.Cut(text, ":")
	role := slices.Index(g.info.Roles, mover)
	if role < 0 {
		return none, fmt.Errorf("want the player to move at the end, :black or :white")
	}
	rows := strings.Split(cells, "/")
	if len(rows) != g.height {
		return none, fmt.Errorf("%d rows joined by '/', want %d", len(rows), g.height)
	}
	var sides [2]uint64
	for y, row := range rows {
		if err := g.parseRow(&sides, row, y); err != nil {
			return none, err
		}
	}
	if empty := (g.middle[0] | g.middle[1]) &^ (sides[0] | sides[1]); empty != 0 {
		return none, fmt.Errorf("%s is empty: there are always discs on the four cells in the middle", g.cellName(empty))
	}
	return position{own: sides[role], opp: sides[1-role], role: role}, nil
}

// parseRow reads the cells of row y.
func (b *board) parseRow(sides *[2]uint64, row string, y int) error {
	x := 0
	for _, c := range row {
		if x >= b.width {
			return fmt.Errorf("row %d is too long, want %d cells", y+1, b.width)
		}
		switch c {
		case blackDisc:
			sides[0] |= b.cell(x, y)
		case whiteDisc:
			sides[1] |= b.cell(x, y)
		case emptyCell:
		default:
			return fmt.Errorf("character %q in row %d, want x, o or '.'", c, y+1)
		}
		x++
	}
	if x < b.width {
		return fmt.Errorf("row %d has %d cells, want %d", y+1, x, b.width)
	}
	return nil
}

// columnName is the letter of a column, counted from 0.
func columnName(x int) string { return string(rune('a' + x)) }

// cellName is the name of the first cell of a set, as in "a1".
func (b *board) cellName(set uint64) string {
	i := bits.TrailingZeros64(set)
	return fmt.Sprintf("%s%d", columnName(i%b.width), i/b.width+1)
}

// Moves names the moves in the order of Expand by their cells, as in "a1", or
// "pass".
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	p := g.unpack(s)
	cells := g.moves(p.own, p.opp)
	if cells == 0 && g.moves(p.opp, p.own) != 0 {
		moves[p.role] = []string{passMove}
	}
	for ; cells != 0; cells &= cells - 1 {
		moves[p.role] = append(moves[p.role], g.cellName(cells))
	}
	return moves
}
