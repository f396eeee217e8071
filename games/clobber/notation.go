package clobber

import (
	"errors"
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

// FormatState writes the rows from the top joined by '/', as in "ox./x.o" for
// size=3x2. The number of stones tells whose turn it is.
func (g *game) FormatState(s uint64) string {
	return g.Format(func(cell int) byte { return g.glyph(s, cell) })
}

// glyph is the character of one cell.
func (g *game) glyph(s uint64, cell int) byte {
	switch {
	case s>>(g.Cells()+cell)&1 == 1:
		return xStone
	case s>>cell&1 == 1:
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
	s := uint64(0)
	if err := g.Parse(text, glyphs, func(cell int, glyph byte) {
		switch glyph {
		case xStone:
			s |= 1 << (g.Cells() + cell)
		case oStone:
			s |= 1 << cell
		}
	}); err != nil {
		return 0, err
	}
	if s == 0 {
		return 0, errors.New("no stones, but the one that moved last is never taken")
	}
	// x takes the first stone, one of o's, and then they take by turns.
	taken := g.taken(s)
	wantX := bits.OnesCount64(g.begin>>g.Cells()) - taken/2
	wantO := bits.OnesCount64(g.begin&g.All()) - (taken+1)/2
	if x, o := bits.OnesCount64(s>>g.Cells()), bits.OnesCount64(s&g.All()); x != wantX {
		return 0, fmt.Errorf("%d stones x and %d stones o, want %d and %d when %d are gone", x, o, wantX, wantO, taken)
	}
	return s, nil
}

// Moves names the moves by the cells of the stone that moves and of the one
// that it takes, as in "a1xa2", in the order of Expand.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	role := g.mover(s)
	own, opp := g.stones(s)
	for _, d := range g.steps {
		for m := movable(own, opp, d); m != 0; m &= m - 1 {
			from := bits.TrailingZeros64(m)
			moves[role] = append(moves[role], g.Name(from)+"x"+g.Name(from+d.rotate))
		}
	}
	return moves
}
