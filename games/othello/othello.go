// Package othello is the game of discs that turn over when they are outflanked,
// on boards with even sides. The rules are those of the World Othello
// Federation; who gets the empty cells at the end is an option.
package othello

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// maxCells is how many cells a board can have: two words hold two bits for each
// and one for the role to move.
const maxCells = 63

// Entry is the game othello with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "othello",
		Summary: "discs turn over when they are outflanked; most discs win",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, each even, up to 6x8", 4, 4, 4, 14),
			games.Enum("start", "where the four first discs are: one colour on each diagonal, or side by side", "crossed", "parallel"),
			games.Enum("empties", "who gets the cells that are empty at the end", "nobody", "winner"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	if width%2 != 0 || height%2 != 0 {
		return nil, games.BadInput("othello: size=%dx%d has an odd side: both must be even, as in size=%dx%d", width, height, width+width%2, height+height%2)
	}
	if width*height > maxCells {
		return nil, games.BadInput("othello: size=%dx%d has %d cells: at most %d are possible, as in size=6x6 or size=6x8", width, height, width*height, maxCells)
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
		LayerName: "half-disc",
		Symmetry:  b.symmetryText(),
		Rules: []string{
			fmt.Sprintf("The board has %d columns, a to %s, and %d rows, 1 at the top. %s Black moves first.", b.Width, string(rune('a'+b.Width-1)), b.Height, b.startText()),
			"A move places a disc of one's own on an empty cell so that it outflanks at least one line of the other player's discs: discs that lie without a gap between the new disc and another one of its colour, in a column, in a row or on a diagonal. All discs that are outflanked in this way turn over and change their colour.",
			"A player who can place no such disc must pass, and only such a player may. The game is over when neither player can place a disc.",
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
		return "At the start the four cells in the middle have two white discs above two black ones."
	}
	return "At the start the four cells in the middle have white discs at the upper left and the lower right, black discs at the others."
}

func (b *board) scoreText() string {
	text := "Each player gets the own discs less the other's; equal numbers are a draw. "
	if b.winnerTakes {
		return text + "Cells that are empty at the end count as discs of the player who has more; other sources count them for nobody."
	}
	return text + "Cells that are empty at the end count for nobody; in tournaments the winner gets them."
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

// Draw shows the board.
func (g *game[S]) Draw(s S) games.Drawing {
	p := g.unpack(s)
	d := g.DrawPieces(p.glyph, glyphs, nil, g.status(p))
	d.Legend = []string{"x black disc", "o white disc", ". empty cell"}
	return d
}

// status says whose turn it is and who has how many discs, or who has won.
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
