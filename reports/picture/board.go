package picture

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/reports/words"
)

const (
	cellSize   = 40 // width and height of a cell
	slabHeight = 26
)

// BoardStyle selects optional parts of a picture of a board.
type BoardStyle struct {
	Labels bool // column and row labels
	// Line is the play that led to the position, including the position itself. It determines
	// the cells that the last move changed, and the owners of trails, dominoes and boxes.
	Line   []Turn
	Beside bool // pieces in hand and scores
	moves  []Move
}

// Turn is a position in a line of play.
type Turn struct {
	games.Drawing
	By int // role whose move led to the position, or -1
}

// Board returns a picture of a position, with title as its text alternative. If the drawing has no
// cells, the picture contains only scores and notes.
func Board(info *games.Info, d games.Drawing, title string, style BoardStyle) *Picture {
	if d.Width == 0 || d.Height == 0 {
		return notesPicture(info, d, title)
	}
	pad := 3.0
	if d.Edges != [4]int{} {
		pad = 7
	}
	b := &boardPainter{Drawing: d, info: info, left: pad, top: pad, lines: drawnWithLines(d)}
	right, bottom := pad, pad
	if style.Labels {
		if n := words.Widest(d.Rows); n > 0 {
			b.left += 6 + 7*float64(n)
		}
		if words.Widest(d.Columns) > 0 {
			bottom += 15
		}
	}
	w, h := b.size()
	b.picture = &Picture{Width: b.left + w + right, Title: title}
	if style.Beside {
		b.hand(1)
	}
	b.picture.Height = b.top + h + bottom
	b.ground(w, h)
	b.grid(w, h, style.Line)
	if style.Labels {
		b.labels(h)
	}
	// Draw lines below pieces.
	for _, pass := range []bool{true, false} {
		for i, c := range d.Cells {
			line := b.lines && c.Kind == games.Wall && (c.Glyph == '-' || c.Glyph == '|')
			if line == pass {
				b.cell(i%d.Width, i/d.Width, c)
			}
		}
	}
	b.traces(style.Line)
	for i := range style.moves {
		b.move(&style.moves[i])
	}
	for _, i := range d.Won {
		at := b.centre(i%d.Width, i/d.Width)
		b.picture.Add(Circle{at.X, at.Y, 18, Style{Stroke: "won", Width: 3}})
	}
	if style.Beside {
		b.top = b.picture.Height
		b.hand(0)
		b.picture.Height = b.top
		b.picture.tracks(info, d.Tracks)
	}
	return b.picture
}

// HasGlyphs reports whether the picture of a drawing contains glyphs that the legend explains.
func HasGlyphs(d games.Drawing) bool {
	return slices.ContainsFunc(d.Cells, func(c games.Cell) bool {
		return (c.Kind == games.Piece || c.Kind == games.Mark) && c.Figure.HasGlyph()
	})
}

type boardPainter struct {
	games.Drawing
	picture   *Picture
	info      *games.Info
	left, top float64
	lines     bool // pieces are on points connected by lines
}

// drawnWithLines reports whether the cells are drawn as points connected by lines, rather than as
// squares. This is the case if the drawing lists lines, or if the glyph of a wall or an empty cell
// is '-', '|' or ' '.
func drawnWithLines(d games.Drawing) bool {
	return len(d.Lines) > 0 || slices.ContainsFunc(d.Cells, func(c games.Cell) bool {
		return (c.Kind == games.Wall || c.Kind == games.Empty) && strings.ContainsRune("-| ", c.Glyph)
	})
}

func (b *boardPainter) ground(w, h float64) {
	if b.Grid == games.Hexagons {
		return
	}
	if b.Grid == games.Holes {
		b.picture.Add(Rect{X: b.left, Y: b.top, W: w, H: h, Round: 5, Style: Style{Fill: "stand"}})
		return
	}
	b.picture.Add(Rect{X: b.left, Y: b.top, W: w, H: h, Style: Style{Fill: "board", Stroke: "grid", Width: 2}})
	for i := range b.Cells {
		if x, y := i%b.Width, i/b.Width; b.Grid == games.Chequered && (x+b.Height-1-y)%2 == 0 {
			b.picture.Add(b.tile(x, y, 0, Style{Fill: "chequer"}))
		}
	}
}

// grid draws the lines between cells and highlights the cells that the last move changed.
func (b *boardPainter) grid(w, h float64, line []Turn) {
	border := 0.0
	switch b.Grid {
	case games.Holes:
		for i := range b.Cells {
			b.picture.Add(b.tile(i%b.Width, i/b.Width, 0, Style{Fill: "board"}))
		}
	case games.Hexagons:
		border = 1
		b.edges()
		for i := range b.Cells {
			b.picture.Add(b.tile(i%b.Width, i/b.Width, 0, Style{Fill: "board", Stroke: "grid", Width: 1.5}))
		}
	}
	if n := len(line); n > 1 {
		for _, i := range line[n-1].AppendChanged(nil, line[n-2].Drawing) {
			b.picture.Add(b.tile(i%b.Width, i/b.Width, border, Style{Fill: "changed"}))
		}
	}
	if b.Grid == games.Hexagons || b.Grid == games.Holes {
		return
	}
	if b.lines {
		b.joinNeighbours()
		return
	}
	var grid []Point
	for x := 1; x < b.Width; x++ {
		at := b.left + float64(x)*cellSize
		grid = append(grid, Point{at, b.top}, Point{at, b.top + h})
	}
	for y := 1; y < b.Height; y++ {
		at := b.top + float64(y)*cellSize
		grid = append(grid, Point{b.left, at}, Point{b.left + w, at})
	}
	if len(grid) > 0 {
		b.picture.Add(segments{Points: grid, Style: Style{Stroke: "grid"}})
	}
}

// joinNeighbours draws the lines listed in the drawing or, if there are none, lines between
// adjacent points.
func (b *boardPainter) joinNeighbours() {
	var lines []Point
	join := func(i, j int) {
		lines = append(lines, b.centre(i%b.Width, i/b.Width), b.centre(j%b.Width, j/b.Width))
	}
	for _, line := range b.Lines {
		join(line[0], line[1])
	}
	isPoint := func(i int) bool {
		c := b.Cells[i]
		return c.Kind == games.Piece || c.Kind == games.Empty && c.Glyph != ' '
	}
	for i := range b.Cells {
		if len(b.Lines) > 0 || !isPoint(i) {
			continue
		}
		if right := i + 1; right%b.Width > 0 && isPoint(right) {
			join(i, right)
		}
		if below := i + b.Width; below < len(b.Cells) && isPoint(below) {
			join(i, below)
		}
	}
	if len(lines) > 0 {
		b.picture.Add(segments{lines, Style{Stroke: "line", Width: 4}})
	}
}

func (b *boardPainter) cell(x, y int, c games.Cell) {
	centre := b.centre(x, y)
	cx, cy := centre.X, centre.Y
	own := RolePaint(b.info, c.Role)
	if c.Kind == games.Mark && c.Figure != games.Lettered {
		own = "even"
	}
	switch {
	case c.Figure == games.Pit:
		b.pit(cx, cy, own, c.Count)
		return
	case c.Figure == games.Slab:
		half := cellSize * float64(c.Count) / 200
		b.picture.Add(Rect{cx - half, cy - slabHeight/2, 2 * half, slabHeight, 6, Style{own, edgeOf(own), 1.2}})
		b.glyph(cx, cy, c, "on-"+own)
		return
	case c.Kind == games.Piece || own == "even":
		b.figure(centre, c.Figure, own, c.Figure.Points() && c.Role == 1)
		if c.Figure.HasGlyph() {
			b.glyph(cx, cy, c, "on-"+own)
		}
		return
	}
	switch c.Kind {
	case games.Wall:
		b.wall(x, y, c)
	case games.Blocked:
		if tile, ok := b.tile(x, y, 3, Style{Fill: "blocked", Stroke: "grid"}).(Rect); ok {
			tile.Round = 5
			b.picture.Add(tile)
			return
		}
		b.picture.Add(b.tile(x, y, 1, Style{Fill: "blocked"}))
	case games.Mark:
		if b.lines {
			b.picture.Add(Circle{cx, cy, 6, Style{Fill: "ink"}})
			return
		}
		if own == "white" || own == "black" { // these colours would be invisible on a light or dark background
			own = "muted"
		}
		b.picture.Add(Rect{cx - cellSize/2 + 6, cy - cellSize/2 + 6, cellSize - 12, cellSize - 12, 6, Style{Stroke: own, Width: 2}})
		b.glyph(cx, cy, c, "ink")
	default:
		switch g := words.Glyph(c); {
		case g == '.' && b.lines:
			b.picture.Add(Circle{cx, cy, 4, Style{Fill: "grid"}})
		case g != '.' && g != ' ':
			b.glyph(cx, cy, c, "muted")
		}
	}
}

func (b *boardPainter) pit(x, y float64, own Paint, seeds int) {
	b.picture.Add(Circle{x, y, 17, Style{Fill: "blocked", Stroke: own, Width: 2.5}})
	for i := range seeds {
		// Arrange the seeds in a spiral in which each seed has the same area.
		far := min(3.6, 13/math.Sqrt(float64(seeds))) * math.Sqrt(float64(i)+0.5)
		angle := 2.39996 * float64(i)
		b.picture.Add(Circle{x + far*math.Cos(angle), y + far*math.Sin(angle), 2.4, Style{Fill: "ink"}})
	}
	if seeds > 0 {
		b.picture.Add(label{X: x + 15, Y: y - 15, Size: 8, Text: strconv.Itoa(seeds), Bold: true, Fill: "ink"})
	}
}

// wall draws a cell that can never be entered. If b.lines is set, it draws a line between the
// centres of two adjacent cells instead.
func (b *boardPainter) wall(x, y int, c games.Cell) {
	line := Style{Stroke: "line", Width: 4}
	centre := b.centre(x, y)
	cx, cy := centre.X, centre.Y
	switch {
	case !b.lines:
		b.picture.Add(b.tile(x, y, 1, Style{Fill: "wall"}))
	case c.Glyph == '-':
		b.picture.Add(segments{[]Point{{cx - cellSize, cy}, {cx + cellSize, cy}}, line})
	case c.Glyph == '|':
		b.picture.Add(segments{[]Point{{cx, cy - cellSize}, {cx, cy + cellSize}}, line})
	}
}

func (b *boardPainter) glyph(x, y float64, c games.Cell, fill Paint) {
	b.picture.Add(label{X: x, Y: y, Size: 18, Text: words.Label(c), Bold: true, Fill: fill})
}

// Hexagons have a corner at the top and a width of cellSize. hexRadius is the distance from the
// centre to a corner, and hexRow is the distance between rows.
const (
	sqrt3     = 1.7320508075688772935
	hexRadius = cellSize / sqrt3
	hexRow    = cellSize * sqrt3 / 2
)

func (b *boardPainter) size() (w, h float64) {
	if b.Grid == games.Hexagons {
		return (float64(b.Width) + float64(b.Height-1)/2) * cellSize, float64(b.Height-1)*hexRow + 2*hexRadius
	}
	return float64(b.Width) * cellSize, float64(b.Height) * cellSize
}

func (b *boardPainter) centre(x, y int) Point {
	if b.Grid == games.Hexagons {
		return Point{b.left + (float64(x)+float64(y)/2+0.5)*cellSize, b.top + hexRadius + float64(y)*hexRow}
	}
	return Point{b.left + (float64(x)+0.5)*cellSize, b.top + (float64(y)+0.5)*cellSize}
}

// tile returns the shape of a cell, inset by border on each side.
func (b *boardPainter) tile(x, y int, border float64, l Style) Shape {
	at := b.centre(x, y)
	switch b.Grid {
	case games.Holes:
		return Circle{at.X, at.Y, 16.5 - border, l}
	case games.Squares, games.Chequered:
		return Rect{at.X - cellSize/2 + border, at.Y - cellSize/2 + border, cellSize - 2*border, cellSize - 2*border, 0, l}
	}
	var corners []Point
	for i := range 6 {
		corners = append(corners, corner(at, i, hexRadius-border))
	}
	return Polyline{corners, true, l}
}

// corner returns the i-th corner of a hexagon, clockwise from the lower right.
func corner(at Point, i int, radius float64) Point {
	angle := (float64(i) + 0.5) * math.Pi / 3
	return Point{at.X + radius*math.Cos(angle), at.Y + radius*math.Sin(angle)}
}

// edges draws the edges of a hexagonal board in the colours of their owners.
func (b *boardPainter) edges() {
	for side, owner := range b.Edges {
		if owner == 0 {
			continue
		}
		var points []Point
		add := func(x, y int, corners ...int) {
			for _, i := range corners {
				points = append(points, corner(b.centre(x, y), i, hexRadius))
			}
		}
		for i := range [...]int{b.Width, b.Width, b.Height, b.Height}[side] {
			switch side {
			case 0:
				add(i, 0, 3, 4, 5)
			case 1:
				add(i, b.Height-1, 2, 1, 0)
			case 2:
				add(0, i, 3, 2)
			case 3:
				add(b.Width-1, i, 5, 0)
			}
		}
		b.line(points, RolePaint(b.info, owner-1), 9, 6)
	}
}

// labels draws column labels below the last row, and row labels to the left of the first cell in
// each row. The columns of a hexagonal board are slanted.
func (b *boardPainter) labels(h float64) {
	slant := 0.0
	if b.Grid == games.Hexagons {
		slant = cellSize / 4
	}
	for x, text := range b.Columns {
		b.picture.Add(label{X: b.centre(x, b.Height-1).X + slant, Y: b.top + h + 9, Size: 11, Text: text, Fill: "muted"})
	}
	for y, text := range b.Rows {
		at := b.centre(0, y)
		b.picture.Add(label{X: at.X - cellSize/2 - 5, Y: at.Y, Size: 11, Text: text, Fill: "muted", Anchor: anchorEnd})
	}
}
