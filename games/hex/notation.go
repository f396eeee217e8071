package hex

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
	firstStone  = 'x'
	secondStone = 'o'
	emptyCell   = '.'
)

// swapMove is the name of the move that swaps.
const swapMove = "swap"

// FormatState writes the rows from the top joined by '/', then who is to move,
// as in "../x.:second" for size=2x2.
func (g *game) FormatState(s uint64) string {
	p := g.unpack(s)
	var t strings.Builder
	for i := range g.cells {
		if i > 0 && i%g.width == 0 {
			t.WriteByte('/')
		}
		t.WriteRune(g.glyph(p, i))
	}
	t.WriteByte(':')
	t.WriteString(g.info.Roles[g.mover(p)])
	return t.String()
}

// glyph is the character of cell i.
func (b *board) glyph(p position, i int) rune {
	switch {
	case p.stones[0]>>i&1 != 0:
		return firstStone
	case p.stones[1]>>i&1 != 0:
		return secondStone
	}
	return emptyCell
}

// ParseState reads what FormatState writes.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(p), err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (position, error) {
	var p position
	cells, name, _ := strings.Cut(text, ":")
	mover := slices.Index(g.info.Roles, name)
	if mover < 0 {
		return p, fmt.Errorf("want the player to move at the end, :first or :second")
	}
	rows := strings.Split(cells, "/")
	if len(rows) != g.height {
		return p, fmt.Errorf("%d rows joined by '/', want %d", len(rows), g.height)
	}
	for y, row := range rows {
		if err := g.parseRow(&p, row, y); err != nil {
			return p, err
		}
	}
	first, second := bits.OnesCount64(p.stones[0]), bits.OnesCount64(p.stones[1])
	switch first - second {
	case mover: // no swap
	case mover - 1:
		if !g.swap {
			return p, fmt.Errorf("%d stones x and %d stones o with %s to move: want equally many x and o with first to move, one more x with second to move", first, second, name)
		}
		if p.swapped = second > 0; !p.swapped {
			return p, fmt.Errorf("an empty board with second to move: want :first")
		}
	default:
		return p, fmt.Errorf("%d stones x and %d stones o do not go with %s to move", first, second, name)
	}
	if g.joined(p.stones[mover], mover) {
		return p, fmt.Errorf("%s is to move and has joined its sides, so that the game was over before the last move", name)
	}
	return p, nil
}

// parseRow reads the cells of row y.
func (g *game) parseRow(p *position, row string, y int) error {
	x := 0
	for _, c := range row {
		if x >= g.width {
			return fmt.Errorf("row %d is too long, want %d cells", y+1, g.width)
		}
		cell := uint64(1) << (y*g.width + x)
		switch c {
		case firstStone:
			p.stones[0] |= cell
		case secondStone:
			p.stones[1] |= cell
		case emptyCell:
		default:
			return fmt.Errorf("character %q in row %d, want x, o or '.'", c, y+1)
		}
		x++
	}
	if x < g.width {
		return fmt.Errorf("row %d has %d cells, want %d", y+1, x, g.width)
	}
	return nil
}

// columnName is the letter of a column, counted from 0.
func columnName(x int) string { return string(rune('a' + x)) }

// Moves names the moves in the order of Expand, as in "a1" and "swap".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	p := g.unpack(s)
	if g.over(p) {
		return moves
	}
	var names []string
	for free := g.free(p); free != 0; free &= free - 1 {
		i := bits.TrailingZeros64(free)
		names = append(names, fmt.Sprintf("%s%d", columnName(i%g.width), i/g.width+1))
	}
	if g.canSwap(p) {
		names = append(names, swapMove)
	}
	moves[g.mover(p)] = names
	return moves
}
