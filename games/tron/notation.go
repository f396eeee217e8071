package tron

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
)

// A position is written in fields joined by colons: the rows from the top
// joined by slashes, the heads that have erred, and the side to move, as in
//
//	....../.R..../.xx.../..B.../....../......:blue
//	xx..../.x..../.R..../....B./....x./......:B6.4:over
//
// A cell is '.' blank, 'x' forbidden, 'w' a wall, 'R' or 'B' a head. A head
// that has erred stands on a cell with a character of its own or off the
// board, so it is written as R or B and its cell. The last field follows from
// the others and may be left out: red, blue, both (at once) or over. Walls are
// not '#' because a word that starts so is a comment in a shell, but ParseState
// reads '#' too.

const (
	cellBlank     = '.'
	cellForbidden = 'x'
	cellWall      = 'w'
	cellWallToo   = '#'
)

// FormatState writes a position, with the side to move.
func (g *game) FormatState(s uint64) string {
	forbidden, r, b := g.unpack(s)
	redErr, blueErr := g.errors(s)
	text := grid.Board{Width: g.width, Height: g.height, Down: true}.Format(func(cell int) byte {
		at := uint64(g.placeAt(cell%g.width, cell/g.width))
		switch bit := g.place[at].bit; {
		case at == r && !redErr:
			return 'R'
		case at == b && !blueErr:
			return 'B'
		case g.open&bit == 0:
			return cellWall
		case forbidden&bit != 0:
			return cellForbidden
		}
		return cellBlank
	})
	for i, head := range []uint64{r, b} {
		if [...]bool{redErr, blueErr}[i] {
			x, y := g.cellOf(int(head))
			text += fmt.Sprintf(":%c%d.%d", "RB"[i], x, y)
		}
	}
	return text + ":" + g.toMove(s)
}

// toMove says who is to move: red, blue, both or, when the game has ended, over.
func (g *game) toMove(s uint64) string {
	switch {
	case g.over(s):
		return "over"
	case g.simultaneous:
		return "both"
	case redMoves(s >> (2 * g.headBits)):
		return "red"
	}
	return "blue"
}

// ParseState reads a position. It wants one that plies of this variant can
// leave behind, as far as the number of forbidden cells and the errors tell.
func (g *game) ParseState(text string) (uint64, error) {
	p := parser{game: g, text: text, heads: [2]int{-1, -1}}
	rows, rest, _ := strings.Cut(text, ":")
	if err := p.board(rows); err != nil {
		return 0, err
	}
	mover := ""
	if rest != "" || strings.HasSuffix(text, ":") {
		for field := range strings.SplitSeq(rest, ":") {
			switch {
			case mover != "":
				return 0, p.fail("%q follows the side to move, which is the last field", field)
			case field == "red" || field == "blue" || field == "both" || field == "over":
				mover = field
			default:
				if err := p.head(field); err != nil {
					return 0, err
				}
			}
		}
	}
	for i, at := range p.heads {
		if at < 0 {
			return 0, p.fail("%s's head is missing: write %c in its cell", g.About.Roles[i], "RB"[i])
		}
	}
	s := g.pack(p.forbidden, uint64(p.heads[0]), uint64(p.heads[1]))
	if err := p.consistent(s); err != nil {
		return 0, err
	}
	if want := g.toMove(s); mover != "" && mover != want {
		return 0, p.fail("the last field is %s, but after %d plies in this variant it is %s", mover, g.plies(s), want)
	}
	return s, nil
}

// parser holds what is read of one position.
type parser struct {
	game      *game
	text      string
	forbidden uint64
	heads     [2]int // places of red and blue; -1 while unknown
}

func (p *parser) fail(format string, args ...any) error {
	return games.BadInput("position %q: %s; a position of this variant looks like %s",
		p.text, fmt.Sprintf(format, args...), p.game.FormatState(p.game.Start()))
}

func (p *parser) board(text string) error {
	g := p.game
	rows := strings.Split(text, "/")
	if len(rows) != g.height {
		return p.fail("want %d rows, but got %d", g.height, len(rows))
	}
	for y, row := range rows {
		cells := []rune(row)
		if len(cells) != g.width {
			return p.fail("row %d has %d cells, want %d", y, len(cells), g.width)
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
	g := p.game
	at := g.placeAt(x, y)
	bit := g.place[at].bit
	wall := g.open&bit == 0
	switch {
	case (c == cellWall || c == cellWallToo) != wall && (c == cellBlank || c == cellForbidden || c == 'R' || c == 'B'):
		return p.fail("cell %d.%d is a wall (w) in this variant, not %q", x, y, c)
	case c == cellWall || c == cellWallToo:
		if !wall && !g.ring {
			return p.fail("cell %d.%d is a wall (w): this variant has walls=none", x, y)
		} else if !wall {
			return p.fail("cell %d.%d is a wall (w), but only the outermost cells are", x, y)
		}
	case c == 'R':
		return p.place(0, at)
	case c == 'B':
		return p.place(1, at)
	case c == cellForbidden:
		p.forbidden |= bit
	case c != cellBlank:
		return p.fail("cell %d.%d is %q, want . (blank), x (forbidden), w (wall), R or B (head)", x, y, c)
	}
	return nil
}

// head reads a field such as B6.4.
func (p *parser) head(field string) error {
	var x, y int
	g, role := p.game, -1
	if field != "" {
		role = strings.IndexByte("RB", field[0])
	}
	if role < 0 {
		return p.fail("%q is neither a head such as R2.3 nor the side to move: red, blue, both or over", field)
	}
	if n, err := fmt.Sscanf(field[1:], "%d.%d", &x, &y); n != 2 || err != nil || fmt.Sprintf("%d.%d", x, y) != field[1:] {
		return p.fail("the head %q is not of the form %c2.3", field, field[0])
	}
	offX, offY := x < 0 || x >= g.width, y < 0 || y >= g.height
	switch {
	case !offX && !offY:
	case !g.edgeError || g.ring:
		return p.fail("the head %s is off the board, which happens only with walls=none,edge=error", field)
	case offX && offY, x < -margin, y < -margin, x >= g.width+margin, y >= g.height+margin:
		return p.fail("the head %s is more than one step off the board", field)
	}
	return p.place(role, g.placeAt(x, y))
}

func (p *parser) place(role, at int) error {
	if p.heads[role] >= 0 {
		return p.fail("%s's head is given twice", p.game.About.Roles[role])
	}
	p.heads[role] = at
	return nil
}

// consistent refuses positions that have no last ply.
func (p *parser) consistent(s uint64) error {
	g := p.game
	n := bits.OnesCount64(p.forbidden)
	redErr, blueErr := g.errors(s)
	switch {
	case g.simultaneous && n%2 != 0:
		return p.fail("%d cells are forbidden, but with turns=simultaneous each ply makes two", n)
	case n == 0 && p.heads[0] == p.heads[1]:
		return p.fail("both heads are in one cell, but no cell is forbidden, so nobody has moved yet")
	case n == 0 && (redErr || blueErr):
		return p.fail("%s has erred, but no cell is forbidden, so nobody has moved yet", choose(redErr, "red", "blue"))
	case !g.simultaneous && redErr && redMoves(p.forbidden):
		return p.fail("red has erred, but with %d forbidden cells blue has moved last", n)
	case !g.simultaneous && blueErr && !redMoves(p.forbidden):
		return p.fail("blue has erred, but with %d forbidden cells red has moved last", n)
	}
	return nil
}

// Moves names the moves of those who are to move.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	_, r, b := g.unpack(s)
	mover := g.toMove(s)
	if mover == "red" || mover == "both" {
		moves[0] = g.place[r%places].names()
	}
	if mover == "blue" || mover == "both" {
		moves[1] = g.place[b%places].names()
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
