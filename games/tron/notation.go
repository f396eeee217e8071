package tron

import (
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
)

// The text of a position consists of the rows from top to bottom, joined by slashes,
// the heads that have erred, and the side to move. For example:
//
//	....../.R..../.xx.../..B.../....../......:blue
//	xx..../.x..../.R..../....B./....x./......:B6.4:over
//
// A cell is '.' (blank), 'x' (forbidden), 'w' (wall), 'R' or 'B' (a head). A head
// that has erred is off the board or on an occupied cell, so it is written as R or B
// followed by its coordinates. The last field, which is optional, is red, blue, both
// or over. ParseState also accepts '#' for a wall, but FormatState avoids it because
// '#' starts a comment in a shell.

const (
	cellBlank     = '.'
	cellForbidden = 'x'
	cellWall      = 'w'
	cellWallToo   = '#'
)

func (g *game[S]) FormatState(s S) string {
	p := g.unpack(s)
	redErr, blueErr := g.errors(p)
	text := grid.Board{Width: g.width, Height: g.height, Down: true}.Format(func(cell int) byte {
		at := g.placeAt(cell%g.width, cell/g.width)
		switch bit := g.cell[at]; {
		case at == p.heads[0] && !redErr:
			return 'R'
		case at == p.heads[1] && !blueErr:
			return 'B'
		case !g.open.overlaps(bit):
			return cellWall
		case p.forbidden.overlaps(bit):
			return cellForbidden
		}
		return cellBlank
	})
	for i, head := range p.heads {
		if [...]bool{redErr, blueErr}[i] {
			x, y := g.cellOf(head)
			text += fmt.Sprintf(":%c%d.%d", "RB"[i], x, y)
		}
	}
	return text + ":" + g.toMove(p)
}

func (b *board) toMove(p position) string {
	switch {
	case b.over(p):
		return "over"
	case b.simultaneous:
		return "both"
	case p.mover() == 0:
		return "red"
	}
	return "blue"
}

// ParseState implements games.Notation. It rejects positions whose errors are
// inconsistent with the number of forbidden cells.
func (g *game[S]) ParseState(text string) (S, error) {
	p := parser{board: &g.board, text: text, start: g.FormatState(g.First), position: position{heads: [2]int{-1, -1}}}
	if err := p.parse(); err != nil {
		var none S
		return none, err
	}
	return g.pack(p.position), nil
}

func (p *parser) parse() error {
	g := p.board
	rows, rest, _ := strings.Cut(p.text, ":")
	if err := p.cells(rows); err != nil {
		return err
	}
	mover := ""
	if rest != "" || strings.HasSuffix(p.text, ":") {
		for field := range strings.SplitSeq(rest, ":") {
			switch {
			case mover != "":
				return p.fail("unexpected %q after the side to move", field)
			case field == "red" || field == "blue" || field == "both" || field == "over":
				mover = field
			default:
				if err := p.head(field); err != nil {
					return err
				}
			}
		}
	}
	for i, at := range p.heads {
		if at < 0 {
			return p.fail("%s's head is missing; write %c in its cell", roleNames()[i], "RB"[i])
		}
	}
	if err := p.consistent(); err != nil {
		return err
	}
	if want := g.toMove(p.position); mover != "" && mover != want {
		return p.fail("the last field is %s, but after %d plies in this variant it must be %s", mover, g.plies(p.position), want)
	}
	return nil
}

type parser struct {
	board    *board
	text     string
	start    string // text of the start
	position        // heads are -1 until they are found
}

func (p *parser) fail(format string, args ...any) error {
	return games.BadInput("position %q: %s; a position of this variant looks like %s",
		p.text, fmt.Sprintf(format, args...), p.start)
}

func (p *parser) cells(text string) error {
	g := p.board
	rows := strings.Split(text, "/")
	if len(rows) != g.height {
		return p.fail("expected %d rows, got %d", g.height, len(rows))
	}
	for y, row := range rows {
		cells := []rune(row)
		if len(cells) != g.width {
			return p.fail("row %d has %d cells, expected %d", y, len(cells), g.width)
		}
		for x, c := range cells {
			if err := p.cell(x, y, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *parser) cell(x, y int, c rune) error {
	g := p.board
	at := g.placeAt(x, y)
	bit := g.cell[at]
	wall := !g.open.overlaps(bit)
	switch {
	case (c == cellWall || c == cellWallToo) != wall && (c == cellBlank || c == cellForbidden || c == 'R' || c == 'B'):
		return p.fail("cell %d.%d is a wall (w) in this variant, not %q", x, y, c)
	case c == cellWall || c == cellWallToo:
		if !wall && !g.ring {
			return p.fail("cell %d.%d is a wall (w), but this variant has walls=none", x, y)
		} else if !wall {
			return p.fail("cell %d.%d is a wall (w), but only the outermost cells are", x, y)
		}
	case c == 'R':
		return p.place(0, at)
	case c == 'B':
		return p.place(1, at)
	case c == cellForbidden:
		p.forbidden = p.forbidden.or(bit)
	case c != cellBlank:
		return p.fail("cell %d.%d is %q, expected . (blank), x (forbidden), w (wall), R or B (head)", x, y, c)
	}
	return nil
}

// head parses a field for a head that has erred, such as B6.4.
func (p *parser) head(field string) error {
	var x, y int
	g, role := p.board, -1
	if field != "" {
		role = strings.IndexByte("RB", field[0])
	}
	if role < 0 {
		return p.fail("%q is neither a head such as R2.3 nor the side to move (red, blue, both or over)", field)
	}
	if n, err := fmt.Sscanf(field[1:], "%d.%d", &x, &y); n != 2 || err != nil || fmt.Sprintf("%d.%d", x, y) != field[1:] {
		return p.fail("the head %q is not of the form %c2.3", field, field[0])
	}
	offX, offY := x < 0 || x >= g.width, y < 0 || y >= g.height
	switch {
	case !offX && !offY:
	case !g.edgeError || g.ring:
		return p.fail("the head %s is off the board, which is possible only with walls=none,edge=error", field)
	case offX && offY, x < -margin, y < -margin, x >= g.width+margin, y >= g.height+margin:
		return p.fail("the head %s is more than one step off the board", field)
	}
	return p.place(role, g.placeAt(x, y))
}

func (p *parser) place(role, at int) error {
	if p.heads[role] >= 0 {
		return p.fail("%s's head is on two cells", roleNames()[role])
	}
	p.heads[role] = at
	return nil
}

// consistent returns an error unless the position is the start or can result from a
// ply.
func (p *parser) consistent() error {
	g := p.board
	n := p.forbidden.count()
	redErr, blueErr := g.errors(p.position)
	switch {
	case g.simultaneous && n%2 != 0:
		return p.fail("%d cells are forbidden, but with turns=simultaneous each ply adds two", n)
	case n == 0 && p.heads[0] == p.heads[1]:
		return p.fail("both heads are in one cell, but no cell is forbidden; before any move, this must be the start position")
	case n == 0 && (redErr || blueErr):
		return p.fail("%s has erred, but no cell is forbidden; an error requires a move", choose(redErr, "red", "blue"))
	case !g.simultaneous && redErr && p.mover() == 0:
		return p.fail("red has erred, but with %d forbidden cells blue moved last", n)
	case !g.simultaneous && blueErr && p.mover() == 1:
		return p.fail("blue has erred, but with %d forbidden cells red moved last", n)
	}
	return nil
}

func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	p := g.unpack(s)
	mover := g.toMove(p)
	if mover == "red" || mover == "both" {
		moves[0] = g.place[p.heads[0]].names()
	}
	if mover == "blue" || mover == "both" {
		moves[1] = g.place[p.heads[1]].names()
	}
	return moves
}

func (p *place) names() []string {
	all := moveNames()
	names := make([]string, p.moves)
	for i := range names {
		names[i] = all[p.name[i]]
	}
	return names
}

// Draw implements games.Drawer. The notes describe errors, since a head hides the
// cell that it is on.
func (g *game[S]) Draw(s S) games.Drawing {
	p := g.unpack(s)
	red, blue := p.heads[0], p.heads[1]
	legend := map[rune]string{'*': "both heads", 'R': "red's head", 'B': "blue's head", cellWallToo: "wall", cellForbidden: "forbidden", cellBlank: "blank"}
	d := grid.Board{Width: g.width, Height: g.height, Down: true}.Draw(func(cell int) games.Cell {
		at := g.placeAt(cell%g.width, cell/g.width)
		switch bit := g.cell[at]; {
		case at == red && at == blue:
			return games.Cell{Kind: games.Piece, Role: g.lastMover(p), Glyph: '*', Figure: games.Head}
		case at == red:
			return games.Cell{Kind: games.Piece, Role: 0, Glyph: 'R', Figure: games.Head}
		case at == blue:
			return games.Cell{Kind: games.Piece, Role: 1, Glyph: 'B', Figure: games.Head}
		case !g.open.overlaps(bit):
			return games.Cell{Kind: games.Wall, Glyph: cellWallToo}
		case p.forbidden.overlaps(bit):
			return games.Cell{Kind: games.Blocked, Glyph: cellForbidden}
		}
		return games.Cell{Glyph: cellBlank}
	}, legend, g.notes(p)...)
	d.Columns, d.Rows = grid.Numbers(0, g.width), grid.Numbers(0, g.height)
	return d
}

// lastMover returns the role that moved last in alternating play, or 0 at the start.
func (b *board) lastMover(p position) int {
	if b.plies(p) > 0 && p.mover() == 0 {
		return 1
	}
	return 0
}

func (b *board) notes(p position) []string {
	if mover := b.toMove(p); mover == "both" {
		return []string{"red and blue to move simultaneously"}
	} else if mover != "over" {
		return []string{mover + " to move"}
	}
	notes := []string{"the game is over"}
	redErr, blueErr := b.errors(p)
	for role, head := range p.heads {
		if ![]bool{redErr, blueErr}[role] {
			continue
		}
		x, y := b.cellOf(head)
		what := "entered the other head's cell"
		switch cell := b.cell[head]; {
		case cell.empty():
			what = "left the board"
		case !b.open.overlaps(cell):
			what = "ran into a wall"
		case p.forbidden.overlaps(cell):
			what = "ran into a forbidden cell"
		}
		notes = append(notes, fmt.Sprintf("%s %s at %d.%d", roleNames()[role], what, x, y))
	}
	if len(notes) == 1 {
		notes = append(notes, "no blank cell is left")
	}
	return notes
}
