package picture

import (
	"math"
	"slices"
)

// Images consist of filled outlines: those of the shapes, and of their strokes, which
// are a band around each edge and a disc around each corner. All outlines run
// clockwise, as overlapping ones of different direction would cancel each other out.

func (s Rect) draw(c *canvas) error { return c.shape(s.Style, s.outline(), true) }

func (s Circle) draw(c *canvas) error {
	return c.shape(s.Style, disc(Point{s.X, s.Y}, s.R), true)
}

func (s Polyline) draw(c *canvas) error { return c.shape(s.Style, s.Points, s.Closed) }

func (s Segments) draw(c *canvas) error {
	var bands [][]Point
	for ends := range slices.Chunk(s.Points, 2) {
		bands = append(bands, band(ends[0], ends[1], s.strokeWidth()))
	}
	c.fill(s.Stroke, bands...)
	return nil
}

func (s Label) draw(c *canvas) error { return c.write(s) }

// shape fills the inside of a line of points and strokes it.
func (c *canvas) shape(l Style, points []Point, closed bool) error {
	if l.Fill != "" {
		c.fill(l.Fill, points)
	}
	if l.Stroke == "" || len(points) < 2 {
		return nil
	}
	var parts [][]Point
	for i, at := range points {
		if i+1 < len(points) {
			parts = append(parts, band(at, points[i+1], l.strokeWidth()))
		} else if closed {
			parts = append(parts, band(at, points[0], l.strokeWidth()))
		}
		if closed || i > 0 && i+1 < len(points) {
			parts = append(parts, disc(at, l.strokeWidth()/2))
		}
	}
	c.fill(l.Stroke, parts...)
	return nil
}

// strokeWidth is the width of the stroke, 1 where none is given.
func (l Style) strokeWidth() float64 {
	if l.Width == 0 {
		return 1
	}
	return l.Width
}

// outline goes round the rectangle.
func (s Rect) outline() []Point {
	if s.Round == 0 {
		return []Point{{s.X, s.Y}, {s.X + s.W, s.Y}, {s.X + s.W, s.Y + s.H}, {s.X, s.Y + s.H}}
	}
	const steps = 8 // of a quarter turn
	var points []Point
	for corner, at := range []Point{
		{s.X + s.W - s.Round, s.Y + s.H - s.Round}, {s.X + s.Round, s.Y + s.H - s.Round},
		{s.X + s.Round, s.Y + s.Round}, {s.X + s.W - s.Round, s.Y + s.Round},
	} {
		for step := range steps + 1 {
			angle := (float64(corner) + float64(step)/steps) * math.Pi / 2
			points = append(points, Point{at.X + s.Round*math.Cos(angle), at.Y + s.Round*math.Sin(angle)})
		}
	}
	return points
}

// disc is the outline of a disc, in edges of about a pixel.
func disc(centre Point, radius float64) []Point {
	n := max(12, int(2*math.Pi*radius*pixels))
	points := make([]Point, n)
	for i := range points {
		angle := 2 * math.Pi * float64(i) / float64(n)
		points[i] = Point{centre.X + radius*math.Cos(angle), centre.Y + radius*math.Sin(angle)}
	}
	return points
}

// band is the outline of a straight line of some width.
func band(from, to Point, width float64) []Point {
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	if length == 0 {
		return nil
	}
	// Right of the way, as y goes down.
	side := Point{-(to.Y - from.Y) / length * width / 2, (to.X - from.X) / length * width / 2}
	return []Point{
		{from.X - side.X, from.Y - side.Y}, {to.X - side.X, to.Y - side.Y},
		{to.X + side.X, to.Y + side.Y}, {from.X + side.X, from.Y + side.Y},
	}
}
