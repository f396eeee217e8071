package othello

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// passMove is the name of the move that passes.
const passMove = "pass"

// ones is the number of cells of a set.
func ones(set uint64) int { return bits.OnesCount64(set) }

// FormatState writes the rows from the top joined by '/', then who is to move,
// as in "..../.ox./.xo./....:black".
func (g *game[S]) FormatState(s S) string {
	p := g.unpack(s)
	return g.Format(p.glyph) + ":" + g.About.Roles[p.role]
}

// glyphs are the characters of an empty cell and of the roles' discs.
const glyphs = ".xo"

// glyph is the character of a cell.
func (p position) glyph(cell int) byte { return grid.Glyph(cell, glyphs, p.side(0), p.side(1)) }

// ParseState reads what FormatState writes.
func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(p), err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game[S]) parse(text string) (position, error) {
	var none position
	cells, role, err := turns.Cut(text, "player", g.About.Roles...)
	if err != nil {
		return none, err
	}
	sides, err := g.ParseSets(cells, glyphs)
	if err != nil {
		return none, err
	}
	if empty := (g.middle[0] | g.middle[1]) &^ (sides[0] | sides[1]); empty != 0 {
		return none, fmt.Errorf("%s is empty: there are always discs on the four cells in the middle", g.cellName(empty))
	}
	return position{own: sides[role], opp: sides[1-role], role: role}, nil
}

// cellName is the name of the first cell of a set, as in "a1".
func (b *board) cellName(set uint64) string { return b.Name(bits.TrailingZeros64(set)) }

// Moves names the moves in the order of Expand by their cells, as in "a1", or
// "pass".
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	p := g.unpack(s)
	names := g.Names(g.moves(p.own, p.opp))
	if names == nil && g.moves(p.opp, p.own) != 0 {
		names = []string{passMove}
	}
	return turns.Moves(p.role, names)
}
