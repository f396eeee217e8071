// Package ur implements the Royal Game of Ur by the rules that Irving Finkel derived
// from a Babylonian tablet (On the Rules for the Royal Game of Ur, 2007). RoyalUr.net
// has solved it.
package ur

import (
	"cmp"
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// Entry returns the game ur.
func Entry() games.Entry {
	return games.Entry{
		Name:    "ur",
		Summary: "the Royal Game of Ur: a race with four binary dice",
		Options: []games.Option{
			games.Int("pieces", "pieces of each player", 7, 1, 7).Says("%s a side"),
			games.Enum("path", "path of the pieces: finkel has 14 squares, 8 of them shared; masters has 16, 12 of them shared", "finkel", "masters").Says("Finkel's path | the Masters path"),
			games.Int("dice", "binary dice in a throw", 4, 1, 7).Says("dice: %s"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			r := newRules(c.Int("pieces"), c.Int("dice"), c.String("path"))
			g := &game{Dice: turns.NewDice(r, r.describe()), rules: r}
			g.About.UseHalfPoints() // half a point each for endless play
			return g, nil
		},
	}
}

func (r *rules) describe() games.Info {
	dice := "a die that shows 0 or 1, each equally likely"
	if r.dice > 1 {
		dice = fmt.Sprintf("%d dice, which show 0 or 1, each equally likely", r.dice)
	}
	path, rosettes := "to h2 and back over h1 to g1", "a1, d2 and g1"
	if r.length > 14 {
		path, rosettes = "to g2 and over g3, h3, h2 and h1 to g1", "a1, d2, g3 and g1"
	}
	return games.Info{
		Title:      "Royal Game of Ur",
		ExtraMoves: true,
		Rules: []string{
			fmt.Sprintf("The board has three rows of eight squares without e1, f1, e3 and f3. Each player has %s, which start off the board. The first player's enter at d1 and move along the first row to a1, from a2 along the second row %s, and off the board. The second player's path is its mirror image, from d3 to g3. The players take turns; the first player who has borne off all pieces wins.", games.Count(r.pieces, "piece"), path),
			fmt.Sprintf("A turn begins with a throw of %s. The player moves a piece forward by the sum, or enters it on the square with that number. A piece needs the exact number to be borne off. A sum of 0, or one without a legal move, passes the turn.", dice),
			fmt.Sprintf("A square holds one piece. A piece that lands on an opposing piece captures it: it leaves the board and must enter again. The squares %s and their mirror images are rosettes. A player who moves to a rosette throws again, and a piece on a rosette cannot be captured.", rosettes),
			"A move lists the squares that the piece leaves and enters, separated by - or, if it captures, by x, as in a1-b2, c2xe2, in-c1 and g1-off.",
			"A position lists the rows from top to bottom, with x for the first and o for the second player, the pieces that each player has borne off, and the throw if the dice have been thrown.",
			"The winner gets 1, the loser 0. Endless play has probability 0; it would pay half a point each.",
		},
	}
}

// game adds the weights of throws.
type game struct {
	turns.Dice
	rules *rules
}

// Odds implements games.Weighted.
func (g *game) Odds(dst []uint32, src []uint64) []uint32 {
	for range src {
		dst = append(dst, g.rules.weights...)
	}
	return dst
}

// glyphs lists the characters of an empty square, the players' pieces and a gap.
const glyphs = ".xo#"

func (r *rules) glyph(p position, role, cell int) byte {
	if r.square[0][cell] == none && r.square[1][cell] == none {
		return glyphs[3]
	}
	for seat, s := range turns.BySeat(role, p.own, p.other) {
		if at := r.square[seat][cell]; at != none && s.board>>at&1 != 0 {
			return glyphs[1+seat]
		}
	}
	return glyphs[0]
}

// Format returns the rows from top to bottom, the pieces that each player has borne
// off, and the throw, if any, as in "....##../.x...o../...x##../0.3/2".
func (r *rules) Format(word uint64, role int) string {
	p := unpack(word)
	off := turns.BySeat(role, p.own.off, p.other.off)
	text := fmt.Sprintf("%s/%d.%d", r.Board.Format(func(cell int) byte { return r.glyph(p, role, cell) }), off[0], off[1])
	if p.thrown {
		text += fmt.Sprintf("/%d", p.throw)
	}
	return text
}

func (r *rules) Parse(text string, role int) (uint64, error) {
	parts := strings.Split(text, "/")
	if len(parts) < r.Height+1 || len(parts) > r.Height+2 {
		return 0, fmt.Errorf("expected %d rows, the pieces that each player has borne off, and the throw, if any, separated by '/'", r.Height)
	}
	var sides [2]side
	var wrong error
	err := r.Board.Parse(strings.Join(parts[:r.Height], "/"), glyphs, func(cell int, glyph byte) {
		seat := strings.IndexByte(glyphs, glyph) - 1
		gap := r.square[0][cell] == none && r.square[1][cell] == none
		switch {
		case gap != (seat == 2):
			wrong = fmt.Errorf("%q on %s; the cells without a square are e1, f1, e3 and f3, written #", glyph, r.Name(cell))
		case seat < 0 || gap:
		case r.square[seat][cell] == none:
			wrong = fmt.Errorf("%s is not on the path of %c", r.Name(cell), glyph)
		default:
			sides[seat].board |= 1 << r.square[seat][cell]
		}
	})
	if err != nil || wrong != nil {
		return 0, cmp.Or(err, wrong)
	}
	off, err := turns.Numbers(parts[r.Height], 2, r.pieces)
	if err != nil {
		return 0, err
	}
	for seat := range sides {
		sides[seat].off = off[seat]
		if r.waiting(sides[seat]) < 0 {
			return 0, fmt.Errorf("%c has more than %s on the board and borne off", glyphs[1+seat], games.Count(r.pieces, "piece"))
		}
	}
	seats := turns.BySeat(role, sides[0], sides[1])
	p := position{own: seats[0], other: seats[1]}
	if p.own.off == r.pieces {
		return 0, fmt.Errorf("the player whose turn it is has borne off all pieces, so the game was over before")
	}
	if len(parts) > r.Height+1 {
		throw, err := turns.Numbers(parts[r.Height+1], 1, r.dice)
		if err != nil {
			return 0, err
		}
		p.throw, p.thrown = throw[0], true
		if p.other.off == r.pieces || len(r.moves(nil, p)) == 0 {
			return 0, fmt.Errorf("the game is over or a throw of %d has no move; remove /%d", p.throw, p.throw)
		}
	}
	return p.pack(), nil
}

// Names returns the numbers of the throws, or moves such as "a1-b2" and "g1-off".
func (r *rules) Names(word uint64, role int) (names []string) {
	p := unpack(word)
	if !p.thrown {
		return grid.Numbers(0, r.dice+1)
	}
	name := func(square int) string { return r.Name(r.cells[role][square]) }
	for _, from := range r.moves(nil, p) {
		start, to, sign, end := "in", from+p.throw, "-", "off"
		if from != waiting {
			start = name(from)
		}
		if to < r.length {
			end = name(to)
			if p.other.board&r.facing(to) != 0 {
				sign = "x"
			}
		}
		names = append(names, start+sign+end)
	}
	return names
}

func (r *rules) Draw(word uint64, role int, status string) games.Drawing {
	p := unpack(word)
	if p.thrown {
		status = fmt.Sprintf("%s with %d", status, p.throw)
	}
	d := r.Board.Draw(func(cell int) games.Cell {
		c := grid.Piece(r.glyph(p, role, cell), glyphs[:3])
		for seat, squares := range r.square {
			switch at := squares[cell]; {
			case c.Glyph == '#':
				c.Kind = games.Wall
			case c.Kind == games.Empty && at != none && r.rosettes>>at&1 != 0:
				c = games.Cell{Kind: games.Mark, Role: seat, Glyph: '*'}
			}
		}
		return c
	}, map[rune]string{'x': "first", 'o': "second", '*': "rosette"}, status)
	turns.AddScores(&d, "borne off", turns.BySeat(role, p.own.off, p.other.off), r.pieces)
	for seat, n := range turns.BySeat(role, r.waiting(p.own), r.waiting(p.other)) {
		for range n {
			d.Hands[seat] = append(d.Hands[seat], grid.Piece(glyphs[1+seat], glyphs))
		}
	}
	return d
}
