package tron

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// Draw shows the board with row 0 at the top. A head that has erred covers
// the cell it stands on; the notes say what it ran into.
func (g *game) Draw(s uint64) games.Drawing {
	forbidden, r, b := g.unpack(s)
	legend := map[rune]string{'*': "both heads", 'R': "red's head", 'B': "blue's head", cellWallToo: "wall", cellForbidden: "forbidden", cellBlank: "blank"}
	d := grid.Board{Width: g.width, Height: g.height, Down: true}.Draw(func(cell int) games.Cell {
		at := uint64(g.placeAt(cell%g.width, cell/g.width))
		switch bit := g.place[at].bit; {
		case at == r && at == b:
			return games.Cell{Kind: games.Piece, Role: g.lastMover(s), Glyph: '*'}
		case at == r:
			return games.Cell{Kind: games.Piece, Role: 0, Glyph: 'R'}
		case at == b:
			return games.Cell{Kind: games.Piece, Role: 1, Glyph: 'B'}
		case g.open&bit == 0:
			return games.Cell{Kind: games.Wall, Glyph: cellWallToo}
		case forbidden&bit != 0:
			return games.Cell{Kind: games.Blocked, Glyph: cellForbidden}
		}
		return games.Cell{Glyph: cellBlank}
	}, legend, g.notes(s)...)
	d.Columns, d.Rows = grid.Numbers(0, g.width), grid.Numbers(0, g.height)
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
		notes = append(notes, fmt.Sprintf("%s %s at %d.%d", g.About.Roles[role], what, x, y))
	}
	if len(notes) == 1 {
		notes = append(notes, "no blank cell is left")
	}
	return notes
}
