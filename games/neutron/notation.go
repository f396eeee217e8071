package neutron

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	soldiers   = "wb"
	theNeutron = 'n'
	freeSquare = '.'
	firstTurn  = "first"
)

// forWhite is a position as white sees it, whoever is to move.
func (g *game) forWhite(p position) position {
	if p.flags&turns.Bit != 0 {
		p = g.turned(p)
	}
	return p
}

// glyph is the character of a square in a position that white sees.
func (p position) glyph(square int) byte {
	switch {
	case p.neutron == square:
		return theNeutron
	case p.own>>square&1 != 0:
		return soldiers[0]
	case p.opp>>square&1 != 0:
		return soldiers[1]
	}
	return freeSquare
}

// FormatState writes the rows from the top joined by '/' and the side to move,
// as in "bbb/.n./www:w"; ":first" follows where only a soldier may be moved.
func (g *game) FormatState(s uint64) string {
	p := g.forWhite(unpack(s))
	var t strings.Builder
	for y := g.height - 1; y >= 0; y-- {
		for x := range g.width {
			t.WriteByte(p.glyph(y*g.width + x))
		}
		if y > 0 {
			t.WriteByte('/')
		}
	}
	t.WriteByte(':')
	t.WriteByte(soldiers[s>>63])
	if s&restBit != 0 {
		t.WriteString(":" + firstTurn)
	}
	return t.String()
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
	rows := strings.Split(fields[0], "/")
	if len(rows) != g.height {
		return p, fmt.Errorf("%d rows joined by '/', want %d", len(rows), g.height)
	}
	neutrons := 0
	for i, row := range rows {
		y := g.height - 1 - i
		if len(row) != g.width {
			return p, fmt.Errorf("row %d has %d squares, want %d", y+1, len(row), g.width)
		}
		for x := range g.width {
			square := y*g.width + x
			switch row[x] {
			case soldiers[0]:
				p.own |= 1 << square
			case soldiers[1]:
				p.opp |= 1 << square
			case theNeutron:
				p.neutron = square
				neutrons++
			case freeSquare:
			default:
				return p, fmt.Errorf("character %q in row %d, want w, b, n or '.'", row[x], y+1)
			}
		}
	}
	white, black := bits.OnesCount32(p.own), bits.OnesCount32(p.opp)
	if white != g.width || black != g.width || neutrons != 1 {
		return p, fmt.Errorf("%d white soldiers, %d black ones and %d neutrons, want %d, %d and 1", white, black, neutrons, g.width, g.width)
	}
	if fields[1] == "b" {
		p = g.turned(p)
	}
	switch {
	case len(fields) == 2:
	case g.rests && len(fields) == 3 && fields[2] == firstTurn && p.pack()|restBit == g.start:
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
	var moves [games.MaxRoles][]string
	p := unpack(s)
	for _, t := range g.turns(nil, p) {
		var parts []string
		if p.flags&restBit == 0 {
			parts = append(parts, g.squareName(p, t.neutron))
		}
		if t.from != none {
			parts = append(parts, g.squareName(p, t.from)+"-"+g.squareName(p, t.to))
		}
		moves[s>>63] = append(moves[s>>63], strings.Join(parts, ","))
	}
	return moves
}

// squareName is the column's letter and the row's number, as white sees them.
func (g *game) squareName(p position, square int8) string {
	at := int(square)
	if p.flags&turns.Bit != 0 {
		at = g.flipped(at)
	}
	return fmt.Sprintf("%c%d", 'a'+at%g.width, at/g.width+1)
}
