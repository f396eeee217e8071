package reports

import "strings"

// A picture is a drawing made of few kinds of shapes, before it is written as
// SVG or PNG. Lengths are in units of about a pixel at full size; y goes down.
type picture struct {
	width, height float64
	title         string // what is seen, for people who cannot see it
	shapes        []shape
}

// shape is one of rect, circle, polyline, segments and label.
type shape interface {
	// svg writes the shape as an SVG element.
	svg(b *strings.Builder)
	// draw draws the shape into an image.
	draw(c *canvas) error
}

// look is how a shape is painted; an empty paint is none.
type look struct {
	fill, stroke paint
	width        float64 // of the stroke
}

// rect is a rectangle with round corners.
type rect struct {
	x, y, w, h, round float64
	look
}

// circle is a disc or a ring.
type circle struct {
	x, y, r float64
	look
}

// path joins points by straight lines; closed ones can be filled.
type polyline struct {
	points []point
	closed bool
	look
}

// segments are lines that do not hang together, from each even point to the
// next.
type segments struct {
	points []point
	look
}

// label is one line of text. Its middle is at y.
type label struct {
	x, y, size float64
	text       string
	anchor     anchor
	bold       bool
	fill       paint
}

type point struct{ x, y float64 }

// anchor is the part of a label that is at its x.
type anchor uint8

const (
	middle anchor = iota
	start
	end
)

func (p *picture) add(shapes ...shape) { p.shapes = append(p.shapes, shapes...) }
