// Package breakthrough implements Breakthrough, in which two armies advance and race
// to the far row. Captures and holes are options. With straight steps and diagonal
// captures, the game is Hexapawn (M. Gardner, "Mathematical Games", Scientific
// American 206, March 1962). Boards are bitboards. States are one word for boards of
// up to 31 cells, and two words for larger boards.
package breakthrough

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
)

// sheetHoles lists the holes in the rule sheet breakthroughSmallHoles.
const sheetHoles = "2.3+3.4+4.3+5.4"

// Entry returns the registry entry for breakthrough.
func Entry() games.Entry {
	return games.Entry{
		Name:    "breakthrough",
		Summary: "two armies step forward; the first piece on the far row wins",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, at least 3 rows", 6, 6, 2, 8),
			games.Int("rows", "rows that each army fills at the start; 2 requires at least 4 rows", 2, 1, 2).Says("2 rows of pieces each | 1 row of pieces each"),
			games.Enum("captures", "whether a diagonal step may take an opposing piece", "none", "diagonal"),
			games.Enum("steps", "direction of a step to an empty cell: straight or diagonal, or only straight", "any", "straight").Says("straight or diagonal steps | straight steps"),
			games.Cells("holes", "cells that cannot be entered; column.row, counted from 1 at white's left").Says("holes %s"),
		},
		New: newVariant,
	}
}

// Presets returns the presets of breakthrough.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "breakthrough-holes", Spec: "breakthrough:holes=" + sheetHoles, Summary: "breakthrough with four holes in the middle, no captures"},
		{Name: "breakthrough-small", Spec: "breakthrough:captures=diagonal", Summary: "the usual Breakthrough on 6x6, as in the rule sheet breakthroughSmall"},
		{Name: "breakthrough-small-holes", Spec: "breakthrough:captures=diagonal,holes=" + sheetHoles, Summary: "the usual Breakthrough on 6x6 with four holes, as in breakthroughSmallHoles"},
		{Name: "hexapawn", Spec: "breakthrough:size=3x3,rows=1,captures=diagonal,steps=straight", Summary: "three pawns per side that step straight and capture diagonally"},
		{Name: "octopawn", Spec: "breakthrough:size=4x4,rows=1,captures=diagonal,steps=straight", Summary: "hexapawn with four pawns per side on 4x4"},
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	rows, holes := c.Int("rows"), c.Cells("holes")
	if height < 3 {
		return nil, games.BadInput("breakthrough: size=%dx%d has %d rows; the minimum is 3, as in size=%dx3", width, height, height, width)
	}
	if rows == 2 && height < 4 {
		return nil, games.BadInput("breakthrough: rows=2 requires at least 4 rows; use size=%dx4 or rows=1", width)
	}
	for _, h := range holes {
		x, y := h[0], h[1]
		if x < 1 || x > width || y < 1 || y > height {
			return nil, games.BadInput("breakthrough: holes=%d.%d is not on the board; columns range from 1 to %d and rows from 1 to %d", x, y, width, height)
		}
		if y <= rows || y > height-rows {
			return nil, games.BadInput("breakthrough: holes=%d.%d is a piece's starting cell; %s", x, y, rowsForHoles(rows+1, height-rows))
		}
	}
	b := newBoard(width, height, rows, c.String("captures") == "diagonal", c.String("steps") == "straight", holes)
	if b.narrow {
		return variantOf[uint64](b), nil
	}
	return variantOf[[2]uint64](b), nil
}

// variantOf returns the variant for a board. The variant supports search if the
// rules allow it.
func variantOf[S games.State](b *board) games.Variant {
	g := newGame[S](b)
	if b.straight {
		return g
	}
	return searcher[S]{g}
}

// rowsForHoles describes the rows in which holes are allowed.
func rowsForHoles(low, high int) string {
	switch {
	case low > high:
		return "this board has no rows between the armies"
	case low == high:
		return fmt.Sprintf("holes must be in row %d", low)
	}
	return fmt.Sprintf("holes must be in rows %d to %d", low, high)
}

func (b *board) describe() games.Info {
	info := games.Info{
		Title:     "Breakthrough",
		Roles:     []string{"white", "black"},
		Total:     100,
		Payoffs:   []int{0, 100},
		LayerName: "ply",
		Rules:     b.rulesText(),
		Symmetry:  b.symmetryText(),
	}
	switch {
	case b.straight && b.captures:
		info.Title = "Hexapawn"
	case b.straight:
		info.Title = "Breakthrough with Straight Steps"
	}
	if b.holes != 0 {
		info.Title += " with Holes"
	}
	if b.captures {
		info.LayerName = "advance"
	} else {
		info.Usual = "captures=diagonal"
	}
	return info
}

func (b *board) rulesText() []string {
	last := string(rune('a' + b.width - 1))
	text := []string{
		fmt.Sprintf("The board has %d columns, a to %s, and %d rows. White's pieces fill %s at the start, black's %s. White moves first.",
			b.width, last, b.height, rowNames(1, b.rows), rowNames(b.height-b.rows+1, b.height)),
	}
	text = append(text, b.stepsText()...)
	if b.holes != 0 {
		var names []string
		for h := b.holes; h != 0; h &= h - 1 {
			names = append(names, b.cellName(h&-h))
		}
		text = append(text, "No piece can enter a hole. Holes: "+strings.Join(names, ", ")+".")
	}
	text = append(text, fmt.Sprintf("White wins with a piece on row %d, black with a piece on row 1. A side without pieces loses, and so does a side without a legal move on its turn. The winner gets 100, the loser 0; draws are impossible.", b.height))
	return append(text, b.readingText())
}

func (b *board) stepsText() []string {
	move := "The players take turns and must move. A move takes one of the player's pieces one row forward, straight or diagonally: white up, towards higher row numbers, black down. A straight step needs an empty cell."
	switch {
	case b.straight && b.captures:
		return []string{move, "A diagonal step needs an opposing piece in the target cell, which is captured and leaves the board. A straight step never captures."}
	case b.straight:
		return []string{"The players take turns and must move. A move takes one of the player's pieces one row straight forward to an empty cell: white up, towards higher row numbers, black down. Nothing is ever captured, and opposing pieces block each other."}
	case b.captures:
		return []string{move, "A diagonal step needs an empty cell or an opposing piece, which is captured and leaves the board. A straight step never captures."}
	}
	return []string{move, "A diagonal step needs an empty cell too: nothing is ever captured, and opposing pieces block each other."}
}

func rowNames(low, high int) string {
	if low == high {
		return fmt.Sprintf("row %d", low)
	}
	return fmt.Sprintf("rows %d and %d", low, high)
}

// readingText describes how the sources of the rules differ.
func (b *board) readingText() string {
	if b.straight {
		return "With captures these are the rules of Hexapawn (M. Gardner, Scientific American, March 1962), which has three columns, three rows and one row of pieces per side (size=3x3, rows=1)."
	}
	text := "The document and the rule sheets (breakthroughSmall, breakthroughSmallHoles) differ in one point. " +
		"In the document no piece can move onto another, own or opposing (captures=none); in the rule sheets a diagonal step captures (captures=diagonal). "
	if b.captures {
		text += "Here the rule sheets are followed. "
	} else {
		text += "Here the document is followed. "
	}
	return text + "The document and the rule sheet of the game without holes do not cover a player who cannot move; " +
		"in the game with holes such a player loses. Without holes and with captures, a side that has pieces can always move."
}

func (g *game[S]) Draw(s S) games.Drawing {
	p := unpack(g.board, s)
	glyph := g.glyphs(p)
	legend := map[rune]string{'.': "empty cell", 'w': "white piece", 'b': "black piece", '#': "hole"}
	d := g.grid().Draw(func(cell int) games.Cell {
		c := glyph(cell)
		if c == '#' {
			return games.Cell{Kind: games.Wall, Glyph: '#'}
		}
		return grid.Piece(c, glyphs)
	}, legend, g.status(p)).WithFigures([2]games.Figure{games.Pawn, games.Pawn})
	for i, c := range d.Cells {
		if c.Kind == games.Piece && i/d.Width == [...]int{0, d.Height - 1}[c.Role] { // on the far row
			d.Won = append(d.Won, i)
		}
	}
	return d
}

func (b *board) status(p position) string {
	names := [2]string{"white", "black"}
	t := b.targets(p)
	if !b.over(p) && count(&t) > 0 {
		text := names[p.mover] + " to move"
		if b.captures {
			text += "; pieces: white " + strconv.Itoa(bits.OnesCount64(p.side(0))) + ", black " + strconv.Itoa(bits.OnesCount64(p.side(1)))
		}
		return text
	}
	winner := b.winner(p)
	loser := winner ^ 1
	switch {
	case p.side(winner)&b.goal[winner] != 0:
		return fmt.Sprintf("%s has won: a piece has reached row %d", names[winner], []int{b.height, 1}[winner])
	case p.side(loser) == 0:
		return fmt.Sprintf("%s has won: %s has no pieces left", names[winner], names[loser])
	}
	return fmt.Sprintf("%s has won: %s has no legal move", names[winner], names[loser])
}
