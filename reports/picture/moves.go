package picture

import (
	"html"
	"math"
	"strings"

	"zermelo/games"
)

// Move is a move that Moves marks on a board.
type Move struct {
	Name  string
	After games.Drawing // board after the move
	Paint Paint
	Text  string // a few characters, shown in the cell
	Title string // text alternative
	Link  string // URL; may be empty

	end  [2]int // a cell, or the two cells on both sides of the place
	from int    // cell towards which the place is moved, or -1
}

// Moves returns a picture of a position in which each move of role mover is marked in the cell
// where it ends. Moves that end in the same cell are marked at the side from which they come. If
// there are moves whose places cannot be distinguished, Moves returns nil.
func Moves(info *games.Info, d games.Drawing, title string, mover int, moves []Move) *Picture {
	ends, places := map[[2]int]int{}, map[[3]int]bool{}
	for i := range moves {
		m := &moves[i]
		m.end, m.from = placeOf(d, m, mover)
		ends[m.end]++
		places[[3]int{m.end[0], m.end[1], m.from}] = true
	}
	if len(places) < len(moves) || len(moves) == 0 || ends[[2]int{-1, -1}] > 0 {
		return nil
	}
	for i := range moves {
		if ends[moves[i].end] == 1 {
			moves[i].from = -1
		}
	}
	return Board(info, d, title, BoardStyle{Labels: true, moves: moves})
}

// placeOf returns the place of a move: the cell with the move's name, else one or two cells that the
// move fills, else one or two cells that it takes. If there is no such place, end is {-1, -1}. from
// is a cell that a piece of the mover leaves, or -1.
func placeOf(d games.Drawing, m *Move, mover int) (end [2]int, from int) {
	var filled, taken []int
	from = -1
	for _, i := range m.After.AppendChanged(nil, d) {
		switch c := d.Cells[i]; {
		case len(d.Columns) == d.Width && len(d.Rows) == d.Height && d.Columns[i%d.Width]+d.Rows[i/d.Width] == m.Name:
			return [2]int{i, i}, -1
		case c.Kind == games.Piece && c.Role == mover:
			from = i
		case c.Kind == games.Empty:
			filled = append(filled, i)
		default:
			taken = append(taken, i)
		}
	}
	if len(filled) == 0 {
		filled = taken
	}
	if n := len(filled); n == 1 || n == 2 {
		return [2]int{filled[0], filled[n-1]}, from
	}
	return [2]int{-1, -1}, from
}

func (b *boardPainter) move(m *Move) {
	open, end := "<g>", "</g>"
	if m.Link != "" {
		open, end, b.picture.grouped = `<a href="`+html.EscapeString(m.Link)+`">`, "</a>", true
	}
	b.picture.Add(raw(open + "<title>" + html.EscapeString(m.Title) + "</title>"))
	one, other := b.centre(m.end[0]%b.Width, m.end[0]/b.Width), b.centre(m.end[1]%b.Width, m.end[1]/b.Width)
	at, size := Point{(one.X + other.X) / 2, (one.Y + other.Y) / 2}, 11.0
	if m.from >= 0 {
		from := b.centre(m.from%b.Width, m.from/b.Width)
		part := 13 / max(1, math.Abs(from.X-at.X), math.Abs(from.Y-at.Y))
		at, size = Point{at.X + part*(from.X-at.X), at.Y + part*(from.Y-at.Y)}, 7.5
	} else if one == other && !b.lines && b.Cells[m.end[0]].Kind != games.Piece {
		b.picture.Add(b.tile(m.end[0]%b.Width, m.end[0]/b.Width, 1, Style{Fill: m.Paint}))
	}
	w, h, ring := size*(0.3+0.6*float64(len(m.Text))), 1.2*size, 0.2*size
	b.picture.Add(
		Rect{at.X - w/2 - ring, at.Y - h/2 - ring, w + 2*ring, h + 2*ring, h/2 + ring, Style{m.Paint, "muted", 0.7}},
		Rect{at.X - w/2, at.Y - h/2, w, h, h / 2, Style{Fill: "paper"}},
		label{X: at.X, Y: at.Y, Size: size, Text: m.Text, Bold: true, Fill: "ink"}, raw(end))
}

// raw is SVG text that a PNG image omits.
type raw string

func (s raw) svg(b *strings.Builder) { b.WriteString(string(s)) }
func (raw) draw(*canvas) error       { return nil }
