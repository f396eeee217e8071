// Package neutron implements Neutron, by Robert A. Kraus (1978). Both players move
// the neutron, and a player wins when it lands on that player's first row. The
// neutron and the soldiers slide as far as possible. The rule that the first turn
// moves only a soldier is an option, since not all players follow it. Smaller boards
// are supported because solving 5x5 exceeds the memory of most machines.
package neutron

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// Entry returns the game neutron.
func Entry() games.Entry {
	return games.Entry{
		Name:    "neutron",
		Summary: "soldiers and a neutron that slide; get the neutron home",
		Options: []games.Option{
			games.Size("size", "columns x rows, both odd; the usual 5x5 has 4.4 billion positions, too many to solve", 5, 5, 3, 7),
			games.Enum("first", "pieces moved in the very first turn: only a soldier, or the neutron as well", "soldier", "full").Says("only a soldier moves in the first turn | the neutron moves in the first turn too"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	switch {
	case width%2 == 0 || height%2 == 0:
		return nil, games.BadInput("neutron: size=%dx%d has no middle square for the neutron; columns and rows must be odd, as in size=3x5", width, height)
	case width*height > maxSquares:
		return nil, games.BadInput("neutron: size=%dx%d has %d squares; the maximum is %d, as in size=5x5", width, height, width*height, maxSquares)
	}
	return newGame(width, height, c.String("first") == "soldier"), nil
}

func (g *game) describe() games.Info {
	middle := g.squares() / 2
	first := "In the very first turn white moves only a soldier."
	if !g.rests {
		first = "This includes the very first turn."
	}
	return games.Info{
		Title:   "Neutron",
		Roles:   []string{"white", "black"},
		Total:   100,
		Payoffs: []int{0, 50, 100},
		Rules: []string{
			fmt.Sprintf("The board has %d columns, a to %c, and %d rows. At the start %[4]d white soldiers are on row 1 and %[4]d black soldiers on row %[3]d; the neutron n is on %[6]c%[7]d. White begins.",
				g.width, 'a'+g.width-1, g.height, g.width, g.height, 'a'+middle%g.width, middle/g.width+1),
			"In a turn a player first moves the neutron, then one of the player's soldiers. " + first + " Neutron and soldiers slide along rows, columns and diagonals, at least one square, until they are blocked; nothing is taken.",
			fmt.Sprintf("A player wins when the neutron reaches the player's first row, row 1 for white and row %d for black, whoever moved it there. A player who cannot complete a turn loses.", g.height),
			"Positions may repeat: endless play is a draw.",
		},
		Symmetry: "left-right mirror; the board upside down, with the players exchanged",
	}
}

// Draw implements games.Drawer. It shows the board as seen by white.
func (g *game) Draw(s uint64) games.Drawing {
	p := g.forWhite(unpack(s))
	d := g.grid().Draw(func(square int) games.Cell {
		if square == p.neutron {
			return games.Cell{Kind: games.Mark, Glyph: 'n', Figure: games.Disc}
		}
		return grid.Piece(p.glyph(square), glyphs)
	}, nil, g.status(s))
	d.Legend = []string{"w white soldier, b black soldier, n neutron, . free square"}
	return d
}

func (g *game) status(s uint64) string {
	p := unpack(s)
	mover, other := g.About.Roles[s>>63], g.About.Roles[1-s>>63]
	switch {
	case g.home(p):
		return mover + " has won: the neutron is home"
	case g.away(p):
		return other + " has won: the neutron is home"
	case len(g.turns(nil, p)) == 0:
		return other + " has won: " + mover + " cannot move"
	case p.flags&restBit != 0:
		return mover + " to move a soldier"
	}
	return mover + " to move"
}

func (g *game) forWhite(p position) position {
	if p.flags&turns.Bit != 0 {
		p = g.turned(p)
	}
	return p
}

// Characters of the squares, and the suffix of a position where only a soldier
// may move.
const (
	glyphs    = ".wbn"
	firstTurn = "first"
)

// glyph returns the character that represents a square. The position is
// oriented as seen by white.
func (p position) glyph(square int) byte {
	return grid.Glyph(square, glyphs, uint64(p.own), uint64(p.opp), 1<<p.neutron)
}

func (b *board) grid() grid.Board { return grid.Board{Width: b.width, Height: b.height, Exact: true} }

// FormatState returns the rows from top to bottom joined by '/', and the side to
// move, as in "bbb/.n./www:w". If only a soldier may move, ":first" follows.
func (g *game) FormatState(s uint64) string {
	text := g.grid().Format(g.forWhite(unpack(s)).glyph) + ":" + string("wb"[turns.Mover(s)])
	if s&restBit != 0 {
		text += ":" + firstTurn
	}
	return text
}

func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, p.pack(), err)
}

func (g *game) parse(text string) (position, error) {
	var p position
	fields := strings.Split(text, ":")
	if len(fields) < 2 || fields[1] != "w" && fields[1] != "b" {
		return p, fmt.Errorf("expected the side to move, :w or :b, after the board")
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
		return p, fmt.Errorf("%d white soldiers, %d black soldiers and %d neutrons, expected %d, %d and 1", white, black, neutrons, g.width, g.width)
	}
	if fields[1] == "b" {
		p = g.turned(p)
	}
	switch {
	case len(fields) == 2:
	case g.rests && len(fields) == 3 && fields[2] == firstTurn && p.pack()|restBit == g.First:
		p.flags |= restBit
	default:
		return p, fmt.Errorf("unexpected %q after the side to move; only %q is allowed, and only in the start position", strings.Join(fields[2:], ":"), firstTurn)
	}
	return p, nil
}

// Moves returns the names of the turns: the neutron's destination if the neutron
// moves, and the soldier's origin and destination if a soldier moves, as in "c5" or
// "a3,b1-b4".
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

// squareName returns the name of a square as seen by white.
func (g *game) squareName(p position, square int8) string {
	at := int(square)
	if p.flags&turns.Bit != 0 {
		at = g.flipped(at)
	}
	return g.grid().Name(at)
}
