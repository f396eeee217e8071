package neutron

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// forWhite is a position as white sees it, whoever is to move.
func (g *game) forWhite(p position) position {
	if p.flags&turns.Bit != 0 {
		p = g.turned(p)
	}
	return p
}

// The characters of a free square, of the soldiers and of the neutron, and what
// follows where only a soldier may be moved.
const (
	glyphs    = ".wbn"
	firstTurn = "first"
)

// glyph is the character of a square in a position that white sees.
func (p position) glyph(square int) byte {
	return grid.Glyph(square, glyphs, uint64(p.own), uint64(p.opp), 1<<p.neutron)
}

// grid is the board as it is written.
func (b *board) grid() grid.Board { return grid.Board{Width: b.width, Height: b.height, Exact: true} }

// FormatState writes the rows from the top joined by '/' and the side to move,
// as in "bbb/.n./www:w"; ":first" follows where only a soldier may be moved.
func (g *game) FormatState(s uint64) string {
	text := g.grid().Format(g.forWhite(unpack(s)).glyph) + ":" + string("wb"[turns.Mover(s)])
	if s&restBit != 0 {
		text += ":" + firstTurn
	}
	return text
}

// ParseState reads what FormatState writes.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, p.pack(), err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (position, error) {
	var p position
	fields := strings.Split(text, ":")
	if len(fields) < 2 || fields[1] != "w" && fields[1] != "b" {
		return p, fmt.Errorf("want the side to move after the board, :w or :b")
	}
	var sets [len(glyphs)]uint64
	if err := g.grid().Parse(fields[0], glyphs, func(cell int, glyph byte) {
		sets[strings.IndexByte(glyphs, glyph)] |= 1 << cell
	}); err != nil {
		return p, err
	}
	p = position{own: uint32(sets[1]), opp: uint32(sets[2]), neutron: bits.TrailingZeros64(sets[3])}
	white, black, neutrons := bits.OnesCount32(p.own), bits.OnesCount32(p.opp), bits.OnesCount64(sets[3])
	if white != g.width || black != g.width || neutrons != 1 {
		return p, fmt.Errorf("%d white soldiers, %d black ones and %d neutrons, want %d, %d and 1", white, black, neutrons, g.width, g.width)
	}
	if fields[1] == "b" {
		p = g.turned(p)
	}
	switch {
	case len(fields) == 2:
	case g.rests && len(fields) == 3 && fields[2] == firstTurn && p.pack()|restBit == g.First:
		p.flags |= restBit
	default:
		return p, fmt.Errorf("%q follows the side to move, where there can be only %q, at the start", strings.Join(fields[2:], ":"), firstTurn)
	}
	return p, nil
}

// Moves names the turns by the square that the neutron goes to and those that a
// soldier leaves and reaches, as in "c5" and "a3,b1-b4"; of the first turn only
// the latter part.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	p := unpack(s)
	for _, t := range g.turns(nil, p) {
		var parts []string
		if p.flags&restBit == 0 {
			parts = append(parts, g.squareName(p, t.neutron))
		}
		if t.from != none {
			parts = append(parts, g.squareName(p, t.from)+"-"+g.squareName(p, t.to))
		}
		names = append(names, strings.Join(parts, ","))
	}
	return turns.Moves(turns.Mover(s), names)
}

// squareName is the column's letter and the row's number, as white sees them.
func (g *game) squareName(p position, square int8) string {
	at := int(square)
	if p.flags&turns.Bit != 0 {
		at = g.flipped(at)
	}
	return g.grid().Name(at)
}
