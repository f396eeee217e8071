package grid

import "zermelo/games"

// Stones is a board with the stones of role 0 (x) and role 1 (o). A state has two
// bits per cell: the high half is the set of x stones, and the low half is the set
// of o stones.
type Stones struct{ Board }

const MaxStones = 32

const stoneGlyphs = ".xo"

// Split returns the stones of both roles.
func (b Stones) Split(s uint64) (x, o uint64) { return s >> b.Cells(), s & b.All() }

// FormatState returns the rows from top to bottom, joined by '/', as in "ox./x.o".
func (b Stones) FormatState(s uint64) string { return b.Format(b.glyphs(s)) }

func (b Stones) glyphs(s uint64) func(cell int) byte {
	x, o := b.Split(s)
	return func(cell int) byte { return Glyph(cell, stoneGlyphs, x, o) }
}

// ParseStones parses the result of FormatState.
func (b Stones) ParseStones(text string) (uint64, error) {
	sets, err := b.ParseSets(text, stoneGlyphs)
	return sets[0]<<b.Cells() | sets[1], err
}

// DrawStones draws a state.
func (b Stones) DrawStones(s uint64, notes ...string) games.Drawing {
	return b.DrawPieces(b.glyphs(s), stoneGlyphs, []string{"empty cell", "stone of x", "stone of o"}, notes...)
}
