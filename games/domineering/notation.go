package domineering

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	freeCell    = '.'
	coveredCell = 'x'
	glyphs      = ".x"
)

// FormatState writes the rows from the top joined by '/', as in ".../x../x..".
// The number of covered cells tells whose turn it is.
func (g *game) FormatState(s uint64) string {
	return g.Format(func(cell int) byte { return glyph(s, cell) })
}

// glyph is the character of one cell.
func glyph(s uint64, cell int) byte { return glyphs[s>>cell&1] }

// ParseState reads what FormatState writes; a digit may stand for as many free
// cells.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	return turns.Parsed(g, text, s, err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (uint64, error) {
	s := uint64(0)
	if err := g.Parse(text, glyphs, func(cell int, glyph byte) {
		if glyph == coveredCell {
			s |= 1 << cell
		}
	}); err != nil {
		return 0, err
	}
	if n := bits.OnesCount64(s); n&1 != 0 {
		return 0, fmt.Errorf("%d covered cells, want an even number: dominoes cover two each", n)
	}
	return s, nil
}

// Moves names the moves by the two cells of the domino, as in "a1-a2", in the
// order of Expand.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	role := mover(s)
	for p := g.places(s); p != 0; p &= p - 1 {
		cell := bits.TrailingZeros64(p)
		moves[role] = append(moves[role], g.Name(cell)+"-"+g.Name(cell+int(g.step[role])))
	}
	return moves
}
