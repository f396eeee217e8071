package connect4

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// FormatState writes the rows from the top joined by '/', as in
// "..../.o../.xx." for size=4x3. The number of stones tells whose turn it is.
func (g *game[R]) FormatState(s uint64) string {
	return g.grid().Format(g.glyphs(g.decode(s)))
}

// glyphs are the characters of an empty cell and of the roles' stones.
const glyphs = ".xo"

// grid is the board as it is written.
func (b *board) grid() grid.Board { return grid.Board{Width: b.width, Height: b.height} }

// glyphs tells the character of each cell.
func (b *board) glyphs(p position) func(cell int) byte {
	first, second := p.own, p.opp
	if b.stones(p)&1 == 1 {
		first, second = second, first
	}
	return func(cell int) byte {
		bit := b.cell(cell%b.width, b.height-1-cell/b.width)
		return grid.Glyph(bits.TrailingZeros64(bit), glyphs, first, second)
	}
}

// ParseState reads what FormatState writes; a number may stand for as many
// empty cells. On boards of up to nine columns it also reads the columns of all
// moves so far, as in "4453"; such a text has no '/'.
func (g *game[R]) ParseState(text string) (uint64, error) {
	var p position
	var err error
	if strings.Contains(text, "/") || text == "" || g.width > 9 {
		p, err = g.parseRows(text)
	} else {
		p, err = g.parseMoves(text)
	}
	return turns.Parsed(g, text, encode(p), err)
}

// parseMoves plays the moves of a text.
func (g *game[R]) parseMoves(text string) (position, error) {
	p := g.decode(g.Start())
	for i, c := range text {
		if c < '1' || int(c-'0') > g.width {
			return p, fmt.Errorf("character %q at place %d, want rows joined by '/', or only columns 1 to %d", c, i+1, g.width)
		}
		if g.over(p) {
			return p, fmt.Errorf("the game is over after %s", text[:i])
		}
		cell := g.playable(p.empty) & g.column(int(c-'1'))
		if cell == 0 {
			return p, fmt.Errorf("column %c is full after %s", c, text[:i])
		}
		p = p.play(cell)
	}
	return p, nil
}

// parseRows reads the rows of a position.
func (g *game[R]) parseRows(text string) (position, error) {
	var none position
	lines, err := grid.Rows(text, g.height)
	if err != nil {
		return none, err
	}
	var stones [2]uint64
	for y, line := range lines {
		if err := g.parseRow(&stones, line, y); err != nil {
			return none, err
		}
	}
	p := position{own: stones[0], opp: stones[1], empty: g.all &^ (stones[0] | stones[1])}
	for x := range g.width {
		// A cell is the top of stones if the one above it is empty; there is
		// at most one such place in a column.
		filled := ^p.empty & g.column(x) >> (uint(x) * g.stride)
		if filled != 0 && bits.OnesCount64(filled) != g.height-bits.TrailingZeros64(filled) {
			return none, fmt.Errorf("column %d has an empty cell below a stone", x+1)
		}
	}
	first, second := bits.OnesCount64(stones[0]), bits.OnesCount64(stones[1])
	switch first - second {
	case 0:
	case 1:
		p.own, p.opp = p.opp, p.own
	default:
		return none, fmt.Errorf("%d stones x and %d stones o, want equally many or one more x", first, second)
	}
	if g.connected(p.own) {
		return none, fmt.Errorf("the side to move has %d in a row, so that the game was over before the last move", g.connect)
	}
	return p, nil
}

// parseRow reads the cells of row y, counted from the top.
func (b *board) parseRow(stones *[2]uint64, line string, y int) error {
	name := b.height - y
	x := 0
	for rest := line; rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(rest[:digits])
			if err != nil || n < 1 || n > b.width-x {
				return fmt.Errorf("row %d: %s is no number of empty cells that fit", name, rest[:digits])
			}
			x += n
			rest = rest[digits:]
			continue
		}
		if x >= b.width {
			return fmt.Errorf("row %d is too long, want %d cells", name, b.width)
		}
		c := []rune(rest)[0]
		switch role := strings.IndexRune(glyphs, c) - 1; {
		case role >= 0:
			stones[role] |= b.cell(x, y)
		case c != rune(glyphs[0]):
			return fmt.Errorf("character %q in row %d, want x, o or '.'", c, name)
		}
		x++
		rest = rest[1:]
	}
	if x < b.width {
		return fmt.Errorf("row %d has %d cells, want %d", name, x, b.width)
	}
	return nil
}

// Moves names the moves by their columns, counted from 1, in the order of
// Expand.
func (g *game[R]) Moves(s uint64) [games.MaxRoles][]string {
	p := g.decode(s)
	var names []string
	for can := g.playable(p.empty); can != 0 && !g.over(p); can &= can - 1 {
		names = append(names, strconv.Itoa(bits.TrailingZeros64(can)/int(g.stride)+1))
	}
	return turns.Moves(g.stones(p)&1, names)
}
