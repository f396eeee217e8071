package picture

import (
	"math"

	"zermelo/games"
)

// Hexagons stand on a corner and are as wide as squares, so their corners are this
// far from their middles, and this is how far a row is below the one above.
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

// tile is the area of a cell, less a border.
func (b *boardPainter) tile(x, y int, border float64, l Style) Shape {
	at := b.centre(x, y)
	if b.Grid != games.Hexagons {
		return Rect{at.X - cellSize/2 + border, at.Y - cellSize/2 + border, cellSize - 2*border, cellSize - 2*border, 0, l}
	}
	var corners []Point
	for i := range 6 {
		angle := (float64(i) + 0.5) * math.Pi / 3
		corners = append(corners, Point{at.X + (hexRadius-border)*math.Cos(angle), at.Y + (hexRadius-border)*math.Sin(angle)})
	}
	return Polyline{corners, true, l}
}

// labels draws the names of columns below the last row, those of rows beside
// their first cells. Columns of hexagons are slanted.
func (b *boardPainter) labels(h float64) {
	slant := 0.0
	if b.Grid == games.Hexagons {
		slant = cellSize / 4
	}
	for x, text := range b.Columns {
		b.picture.Add(Label{X: b.centre(x, b.Height-1).X + slant, Y: b.top + h + 13, Size: 15, Text: text, Fill: "muted"})
	}
	for y, text := range b.Rows {
		at := b.centre(0, y)
		b.picture.Add(Label{X: at.X - cellSize/2 - 8, Y: at.Y, Size: 15, Text: text, Fill: "muted", Anchor: End})
	}
}
