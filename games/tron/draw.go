package tron

import (
	"fmt"
	"strconv"

	"zermelo/games"
)

// Draw shows the board with row 0 at the top. A head that has erred covers
// the cell it stands on; the notes say what it ran into.
func (g *game) Draw(s uint64) games.Drawing {
	forbidden, r, b := g.unpack(s)
	d := games.Drawing{Width: g.width, Height: g.height}
	for x := range g.width {
		d.Columns = append(d.Columns, strconv.Itoa(x))
	}
	seen := map[rune]bool{}
	for y := range g.height {
		d.Rows = append(d.Rows, strconv.Itoa(y))
		for x := range g.width {
			at := uint64(g.placeAt(x, y))
			cell, legend := games.Cell{Kind: games.Empty, Glyph: cellBlank}, ". blank"
			switch bit := g.place[at].bit; {
			case at == r && at == b:
				cell, legend = games.Cell{Kind: games.Piece, Role: g.lastMover(s), Glyph: '*'}, "* both heads"
			case at == r:
				cell, legend = games.Cell{Kind: games.Piece, Role: 0, Glyph: 'R'}, "R red's head"
			case at == b:
				cell, legend = games.Cell{Kind: games.Piece, Role: 1, Glyph: 'B'}, "B blue's head"
			case g.open&bit == 0:
				cell, legend = games.Cell{Kind: games.Wall, Glyph: cellWallToo}, "# wall"
			case forbidden&bit != 0:
				cell, legend = games.Cell{Kind: games.Blocked, Glyph: cellForbidden}, "x forbidden"
			}
			d.Cells = append(d.Cells, cell)
			if !seen[cell.Glyph] {
				seen[cell.Glyph] = true
				d.Legend = append(d.Legend, legend)
			}
		}
	}
	d.Notes = g.notes(s)
	return d
}

// lastMover is the role that moved last in alternating play, 0 before the
// first ply.
func (g *game) lastMover(s uint64) int {
	if g.plies(s) > 0 && redMoves(s>>(2*g.headBits)) {
		return 1
	}
	return 0
}

func (g *game) notes(s uint64) []string {
	if mover := g.toMove(s); mover == "both" {
		return []string{"red and blue to move at once"}
	} else if mover != "over" {
		return []string{mover + " to move"}
	}
	notes := []string{"the game is over"}
	forbidden, r, b := g.unpack(s)
	redErr, blueErr := g.errors(s)
	for role, head := range []uint64{r, b} {
		if ![]bool{redErr, blueErr}[role] {
			continue
		}
		x, y := g.cellOf(int(head))
		what := "entered the other head's cell"
		switch bit := g.place[head%places].bit; {
		case bit == 0:
			what = "left the board"
		case g.open&bit == 0:
			what = "ran into a wall"
		case forbidden&bit != 0:
			what = "ran into a forbidden cell"
		}
		notes = append(notes, fmt.Sprintf("%s %s at %d.%d", g.info.Roles[role], what, x, y))
	}
	if len(notes) == 1 {
		notes = append(notes, "no blank cell is left")
	}
	return notes
}
