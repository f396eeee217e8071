package reports

import (
	"math"
	"slices"
)

// Images are filled outlines only: of the shapes themselves, and of their strokes,
// which are a band around each edge and a disc around each corner. Outlines run
// clockwise, as overlapping ones of different sense would cancel each other out.

func (s rect) draw(c *canvas) error { return c.shape(s.look, s.outline(), true) }

func (s circle) draw(c *canvas) error {
	return c.shape(s.look, disc(point{s.x, s.y}, s.r), true)
}

func (s polyline) draw(c *canvas) error { return c.shape(s.look, s.points, s.closed) }

func (s segments) draw(c *canvas) error {
	var bands [][]point
	for ends := range slices.Chunk(s.points, 2) {
		bands = append(bands, band(ends[0], ends[1], s.strokeWidth()))
	}
	c.fill(s.stroke, bands...)
	return nil
}

func (s label) draw(c *canvas) error { return c.write(s) }

// shape fills the inside of a line of points and strokes it.
func (c *canvas) shape(l look, points []point, closed bool) error {
	if l.fill != "" {
		c.fill(l.fill, points)
	}
	if l.stroke == "" || len(points) < 2 {
		return nil
	}
	var parts [][]point
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
	c.fill(l.stroke, parts...)
	return nil
}

// strokeWidth is the width of the stroke, 1 where none is given.
func (l look) strokeWidth() float64 {
	if l.width == 0 {
		return 1
	}
	return l.width
}

// outline goes round the rectangle.
func (s rect) outline() []point {
	if s.round == 0 {
		return []point{{s.x, s.y}, {s.x + s.w, s.y}, {s.x + s.w, s.y + s.h}, {s.x, s.y + s.h}}
	}
	const steps = 8 // of a quarter turn
	var points []point
	for corner, at := range []point{
		{s.x + s.w - s.round, s.y + s.h - s.round}, {s.x + s.round, s.y + s.h - s.round},
		{s.x + s.round, s.y + s.round}, {s.x + s.w - s.round, s.y + s.round},
	} {
		for step := range steps + 1 {
			angle := (float64(corner) + float64(step)/steps) * math.Pi / 2
			points = append(points, point{at.x + s.round*math.Cos(angle), at.y + s.round*math.Sin(angle)})
		}
	}
	return points
}

// disc is the outline of a disc, in edges of about a pixel.
func disc(centre point, radius float64) []point {
	n := max(12, int(2*math.Pi*radius*pixels))
	points := make([]point, n)
	for i := range points {
		angle := 2 * math.Pi * float64(i) / float64(n)
		points[i] = point{centre.x + radius*math.Cos(angle), centre.y + radius*math.Sin(angle)}
	}
	return points
}

// band is the outline of a straight line of some width.
func band(from, to point, width float64) []point {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	if length == 0 {
		return nil
	}
	// Right of the way, as y goes down.
	side := point{-(to.y - from.y) / length * width / 2, (to.x - from.x) / length * width / 2}
	return []point{
		{from.x - side.x, from.y - side.y}, {to.x - side.x, to.y - side.y},
		{to.x + side.x, to.y + side.y}, {from.x + side.x, from.y + side.y},
	}
}
