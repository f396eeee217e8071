// Package picture draws boards and charts: as SVG, light or dark as the reader
// prefers, as PNG images, and boards in plain characters as well. It knows
// nothing of reports.
package picture

import "strings"

// A Picture is a drawing made of few kinds of shapes, before it is written as
// SVG or PNG. Lengths are in units of about a pixel at full size; y goes down.
type Picture struct {
	Width, Height float64
	Title         string // what is seen, for people who cannot see it
	Shapes        []Shape
}

// Add puts shapes on top of what is drawn.
func (p *Picture) Add(shapes ...Shape) { p.Shapes = append(p.Shapes, shapes...) }

// Shape is one of Rect, Circle, Polyline, Segments and Label.
type Shape interface {
	// svg writes the shape as an SVG element.
	svg(b *strings.Builder)
	// draw draws the shape into an image.
	draw(c *canvas) error
}

// Look is how a shape is painted; an empty paint is none.
type Look struct {
	Fill, Stroke Paint
	Width        float64 // of the stroke; 0 stands for 1
}

// Rect is a rectangle; Round is the radius of its corners.
type Rect struct {
	X, Y, W, H, Round float64
	Look
}

// Circle is a disc or a ring.
type Circle struct {
	X, Y, R float64
	Look
}

// Polyline joins points by straight lines; closed ones can be filled.
type Polyline struct {
	Points []Point
	Closed bool
	Look
}

// Segments are lines that do not hang together, from each even point to the
// next.
type Segments struct {
	Points []Point
	Look
}

// Label is one line of text. Its middle is at Y.
type Label struct {
	X, Y, Size float64
	Text       string
	Anchor     Anchor
	Bold       bool
	Fill       Paint
}

// Point is a place in a picture.
type Point struct{ X, Y float64 }

// Anchor is the part of a label that is at its X.
type Anchor uint8

// The anchors.
const (
	Middle Anchor = iota
	Start
	End
)
