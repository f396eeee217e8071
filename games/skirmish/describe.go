package skirmish

import (
	"fmt"

	"zermelo/games"
)

// describe makes what people read about the variant. What steps and leaps may
// do must be set.
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

// rulesText explains the rules with the reading in force.
func (b *board) rulesText() []string {
	n, mid := b.side(), (b.side()+1)/2
	text := []string{fmt.Sprintf("The board has %[1]dx%[1]d cells, written column.row and counted from 1; only the inner %[2]dx%[2]d cells, 2.2 to %[3]d.%[3]d, can be entered. "+
		"Red starts with a piece on 1.%[4]d, blue with one on %[1]d.%[4]d. Red moves first, then the players take turns.", n, b.inner, n-1, mid)}

	move := "A move takes one own piece to an inner cell: by a step to one of the eight neighbouring cells, or by a knight's leap (two cells along one axis and one along the other). "
	switch {
	case b.stepsMove && b.leapsCapture:
		move += "Steps and leaps go to a free cell or to one with an opposing piece, which is captured."
	case b.stepsMove:
		move += "A step goes to a free cell or to one with an opposing piece, which is captured; a leap goes to a free cell only."
	case b.leapsCapture:
		move += "A step only captures: an opposing piece must be there; a leap goes to a free cell or captures."
	default:
		move += "A step only captures: an opposing piece must be there; a leap goes to a free cell only."
	}
	text = append(text, move+" A piece on its start cell cannot be captured, and no piece goes back there by a move. A player without a legal move passes (noop); nobody else may pass.")

	switch b.respawn {
	case respawnNever:
		text = append(text, "Each player has a single piece. A captured piece does not come back, and its owner passes from then on. Each capture counts one.")
	case respawnCaptured:
		text = append(text, "Each player has a single piece. A captured piece comes back on its start cell at once. Each capture counts one.")
	case respawnEvery:
		text = append(text, fmt.Sprintf("After each ply a piece of its own colour stands on each start cell, so that a piece that leaves it is replaced and the armies grow. Each capture counts one; the count stops at %d.", captureLimit))
	}
	text = append(text, fmt.Sprintf("The step counter starts at 1 and grows by one with each ply; the game ends when it reaches %d, after %d plies. The side with more captures gets 100, the other 0; with equal captures each gets 50.", b.length, b.length-1))
	return append(text, b.readingText())
}

// readingText says where the document and the rule sheet differ.
func (b *board) readingText() string {
	text := fmt.Sprintf("The document and the rule sheet (2pffa_zerosum) differ. In the document each player has a single piece (respawn=never), steps and leaps both move and capture "+
		"(steps-may=move+capture, leaps-may=move+capture), and captures are counted without end. In the rule sheet pieces appear on the start cells after every ply (respawn=every-ply), "+
		"steps only capture (steps-may=capture), leaps only go to free cells (leaps-may=move), and the capture count stops at %d; here it does so wherever pieces appear after every ply. ", captureLimit)
	document := b.respawn == respawnNever && b.stepsMove && b.leapsCapture
	sheet := b.respawn == respawnEvery && !b.stepsMove && !b.leapsCapture
	switch {
	case document:
		return text + "Here the document is followed."
	case sheet:
		return text + "Here the rule sheet is followed."
	}
	return text + "Here the options mix the two or leave both."
}

// Draw shows the whole board, row 1 at the bottom.
func (g *game) Draw(s [2]uint64) games.Drawing {
	n := g.side()
	d := games.Drawing{Width: n, Height: n, Notes: g.notes(s)}
	seen := map[string]bool{}
	for y := n; y >= 1; y-- {
		d.Rows = append(d.Rows, fmt.Sprint(y))
		for x := 1; x <= n; x++ {
			cell, meaning := g.drawCell(s, g.cell(x, y))
			d.Cells = append(d.Cells, cell)
			if line := string(cell.Glyph) + " " + meaning; !seen[line] {
				seen[line] = true
				d.Legend = append(d.Legend, line)
			}
		}
	}
	for x := range n {
		d.Columns = append(d.Columns, fmt.Sprint(x+1))
	}
	return d
}

// drawCell draws one cell and says what its glyph means.
func (b *board) drawCell(s [2]uint64, cell int) (games.Cell, string) {
	glyph := b.glyph(s, cell)
	switch {
	case glyph == redPiece:
		return games.Cell{Kind: games.Piece, Role: 0, Glyph: redPiece}, "red piece"
	case glyph == bluePiece:
		return games.Cell{Kind: games.Piece, Role: 1, Glyph: bluePiece}, "blue piece"
	case glyph == outerCell:
		return games.Cell{Kind: games.Wall, Glyph: outerCell}, "cell that cannot be entered"
	}
	for role, home := range b.home {
		if home == 1<<cell {
			return games.Cell{Kind: games.Mark, Role: role, Glyph: '+'}, "start cell"
		}
	}
	return games.Cell{Glyph: emptyCell}, "free cell"
}

// notes gives the side to move, the step and the captures.
func (b *board) notes(s [2]uint64) []string {
	red, blue := captures(s, 0), captures(s, 1)
	first := fmt.Sprintf("%s to move, step %d of %d", [2]string{"red", "blue"}[mover(s)], step(s), b.length)
	if step(s) >= b.length {
		result := "it is a draw"
		if red > blue {
			result = "red has won"
		} else if red < blue {
			result = "blue has won"
		}
		first = fmt.Sprintf("the game is over at step %d: %s", step(s), result)
	}
	return []string{first, fmt.Sprintf("captures: red %d, blue %d", red, blue)}
}
