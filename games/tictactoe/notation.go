package tictactoe

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	emptyCell = '.'
	xStone    = 'x'
	oStone    = 'o'
	glyphs    = ".xo"
)

// FormatState writes the rows from the top joined by '/', as in ".../.o./x.x".
// The number of stones tells whose turn it is.
func (g *game) FormatState(s uint64) string {
	return g.Format(func(cell int) byte { return g.glyph(s, cell) })
}

// glyph is the character of one cell.
func (g *game) glyph(s uint64, cell int) byte {
	switch x, o := g.stones(s); {
	case x>>cell&1 == 1:
		return xStone
	case o>>cell&1 == 1:
		return oStone
	}
	return emptyCell
}

// ParseState reads what FormatState writes; a digit may stand for as many
// empty cells.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	return turns.Parsed(g, text, s, err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (uint64, error) {
	var x, o uint64
	if err := g.Parse(text, glyphs, func(cell int, glyph byte) {
		switch glyph {
		case xStone:
			x |= 1 << cell
		case oStone:
			o |= 1 << cell
		}
	}); err != nil {
		return 0, err
	}
	crosses, noughts := bits.OnesCount64(x), bits.OnesCount64(o)
	if more := crosses - noughts; more != 0 && more != 1 {
		return 0, fmt.Errorf("%d stones x and %d stones o, want equally many or one more x", crosses, noughts)
	}
	s := x<<g.Cells() | o
	own := x
	if mover(s) == 1 {
		own = o
	}
	if g.complete(own) {
		return 0, fmt.Errorf("%s is to move and has %d in a row, so that the game was over before the last move", g.info.Roles[mover(s)], g.inARow)
	}
	return s, nil
}

// Moves names the moves by their cells, as in "b2", in the order of Expand.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	for cells := g.open(s); cells != 0; cells &= cells - 1 {
		moves[mover(s)] = append(moves[mover(s)], g.Name(bits.TrailingZeros64(cells)))
	}
	return moves
}
