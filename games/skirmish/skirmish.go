// Package skirmish implements a game where two sides step and leap on a square
// board for a fixed number of plies and count captures. With growing armies, it is
// the game 2pffa_zerosum of the General Game Playing repository (ggp.org).
package skirmish

import (
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/games/grid"
)

// Values of the option respawn.
const (
	respawnNever    = "never"
	respawnCaptured = "captured"
	respawnEvery    = "every-ply"
)

// Entry returns the game skirmish.
func Entry() games.Entry {
	return games.Entry{
		Name:    "skirmish",
		Summary: "two sides step and leap; more captures at the last step win",
		Options: []games.Option{
			games.Enum("respawn", "when a piece appears on a start cell: never; after each capture, the captured piece; after each ply, one per side",
				respawnNever, respawnCaptured, respawnEvery).Says("no respawning | captured pieces respawn | pieces respawn after each ply"),
			games.Enum("steps-may", "permitted effects of a step to a neighbouring cell", "move+capture", "capture").Says("steps move or capture | steps only capture"),
			games.Enum("leaps-may", "permitted effects of a knight's leap", "move+capture", "move").Says("leaps move or capture | leaps only move"),
			games.Int("inner", "side of the inner square, in which pieces move: 3, 5 or 7", 5, 3, 7).AsSize().Says("inner square of side %s"),
			games.Int("steps", "value of the step counter that ends the game; it starts at 1", 31, 2, 127).Says("step counter up to %s"),
		},
		New: newVariant,
	}
}

// Presets returns the presets of skirmish.
func Presets() []games.Preset {
	return []games.Preset{{
		Name:    "2pffa-zerosum",
		Spec:    "skirmish:respawn=every-ply,steps-may=capture,leaps-may=move",
		Summary: "skirmish as in the rule sheet 2pffa_zerosum: armies grow, steps only capture, leaps never do",
	}}
}

func newVariant(c games.Choice) (games.Variant, error) {
	inner := c.Int("inner")
	if inner%2 == 0 {
		return nil, games.BadInput("skirmish: inner=%d is even, but the start cells need a middle row; use inner=3, inner=5 or inner=7", inner)
	}
	b := newBoard(inner, c.Int("steps"), c.String("respawn"))
	b.stepsMove = c.String("steps-may") == "move+capture"
	b.leapsCapture = c.String("leaps-may") == "move+capture"
	return newGame(b), nil
}

// describe returns the game's Info. The fields stepsMove and leapsCapture must be
// set.
func (b *board) describe() games.Info {
	return games.Info{
		Title:     "Skirmish",
		Roles:     []string{"red", "blue"},
		Total:     100,
		Payoffs:   []int{0, 50, 100},
		LayerName: "ply",
		Rules:     b.rulesText(),
		Symmetry:  "top-bottom mirror",
	}
}

func (b *board) rulesText() []string {
	n, mid := b.side(), (b.side()+1)/2
	text := []string{fmt.Sprintf("The board has %[1]dx%[1]d cells, written column.row and counted from 1; only the inner %[2]dx%[2]d cells, 2.2 to %[3]d.%[3]d, can be entered. "+
		"Red starts with a piece on 1.%[4]d, blue with one on %[1]d.%[4]d. Red moves first, then the players take turns.", n, b.inner, n-1, mid)}

	move := "A move takes one of the player's pieces to an inner cell: by a step to one of the eight neighbouring cells, or by a knight's leap (two cells along one axis and one along the other). "
	switch {
	case b.stepsMove && b.leapsCapture:
		move += "Steps and leaps need a free cell or an opposing piece, which is captured."
	case b.stepsMove:
		move += "A step needs a free cell or an opposing piece, which is captured; a leap needs a free cell."
	case b.leapsCapture:
		move += "A step needs an opposing piece, which is captured; a leap needs a free cell or an opposing piece, which is captured."
	default:
		move += "A step needs an opposing piece, which is captured; a leap needs a free cell."
	}
	text = append(text, move+" A piece on its start cell cannot be captured, and no piece can return there by a move. A player without a legal move passes (noop); passing is not allowed otherwise.")

	switch b.respawn {
	case respawnNever:
		text = append(text, "Each player has a single piece. A captured piece does not return, and its owner passes for the rest of the game. Each capture counts one.")
	case respawnCaptured:
		text = append(text, "Each player has a single piece. A captured piece reappears on its start cell immediately. Each capture counts one.")
	case respawnEvery:
		text = append(text, fmt.Sprintf("After each ply a new piece appears on each empty start cell, so that armies grow. Each capture counts one; the count stops at %d.", captureLimit))
	}
	text = append(text, fmt.Sprintf("The step counter starts at 1 and grows by one with each ply; the game ends when it reaches %d, after %d plies. The side with more captures gets 100, the other 0; with equal captures each gets 50.", b.length, b.length-1))
	return append(text, b.readingText())
}

func (b *board) readingText() string {
	text := fmt.Sprintf("The document and the rule sheet (2pffa_zerosum) differ. In the document each player has a single piece (respawn=never), steps and leaps both move and capture "+
		"(steps-may=move+capture, leaps-may=move+capture), and captures are counted without limit. In the rule sheet pieces appear on the start cells after every ply (respawn=every-ply), "+
		"steps only capture (steps-may=capture), leaps only go to free cells (leaps-may=move), and the capture count stops at %d; here it does so whenever pieces appear after every ply. ", captureLimit)
	document := b.respawn == respawnNever && b.stepsMove && b.leapsCapture
	sheet := b.respawn == respawnEvery && !b.stepsMove && !b.leapsCapture
	switch {
	case document:
		return text + "Here the document is followed."
	case sheet:
		return text + "Here the rule sheet is followed."
	}
	return text + "Here the options mix both or differ from both."
}

// Draw implements games.Drawer. Row 1 is at the bottom.
func (g *game) Draw(s [2]uint64) games.Drawing {
	legend := map[rune]string{'r': "red piece", 'b': "blue piece", outer: "cell that cannot be entered", '+': "start cell", '.': "free cell"}
	d := g.grid().Draw(func(at int) games.Cell {
		cell := g.cellAt(at)
		glyph := g.glyph(s, cell)
		if glyph == outer {
			return games.Cell{Kind: games.Wall, Glyph: outer}
		}
		if role := slices.Index(g.home[:], 1<<cell); role >= 0 && glyph == glyphs[0] {
			return games.Cell{Kind: games.Mark, Role: role, Glyph: '+'}
		}
		return grid.Piece(glyph, glyphs)
	}, legend, g.notes(s)...)
	d.Columns = grid.Numbers(1, d.Width)
	return d
}

// notes returns the side to move or the result, the step, and the captures.
func (b *board) notes(s [2]uint64) []string {
	first := fmt.Sprintf("%s to move, step %d of %d", [2]string{"red", "blue"}[mover(s)], step(s), b.length)
	if step(s) >= b.length {
		result := [...]string{"it is a draw", "red has won", "blue has won"}[1+leader(s)]
		first = fmt.Sprintf("the game is over at step %d: %s", step(s), result)
	}
	return []string{first, fmt.Sprintf("captures: red %d, blue %d", captures(s, 0), captures(s, 1))}
}
