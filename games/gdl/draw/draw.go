// Package draw draws the states of rule sheets.
//
// A Painter finds a board in the names of the fluents, chooses its orientation
// by the names of the moves, assigns a glyph to each piece, and lists the
// remaining fluents as notes.
package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"zermelo/games"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/statemachine"
)

// Painter draws the states of a machine. A drawing has a board, if the sheet
// describes one, tracks for counters that are not on the board, and notes that list
// the fluents that are not on the board, one line per relation.
type Painter struct {
	board     *board
	cells     map[string]games.Cell // by name of the piece
	chequered bool                  // whether there are chess pieces
	roles     []string
	tracks    []*games.Track // by fluent; nil if the fluent is no counter
	notes     []note         // by fluent
	settled   []bool         // by fluent; see NewPainter
	letters   int            // number of pieces named by a role's initial and a letter in men
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
	s := newFinder(m, settled)
	p := &Painter{board: s.board(), roles: m.Roles, settled: settled, tracks: make([]*games.Track, len(m.Fluents))}
	for _, f := range m.Fluents {
		relation, rest, _ := strings.Cut(strings.TrimPrefix(f, "("), " ")
		p.notes = append(p.notes, note{games.Echo(relation), games.Echo(strings.TrimSuffix(rest, ")"))})
	}
	p.chooseTracks(s)
	if b := p.board; b != nil {
		if b.grid {
			b.turn(m)
		}
		for _, labels := range [][]string{b.columns, b.rows} {
			for i := range labels {
				labels[i] = games.Echo(labels[i])
			}
		}
		p.choosePieces(s)
	}
	return p
}

// chooseTracks assigns tracks to counters. A track belongs to a role whose name is
// part of the counter's name. The notes of counters have numbers without prefixes.
func (p *Painter) chooseTracks(s *finder) {
	for _, r := range s.relations {
		n, most := len(r.values)-1, s.counter(r)
		if most < 0 || len(r.values[0]) > maxTracks && n > 0 || p.board != nil && p.board.puts[r.fluents[0]] != nil {
			continue
		}
		for i, f := range r.fluents {
			_, value := number(r.args[i][n])
			rest := append(slices.Clone(r.args[i][:n]), strconv.Itoa(value))
			name := strings.Join(append([]string{r.name}, rest[:n]...), " ")
			p.notes[f].rest = games.Echo(strings.Join(rest, " "))
			p.tracks[f] = &games.Track{Name: games.Echo(name), Role: -1, Value: value, Max: most}
			for role, text := range p.roles {
				if strings.Contains(strings.ToLower(name), strings.ToLower(text)) && role < games.MaxRoles {
					p.tracks[f].Role = role
				}
			}
		}
	}
}

// choosePieces assigns a cell with a distinct glyph to each piece.
func (p *Painter) choosePieces(s *finder) {
	names := p.board.pieces()
	for _, name := range names {
		if len(name) == 2 && strings.Contains(men, name[1:]) && slices.ContainsFunc(p.roles, func(role string) bool { return role[:1] == name[:1] }) {
			p.letters++
		}
	}
	blank := ""
	if !p.board.objects {
		blank = p.blank(s, names)
	}
	p.cells = map[string]games.Cell{}
	taken := map[rune]bool{'.': true, '#': true, '*': true}
	var kinds [games.MaxRoles]int
	heads := false
	for i, name := range names {
		cell := games.Cell{Kind: games.Mark, Role: p.owner(name), Figure: p.figure(name, names)}
		switch {
		case name == blank:
			p.cells[name] = games.Cell{Kind: games.Empty, Glyph: '.'}
			continue
		case p.isWall(name):
			p.cells[name] = games.Cell{Kind: games.Wall, Glyph: '#'}
			continue
		case cell.Role >= 0:
			cell.Kind = games.Piece
			kinds[cell.Role]++
		case len(p.roles) == 1 && (p.board.sized || cell.Figure != games.Lettered):
			cell.Kind = games.Piece
		}
		cell.Role = max(0, cell.Role)
		wish := name
		switch {
		case p.board.sized:
			cell.Figure, cell.Count = games.Slab, 30+65*(i+1)/len(names)
			_, n := number(name)
			wish = strconv.Itoa(n)
		case cell.Kind == games.Piece && cell.Figure.IsChess():
			if wish = cell.Figure.String(); cell.Figure == games.Knight {
				wish = "n"
			}
			if cell.Role == 0 {
				wish = strings.ToUpper(wish)
			}
		}
		cell.Glyph = freeGlyph(wish, taken)
		if cell.Figure.HasGlyph() {
			cell.Label = label(wish, cell.Glyph, names)
		}
		taken[cell.Glyph] = true
		heads = heads || cell.Figure == games.Head
		p.chequered = p.chequered || cell.Figure.IsChess() && p.board.grid
		p.cells[name] = cell
	}
	for name, c := range p.cells {
		switch {
		case c.Kind == games.Piece && c.Figure == games.Lettered && kinds[c.Role] == 1:
			c.Figure = games.Disc
		case c.Kind == games.Mark && heads:
			c.Kind = games.Blocked // the trail of a head
		}
		p.cells[name] = c
	}
}

// pieces returns the names of the pieces. Short names come first because they can
// serve as glyphs, but numbered pieces are in ascending order.
func (b *board) pieces() (names []string) {
	for _, puts := range b.puts {
		for _, p := range puts {
			names = append(names, p.piece)
		}
	}
	slices.SortFunc(names, ground.CompareNatural)
	names = slices.Compact(names)
	if !b.sized {
		slices.SortStableFunc(names, func(a, b string) int { return len(a) - len(b) })
	}
	return names
}

// blank returns the piece that represents an empty cell, or "". If no piece has one
// of the usual names, it is the piece without an owner that fills at least half of
// the cells in the initial state, if other pieces exist and fill the remaining cells.
func (p *Painter) blank(s *finder, names []string) string {
	for _, name := range names {
		if slices.Contains([]string{"blank", "empty", "none", "free"}, strings.ToLower(name)) || name == "b" && p.owner(name) < 0 {
			return name
		}
	}
	held, filled := map[string]int{}, map[int]bool{}
	for f, puts := range p.board.puts {
		for _, put := range puts {
			if s.initial[f] {
				held[put.piece]++
				filled[put.cell] = true
			}
		}
	}
	cells := len(p.board.columns) * len(p.board.rows)
	names = slices.DeleteFunc(slices.Clone(names), p.isWall)
	for _, name := range names {
		if len(names) > 1 && len(filled) == cells && 2*held[name] >= cells && (name == "b" || p.owner(name) < 0) {
			return name
		}
	}
	return ""
}

// isWall reports whether a piece has one of the usual names of walls, or is constant
// and has an abbreviation of the name.
func (p *Painter) isWall(name string) bool {
	switch strings.ToLower(name) {
	case "wall", "hole", "blocked", "arrow":
		return true
	}
	for f, puts := range p.board.puts {
		if len(puts) > 0 && puts[0].piece == name && !p.settled[f] {
			return false
		}
	}
	return strings.HasPrefix("wall", name) && p.owner(name) < 0
}

// figure returns the figure that a piece's name suggests, or games.Lettered. Chess
// pieces have names such as whiteKing and wk.
func (p *Painter) figure(name string, names []string) games.Figure {
	lower := strings.ToLower(name)
	for f := games.Pawn; f <= games.King; f++ {
		if strings.Contains(lower, f.String()) {
			return f
		}
	}
	switch {
	case p.owner(name) >= 0 && p.man(name[1:]) != games.Lettered:
		return p.man(name[1:])
	case strings.Contains(lower, "head"):
		return games.Head
	case name == "x" && slices.Contains(names, "o"):
		return games.Cross
	case name == "o" && slices.Contains(names, "x"):
		return games.Ring
	case len(names) > 1:
		return games.Lettered
	case p.board.grid:
		return games.Square
	}
	return games.Disc
}

// owner returns the role that owns a piece, or -1 if no role or several roles match.
// A role matches if its name is a prefix of the piece's name, or vice versa, as for
// xplayer and x, or for red and redHead. Otherwise it matches if it has the initial of
// a chess piece such as wk or bpawn.
func (p *Painter) owner(piece string) int {
	for _, matches := range []func(role string) bool{
		func(role string) bool { return strings.HasPrefix(role, piece) || strings.HasPrefix(piece, role) },
		func(role string) bool { return piece[0] == role[0] && p.man(piece[1:]) != games.Lettered },
	} {
		owner, count := -1, 0
		for r, role := range p.roles {
			if matches(role) {
				owner = r
				count++
			}
		}
		if count > 1 || owner >= games.MaxRoles {
			return -1
		}
		if count == 1 {
			return owner
		}
	}
	return -1
}

// man returns the chess piece with a name or, if several pieces are named by an
// initial and a letter, with a letter.
func (p *Painter) man(name string) games.Figure {
	for f := games.Pawn; f <= games.King; f++ {
		if name == f.String() || p.letters > 1 && name == string(men[f-games.Pawn]) {
			return f
		}
	}
	return games.Lettered
}

// men lists the letters of chess pieces in the order of the figures.
const men = "pnbrqk"

// label returns one or two characters that identify a piece better than its glyph, or
// "": the whole name, or its first two letters if other names have the same initial.
func label(name string, glyph rune, names []string) string {
	begin := func(n int) string { return strings.ToLower(name[:min(n, len(name))]) }
	shared := func(n int) bool {
		return slices.ContainsFunc(names, func(other string) bool { return other != name && strings.HasPrefix(strings.ToLower(other), begin(n)) })
	}
	isPlain := !strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if isPlain && name != string(glyph) && (len(name) <= 2 || shared(1) && !shared(2)) {
		return name[:min(2, len(name))]
	}
	return ""
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
		if t := p.tracks[f]; t != nil {
			d.Tracks = append(d.Tracks, *t)
		}
		if p.settled[f] || p.board != nil && p.board.puts[f] != nil {
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
	names := make([]string, d.Width*d.Height)
	d.Cells = make([]games.Cell, len(names))
	for i := range d.Cells {
		d.Cells[i] = games.Cell{Kind: games.Empty, Glyph: '.'}
	}
	if p.chequered {
		d.Grid = games.Chequered
	}
	for _, put := range b.contents(fluents) {
		at := b.line(put.cell/d.Width)*d.Width + put.cell%d.Width
		c, below := p.cells[put.piece], &d.Cells[at]
		switch {
		case names[at] == "" || below.Kind == games.Empty:
			names[at], *below = put.piece, c
			continue
		case c.Kind == games.Empty:
			continue
		case c.Kind == games.Piece && below.Kind != games.Piece && below.Glyph != '*':
			*below = c
		case unicode.IsLetter(below.Glyph) && unicode.IsLetter(c.Glyph) && below.Kind == games.Mark:
			*below = games.Cell{Kind: games.Mark, Glyph: '*', Label: string([]rune{below.Glyph, c.Glyph})}
		case below.Kind != games.Piece || c.Kind == games.Piece:
			*below = games.Cell{Kind: games.Mark, Glyph: '*'}
		}
		names[at] += " and " + put.piece
	}
	for i := range b.rows {
		d.Rows = append(d.Rows, b.rows[b.line(i)])
	}
	seen := map[string]bool{}
	for i, c := range d.Cells {
		entry := fmt.Sprintf("%c %s", c.Glyph, games.Echo(names[i]))
		if names[i] != "" && !seen[entry] {
			seen[entry] = true
			d.Legend = append(d.Legend, entry)
		}
	}
}

// Rows is the name of the option that selects the orientation of a board.
const Rows = "rows"

const rowsUp, rowsDown = "up", "down"

// RowsOption returns the option that selects the orientation of the board, or false
// if there is no board with two coordinates. The moves of the sheet determine the default.
func (p *Painter) RowsOption() (games.Option, bool) {
	if p.board == nil || !p.board.grid {
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
