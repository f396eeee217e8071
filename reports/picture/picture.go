// Package picture draws boards and charts as SVG and PNG, and boards as plain text.
//
// Board and NewChart return a Picture, which is a list of shapes with methods for encoding it. A
// Paint names a colour. A page with inline SVG must include CSS, whose colours follow the
// browser's light or dark preference, and Symbols, which defines the figures.
package picture

import "strings"

// Picture is a list of shapes that can be encoded as SVG or PNG. A unit of length is about one
// pixel at full size. y increases downward.
type Picture struct {
	Width, Height float64
	Title         string // text alternative
	Shapes        []Shape
	grouped       bool // shapes have text alternatives and links of their own
}

// Add adds shapes on top of the existing shapes.
func (p *Picture) Add(shapes ...Shape) { p.Shapes = append(p.Shapes, shapes...) }

// Shape is implemented by Rect, Circle, Polyline, and unexported types.
type Shape interface {
	svg(b *strings.Builder)
	draw(c *canvas) error
}

// Style is the fill and the stroke of a shape. An empty Paint disables the fill or the stroke.
type Style struct {
	Fill, Stroke Paint
	Width        float64 // stroke width; 0 means 1
}

// Rect is a rectangle. Round is the radius of its corners.
type Rect struct {
	X, Y, W, H, Round float64
	Style
}

// Circle is a disc or a ring.
type Circle struct {
	X, Y, R float64
	Style
}

// Polyline connects points by straight lines. If Closed is set, it can be filled.
type Polyline struct {
	Points []Point
	Closed bool
	Style
}

// segments is a set of line segments. Segment i connects Points[2*i] and Points[2*i+1].
type segments struct {
	Points []Point
	Style
}

// label is a line of text that is vertically centred at Y.
type label struct {
	X, Y, Size float64
	Text       string
	Anchor     anchor
	Bold       bool
	Fill       Paint
}

// Point is a point in a picture.
type Point struct{ X, Y float64 }

// anchor is the horizontal alignment of a label relative to X.
type anchor uint8

const (
	anchorMiddle anchor = iota
	anchorStart
	anchorEnd
)
