// Package picture draws boards and charts as SVG and PNG, and boards as plain text.
//
// Board and Chart create a Picture, a list of shapes whose methods encode it. Colours are named
// by a Paint. Inline SVG requires the styles of CSS, which follow the browser's light or dark
// preference, and the figures of Symbols.
package picture

import "strings"

// Picture is a list of shapes that can be encoded as SVG or PNG. A unit of length is about one
// pixel at full size; y points down.
type Picture struct {
	Width, Height float64
	Title         string // text alternative
	Shapes        []Shape
}

// Add adds shapes on top of the picture.
func (p *Picture) Add(shapes ...Shape) { p.Shapes = append(p.Shapes, shapes...) }

// Shape is a Rect, Circle, Polyline, Segments, Figure or Label.
type Shape interface {
	// svg writes the shape as an SVG element.
	svg(b *strings.Builder)
	// draw draws the shape on an image.
	draw(c *canvas) error
}

// Style is the fill and stroke of a shape. An empty Paint disables either.
type Style struct {
	Fill, Stroke Paint
	Width        float64 // of the stroke; 0 means 1
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

// Polyline connects points by straight lines. If Closed, it can be filled.
type Polyline struct {
	Points []Point
	Closed bool
	Style
}

// segments are separate lines, each between two consecutive points.
type segments struct {
	Points []Point
	Style
}

// label is one line of text, vertically centred at Y.
type label struct {
	X, Y, Size float64
	Text       string
	Anchor     anchor
	Bold       bool
	Fill       Paint
}

// Point is a point of a picture.
type Point struct{ X, Y float64 }

// anchor selects the horizontal alignment of a label at X.
type anchor uint8

// The anchors.
const (
	anchorMiddle anchor = iota
	anchorStart
	anchorEnd
)
