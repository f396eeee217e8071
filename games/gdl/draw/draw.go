// Package draw draws the states of rule sheets.
//
// A Painter finds a board in the names of the fluents, chooses its orientation
// by the names of the moves, assigns a glyph to each piece, and lists the
// remaining fluents as notes.
package draw

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"zermelo/games"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/statemachine"
)

// Painter draws the states of a machine. A drawing has a board, if the sheet
// describes one, and notes that list the remaining fluents, one line per relation.
type Painter struct {
	board   *board
	cells   map[string]games.Cell // by name of the piece
	roles   []string
	notes   []note // by fluent
	settled []bool // by fluent; see NewPainter
}

// note is the text that represents a fluent below the board.
type note struct{ relation, rest string }

// NewPainter returns a painter for the states of a machine. The slice settled marks
// fluents that have the same value in all states to be drawn; it may be nil. The
// notes omit these fluents, and the board ignores them if they are false.
func NewPainter(m *statemachine.Machine, settled []bool) *Painter {
	if settled == nil {
		settled = make([]bool, len(m.Fluents))
	}
	can := make([]bool, len(m.Fluents))
	for f := range can {
		can[f] = !settled[f]
	}
	for _, f := range m.Initial {
		can[f] = true
	}
	p := &Painter{board: findBoard(m.Fluents, can), roles: m.Roles, settled: settled}
	for _, f := range m.Fluents {
		relation, rest, _ := strings.Cut(strings.TrimPrefix(f, "("), " ")
		p.notes = append(p.notes, note{games.Echo(relation), games.Echo(strings.TrimSuffix(rest, ")"))})
	}
	if p.board != nil {
		p.board.turn(m)
		for _, labels := range [][]string{p.board.columns, p.board.rows} {
			for i := range labels {
				labels[i] = games.Echo(labels[i])
			}
		}
		p.choosePieces()
	}
	return p
}

// choosePieces assigns a distinct glyph to each piece.
func (p *Painter) choosePieces() {
	pieces := slices.Clone(p.board.piece)
	slices.SortFunc(pieces, ground.CompareNatural)
	pieces = slices.DeleteFunc(slices.Compact(pieces), func(name string) bool { return name == "" })
	// Short names can serve as glyphs.
	slices.SortStableFunc(pieces, func(a, b string) int { return len(a) - len(b) })
	p.cells = map[string]games.Cell{}
	taken := map[rune]bool{'.': true, '#': true, '*': true}
	for _, name := range pieces {
		cell := games.Cell{Kind: games.Mark, Role: p.owner(name)}
		switch strings.ToLower(name) {
		case "b", "blank", "empty", "none":
			p.cells[name] = games.Cell{Kind: games.Empty, Glyph: '.'}
			continue
		case "wall", "hole", "blocked", "arrow":
			p.cells[name] = games.Cell{Kind: games.Wall, Glyph: '#'}
			continue
		}
		if cell.Role >= 0 {
			cell.Kind = games.Piece
		}
		cell.Role = max(0, cell.Role)
		cell.Glyph = freeGlyph(name, taken)
		taken[cell.Glyph] = true
		p.cells[name] = cell
	}
	p.chooseFigures()
}

// chooseFigures assigns chess figures to pieces with the names of chess pieces, and
// a disc to the pieces of a role that has only one kind of piece.
func (p *Painter) chooseFigures() {
	var kinds [games.MaxRoles]int
	for _, c := range p.cells {
		if c.Kind == games.Piece {
			kinds[c.Role]++
		}
	}
	for name, c := range p.cells {
		if c.Kind != games.Piece {
			continue
		}
		if kinds[c.Role] == 1 {
			c.Figure = games.Disc
		}
		for f := games.Pawn; f <= games.King; f++ {
			if strings.Contains(strings.ToLower(name), f.String()) {
				c.Figure = f
			}
		}
		p.cells[name] = c
	}
}

// owner returns the role that owns a piece, or -1 if no role or several roles match.
// A role matches if its name is a prefix of the piece's name, or vice versa, as for
// xplayer and x, or for red and redHead.
func (p *Painter) owner(piece string) int {
	owner := -1
	for r, role := range p.roles {
		if !strings.HasPrefix(role, piece) && !strings.HasPrefix(piece, role) {
			continue
		}
		if owner >= 0 || r >= games.MaxRoles {
			return -1
		}
		owner = r
	}
	return owner
}

// freeGlyph returns an unused character, preferably a letter of the name.
func freeGlyph(name string, taken map[rune]bool) rune {
	for _, r := range name {
		for _, g := range []rune{r, unicode.ToUpper(r), unicode.ToLower(r)} {
			if !taken[g] && (unicode.IsLetter(g) || unicode.IsDigit(g)) {
				return g
			}
		}
	}
	for g := 'A'; ; g++ {
		if !taken[g] && (unicode.IsLetter(g) || unicode.IsDigit(g)) {
			return g
		}
	}
}

// Draw draws the state where the given fluents, in ascending order, are true.
func (p *Painter) Draw(fluents []int32) games.Drawing {
	var d games.Drawing
	if p.board != nil {
		p.drawBoard(&d, fluents)
	}
	last := ""
	for _, f := range fluents {
		if p.settled[f] || p.board != nil && p.board.cell[f] >= 0 {
			continue
		}
		n := p.notes[f]
		switch {
		case len(d.Notes) > 0 && last == n.relation:
			d.Notes[len(d.Notes)-1] += ", " + n.rest
		case n.rest == "":
			d.Notes = append(d.Notes, n.relation)
		default:
			d.Notes = append(d.Notes, n.relation+": "+n.rest)
		}
		last = n.relation
	}
	if d.Width == 0 && len(d.Notes) == 0 {
		d.Notes = []string{"nothing is true"}
	}
	return d
}

// drawBoard sets the cells and the legend of the drawing. A cell with several
// fluents is drawn as '*'.
func (p *Painter) drawBoard(d *games.Drawing, fluents []int32) {
	b := p.board
	d.Width, d.Height, d.Columns = len(b.columns), len(b.rows), b.columns
	pieces := make([]string, d.Width*d.Height)
	d.Cells = make([]games.Cell, len(pieces))
	for i := range d.Cells {
		d.Cells[i] = games.Cell{Kind: games.Empty, Glyph: '.'}
	}
	for _, f := range fluents {
		at := b.cell[f]
		if at < 0 {
			continue
		}
		at = b.line(at/d.Width)*d.Width + at%d.Width
		if pieces[at] == "" {
			pieces[at], d.Cells[at] = b.piece[f], p.cells[b.piece[f]]
			continue
		}
		pieces[at] += " and " + b.piece[f]
		d.Cells[at] = games.Cell{Kind: games.Mark, Glyph: '*'}
	}
	for i := range b.rows {
		d.Rows = append(d.Rows, b.rows[b.line(i)])
	}
	seen := map[string]bool{}
	for i, c := range d.Cells {
		entry := fmt.Sprintf("%c %s", c.Glyph, games.Echo(pieces[i]))
		if pieces[i] != "" && !seen[entry] {
			seen[entry] = true
			d.Legend = append(d.Legend, entry)
		}
	}
}

// Rows is the name of the option that selects the orientation of a board.
const Rows = "rows"

const rowsUp, rowsDown = "up", "down"

// RowsOption returns the option that selects the orientation of the board, or false
// if there is no board. The moves of the sheet determine the default.
func (p *Painter) RowsOption() (games.Option, bool) {
	if p.board == nil {
		return games.Option{}, false
	}
	values := []string{rowsUp, rowsDown}
	if p.board.down {
		slices.Reverse(values)
	}
	o := games.Enum(Rows, "whether rows are drawn from the bottom up or from the top down", values...).Says("rows drawn %s")
	o.Drawn = true
	return o, true
}

// SetRows sets the orientation of the board to a value of the option. There must be
// a board.
func (p *Painter) SetRows(value string) { p.board.down = value == rowsDown }
