// Package othello implements Othello on boards with even sides, by the rules of the
// World Othello Federation.
package othello

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// maxCells is the maximum number of cells. A state of two words has two bits per
// cell and one for the role to move.
const maxCells = 63

// Entry returns the game othello.
func Entry() games.Entry {
	return games.Entry{
		Name:    "othello",
		Summary: "discs turn over when they are outflanked; most discs win",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, each even, up to 6x8", 4, 4, 4, 14),
			games.Enum("start", "arrangement of the first four discs: one colour per diagonal, or side by side", "crossed", "parallel"),
			games.Enum("empties", "owner of the empty cells at the end", "nobody", "winner").Says("empty cells count for nobody | empty cells count for the winner"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	if width%2 != 0 || height%2 != 0 {
		return nil, games.BadInput("othello: size=%dx%d has an odd side; both sides must be even, as in size=%dx%d", width, height, width+width%2, height+height%2)
	}
	if width*height > maxCells {
		return nil, games.BadInput("othello: size=%dx%d has %d cells; the maximum is %d, as in size=6x6 or size=6x8", width, height, width*height, maxCells)
	}
	b := newBoard(width, height, c.String("start") == "parallel", c.String("empties") == "winner")
	if 2*b.cells < 64 {
		return newGame[uint64](b), nil
	}
	return newGame[[2]uint64](b), nil
}

func (b *board) describe() games.Info {
	info := games.Info{
		Title:     "Othello",
		Roles:     []string{"black", "white"},
		Unit:      "disc",
		LayerName: "half-disc",
		Symmetry:  b.symmetryText(),
		Rules: []string{
			fmt.Sprintf("The board has %d columns, a to %s, and %d rows, 1 at the top. %s Black moves first.", b.Width, string(rune('a'+b.Width-1)), b.Height, b.startText()),
			"A move places a disc of the player's colour on an empty cell so that it outflanks at least one line of opposing discs: discs without a gap between the new disc and another disc of its colour, in a column, a row or a diagonal. All outflanked discs turn over and change their colour.",
			"A player who cannot place such a disc must pass; passing is not allowed otherwise. The game is over when neither player can place a disc.",
			b.scoreText(),
		},
	}
	for lead := -b.cells; lead <= b.cells; lead++ {
		if !b.winnerTakes || lead%2 == 0 {
			info.Payoffs = append(info.Payoffs, lead)
		}
	}
	return info
}

func (b *board) startText() string {
	if b.parallel {
		return "At the start the four cells in the middle have two white discs above two black discs."
	}
	return "At the start the four cells in the middle have white discs on the upper left and lower right, black discs on the other two."
}

func (b *board) scoreText() string {
	text := "The payoff is the number of the player's discs minus the number of the opponent's; equal numbers are a draw. "
	if b.winnerTakes {
		return text + "Empty cells at the end count as discs of the player with more discs; other sources do not count them."
	}
	return text + "Empty cells at the end do not count; in tournaments the winner gets them."
}

func (b *board) symmetryText() string {
	switch {
	case b.parallel:
		return "left-right mirror"
	case b.Width == b.Height:
		return "half-turn and both diagonals"
	}
	return "half-turn"
}

func (g *game[S]) Draw(s S) games.Drawing {
	p := g.unpack(s)
	d := g.DrawPieces(p.glyph, glyphs, nil, g.status(p))
	d.Legend = []string{"x black disc", "o white disc", ". empty cell"}
	return d
}

// status returns the side to move or the winner, and the number of discs of each
// side.
func (g *game[S]) status(p position) string {
	count := fmt.Sprintf("; discs: black %d, white %d", ones(p.side(0)), ones(p.side(1)))
	lead := g.lead(p.side(0), p.side(1))
	switch {
	case g.moves(p.own, p.opp) != 0:
		return g.About.Roles[p.role] + " to move" + count
	case g.moves(p.opp, p.own) != 0:
		return g.About.Roles[p.role] + " must pass" + count
	case lead > 0:
		return fmt.Sprintf("black has won by %d%s", lead, count)
	case lead < 0:
		return fmt.Sprintf("white has won by %d%s", -lead, count)
	}
	return "a draw" + count
}

const passMove = "pass"

func ones(set uint64) int { return bits.OnesCount64(set) }

// FormatState returns the rows from top to bottom joined by '/', and the role to
// move, as in "..../.ox./.xo./....:black".
func (g *game[S]) FormatState(s S) string {
	p := g.unpack(s)
	return g.Format(p.glyph) + ":" + g.About.Roles[p.role]
}

// glyphs holds the characters of an empty cell and of each role's discs.
const glyphs = ".xo"

func (p position) glyph(cell int) byte { return grid.Glyph(cell, glyphs, p.side(0), p.side(1)) }

func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(p), err)
}

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
		return none, fmt.Errorf("%s is empty, but the four cells in the middle always have discs", g.cellName(empty))
	}
	return position{own: sides[role], opp: sides[1-role], role: role}, nil
}

// cellName returns the name of the lowest cell in a set.
func (b *board) cellName(set uint64) string { return b.Name(bits.TrailingZeros64(set)) }

// Moves returns the names of the moves, such as "a1" or "pass".
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	p := g.unpack(s)
	names := g.Names(g.moves(p.own, p.opp))
	if names == nil && g.moves(p.opp, p.own) != 0 {
		names = []string{passMove}
	}
	return turns.Moves(p.role, names)
}
