package reports

import (
	"strings"
	"unicode/utf8"

	"zermelo/games"
)

// cellSize is the side of a board's cell in pictures.
const cellSize = 40

// BoardSVG draws a position as an SVG element for a page that has PictureCSS:
// cells, walls and holes, pieces in the colours of their roles with the glyphs
// of text boards, marks and the labels of columns and rows. The title says what
// is seen to people who cannot see it. A drawing without cells becomes its notes.
func BoardSVG(info *games.Info, d games.Drawing, title string) string {
	return boardPicture(info.Roles, d, title, boardStyle{labels: true}).svg()
}

// boardStyle says what is drawn besides the cells.
type boardStyle struct {
	labels bool           // of columns and rows
	before *games.Drawing // cells that have changed since are marked
}

// boardPicture draws a position.
func boardPicture(roles []string, d games.Drawing, title string, style boardStyle) *picture {
	if d.Width == 0 || d.Height == 0 {
		return notesPicture(d.Notes, title)
	}
	const pad = 3
	b := &boardPainter{Drawing: d, roles: roles, left: pad, top: pad, lines: drawnWithLines(d)}
	right, bottom := float64(pad), float64(pad)
	if style.labels {
		if n := widest(d.Rows); n > 0 {
			b.left += 10 + 9*float64(n)
		}
		if widest(d.Columns) > 0 {
			bottom += 24
		}
	}
	w, h := b.size()
	b.picture = &picture{width: b.left + w + right, height: b.top + h + bottom, title: title}
	b.ground(w, h)
	b.grid(w, h, style.before)
	if style.labels {
		b.labels(h)
	}
	// Lines first, so that pieces stand on them.
	for _, pass := range []bool{true, false} {
		for i, c := range d.Cells {
			if b.isLine(c) == pass {
				b.cell(i%d.Width, i/d.Width, c)
			}
		}
	}
	return b.picture
}

// boardPainter draws the cells of a board.
type boardPainter struct {
	games.Drawing
	*picture
	roles     []string
	left, top float64
	lines     bool // pieces stand on points joined by lines
}

// drawnWithLines reports whether the cells are points with lines between them
// instead of squares: whether there are cells for lines, or for nothing at all.
func drawnWithLines(d games.Drawing) bool {
	for _, c := range d.Cells {
		if (c.Kind == games.Wall || c.Kind == games.Empty) && strings.ContainsRune("-| ", c.Glyph) {
			return true
		}
	}
	return false
}

// ground draws what is below squares.
func (b *boardPainter) ground(w, h float64) {
	if b.Grid == games.Hexagons {
		return
	}
	b.add(rect{x: b.left, y: b.top, w: w, h: h, look: look{fill: "board", stroke: "grid", width: 2}})
	if b.Grid != games.Chequered {
		return
	}
	for i := range b.Cells {
		if x, y := i%b.Width, i/b.Width; (x+b.Height-1-y)%2 == 0 {
			b.add(b.tile(x, y, 0, look{fill: "chequer"}))
		}
	}
}

// grid draws the cells that have changed, and what is between cells.
func (b *boardPainter) grid(w, h float64, before *games.Drawing) {
	border := 0.0
	if b.Grid == games.Hexagons {
		border = 1
		for i := range b.Cells {
			b.add(b.tile(i%b.Width, i/b.Width, 0, look{fill: "board", stroke: "grid", width: 1.5}))
		}
	}
	if before != nil && before.Width == b.Width && before.Height == b.Height {
		for i, c := range b.Cells {
			if c != before.Cells[i] {
				b.add(b.tile(i%b.Width, i/b.Width, border, look{fill: "changed"}))
			}
		}
	}
	if b.Grid == games.Hexagons {
		return
	}
	if b.lines {
		b.joinNeighbours()
		return
	}
	var grid []point
	for x := 1; x < b.Width; x++ {
		at := b.left + float64(x)*cellSize
		grid = append(grid, point{at, b.top}, point{at, b.top + h})
	}
	for y := 1; y < b.Height; y++ {
		at := b.top + float64(y)*cellSize
		grid = append(grid, point{b.left, at}, point{b.left + w, at})
	}
	if len(grid) > 0 {
		b.add(segments{points: grid, look: look{stroke: "grid"}})
	}
}

// joinNeighbours draws the lines between points that have no cell between them.
func (b *boardPainter) joinNeighbours() {
	isPoint := func(c games.Cell) bool {
		return c.Kind == games.Piece || c.Kind == games.Empty && c.Glyph != ' '
	}
	var lines []point
	for i, c := range b.Cells {
		x, y := i%b.Width, i/b.Width
		from := point{b.left + (float64(x)+0.5)*cellSize, b.top + (float64(y)+0.5)*cellSize}
		if x+1 < b.Width && isPoint(c) && isPoint(b.Cells[i+1]) {
			lines = append(lines, from, point{from.x + cellSize, from.y})
		}
		if y+1 < b.Height && isPoint(c) && isPoint(b.Cells[i+b.Width]) {
			lines = append(lines, from, point{from.x, from.y + cellSize})
		}
	}
	if len(lines) > 0 {
		b.add(segments{lines, look{stroke: "wall", width: 4}})
	}
}

// isLine reports whether a cell is a line between points.
func (b *boardPainter) isLine(c games.Cell) bool {
	return b.lines && c.Kind == games.Wall && (c.Glyph == '-' || c.Glyph == '|')
}

// cell draws one cell.
func (b *boardPainter) cell(x, y int, c games.Cell) {
	centre := b.centre(x, y)
	cx, cy := centre.x, centre.y
	own := rolePaint(b.roles, c.Role)
	switch c.Kind {
	case games.Piece:
		edge := paint("ink")
		if own == "black" {
			edge = "muted"
		}
		b.add(circle{cx, cy, 15, look{own, edge, 1.2}})
		b.glyph(cx, cy, c, "on-"+own)
	case games.Wall:
		b.wall(x, y, c)
	case games.Blocked:
		b.add(b.tile(x, y, 1, look{fill: "blocked"}))
		b.glyph(cx, cy, c, "muted")
	case games.Mark:
		if b.lines {
			b.add(circle{cx, cy, 6, look{fill: "ink"}})
			return
		}
		if own == "white" || own == "black" { // hardly seen on one of the grounds
			own = "muted"
		}
		b.add(rect{cx - cellSize/2 + 6, cy - cellSize/2 + 6, cellSize - 12, cellSize - 12, 6, look{stroke: own, width: 2}})
		b.glyph(cx, cy, c, "ink")
	default:
		switch g := glyph(c); {
		case g == '.' && b.lines:
			b.add(circle{cx, cy, 4, look{fill: "grid"}})
		case g != '.' && g != ' ':
			b.glyph(cx, cy, c, "muted")
		}
	}
}

// wall draws a cell that can never be entered, or the line it stands for, which
// reaches to the middles of the cells beside it.
func (b *boardPainter) wall(x, y int, c games.Cell) {
	line := look{stroke: "wall", width: 4}
	centre := b.centre(x, y)
	cx, cy := centre.x, centre.y
	switch {
	case !b.lines:
		b.add(b.tile(x, y, 1, look{fill: "wall"}))
	case c.Glyph == '-':
		b.add(segments{[]point{{cx - cellSize, cy}, {cx + cellSize, cy}}, line})
	case c.Glyph == '|':
		b.add(segments{[]point{{cx, cy - cellSize}, {cx, cy + cellSize}}, line})
	}
}

func (b *boardPainter) glyph(x, y float64, c games.Cell, fill paint) {
	b.add(label{x: x, y: y, size: 18, text: string(glyph(c)), bold: true, fill: fill})
}

// notesPicture is the picture of a game that has no board.
func notesPicture(notes []string, title string) *picture {
	const size, line = 16, 24
	p := &picture{width: 20 + 0.56*size*float64(max(8, widest(notes))), height: 16 + line*float64(max(1, len(notes))), title: title}
	p.add(rect{1, 1, p.width - 2, p.height - 2, 6, look{"board", "grid", 1}})
	for i, note := range notes {
		p.add(label{x: 10, y: 8 + line*(float64(i)+0.5), size: size, text: note, fill: "ink", anchor: start})
	}
	return p
}

// boardTitle says what a position's picture shows.
func boardTitle(p *Position) string {
	text := "Position " + p.Text
	if utf8.RuneCountInString(text) > 120 {
		text = "Position"
	}
	return text
}
