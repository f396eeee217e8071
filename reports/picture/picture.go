// Package picture draws boards and charts as SVG and PNG, and boards in plain
// characters.
//
// Board and Chart make a Picture, which is a list of shapes; its methods write it.
// Colours are named by a Paint. SVG in a page needs the styles of CSS, which are light
// or dark as the reader prefers, and the figures of Symbols.
package picture

import "strings"

// Picture is a list of shapes, to be written as SVG or PNG. Lengths are in units of
// about a pixel at full size; y goes down.
type Picture struct {
	Width, Height float64
	Title         string // what is seen, for people who cannot see it
	Shapes        []Shape
}

// Add puts shapes on top of what is drawn.
func (p *Picture) Add(shapes ...Shape) { p.Shapes = append(p.Shapes, shapes...) }

// Shape is one of Rect, Circle, Polyline, Segments, Figure and Label.
type Shape interface {
	// svg writes the shape as an SVG element.
	svg(b *strings.Builder)
	// draw draws the shape into an image.
	draw(c *canvas) error
}

// Style is how a shape is filled and stroked; an empty Paint leaves that out.
type Style struct {
	Fill, Stroke Paint
	Width        float64 // of the stroke; 0 stands for 1
}

// Rect is a rectangle; Round is the radius of its corners.
type Rect struct {
	X, Y, W, H, Round float64
	Style
}

// Circle is a disc or a ring.
type Circle struct {
	X, Y, R float64
	Style
}

// Polyline joins points by straight lines; closed ones can be filled.
type Polyline struct {
	Points []Point
	Closed bool
	Style
}

// Segments are separate lines, from each even point to the next.
type Segments struct {
	Points []Point
	Style
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
