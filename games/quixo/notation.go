package quixo

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	blank  = '.'
	xTile  = 'x'
	oTile  = 'o'
	marks  = "xo" // of the roles
	glyphs = ".xo"
)

// FormatState writes the rows from the top joined by '/', then the mark of the
// side to move, as in "x.../..../..../o...:x".
func (g *game) FormatState(s uint64) string {
	return g.Format(func(cell int) byte { return glyph(s, cell) }) + ":" + string(marks[turns.Mover(s)])
}

// glyph is the character of one cell.
func glyph(s uint64, cell int) byte {
	switch role := turns.Mover(s); {
	case s>>32>>cell&1 != 0:
		return marks[role]
	case s>>cell&1 != 0:
		return marks[1-role]
	}
	return blank
}

// ParseState reads what FormatState writes; a digit may stand for as many
// blank tiles.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	return turns.Parsed(g, text, s, err)
}

// parse reads a position. Its errors say what is wrong and where.
func (b *board) parse(text string) (uint64, error) {
	cells, side, ok := strings.Cut(text, ":")
	role := strings.Index(marks, side)
	if !ok || len(side) != 1 || role < 0 {
		return 0, fmt.Errorf("want the side to move at the end, :x or :o")
	}
	var tiles [2]uint64
	if err := b.Parse(cells, glyphs, func(cell int, glyph byte) {
		if glyph != blank {
			tiles[strings.IndexByte(marks, glyph)] |= 1 << cell
		}
	}); err != nil {
		return 0, err
	}
	return uint64(role)<<63 | tiles[role]<<32 | tiles[1-role], nil
}

// Moves names the moves in the order of Expand by the cells where the tile is
// taken and where it is pushed in, as in "a1-a4".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	if over, _ := g.result(s); over {
		return moves
	}
	var names []string
	for free := g.edge &^ s; free != 0; free &= free - 1 {
		for _, m := range g.out[bits.TrailingZeros64(free)] {
			names = append(names, g.Name(bits.TrailingZeros64(m.from))+"-"+g.Name(bits.TrailingZeros64(m.to)))
		}
	}
	moves[turns.Mover(s)] = names
	return moves
}
