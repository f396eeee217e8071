package picture

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

const pixels = 2 // per unit of length

// PNG writes the picture as an image on a light background, with two pixels per unit. Text is set
// in the Go fonts.
func (p *Picture) PNG(w io.Writer) error {
	c, err := p.canvas()
	if err != nil {
		return err
	}
	return c.EncodePNG(w)
}

func (p *Picture) canvas() (*canvas, error) {
	width, height := int(math.Ceil(p.Width*pixels)), int(math.Ceil(p.Height*pixels))
	c := &canvas{Context: gg.NewContext(width, height), faces: map[textStyle]font.Face{}}
	c.setPaint("paper")
	c.Clear()
	c.Scale(pixels, pixels)
	c.SetLineCapButt()
	for _, s := range p.Shapes {
		if err := s.draw(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

type canvas struct {
	*gg.Context
	faces map[textStyle]font.Face // loaded on demand
}

// textStyle is a font weight and a font size in units of the picture.
type textStyle struct {
	size float64
	bold bool
}

// setPaint sets the current colour to a paint's colour on light pages.
func (c *canvas) setPaint(p Paint) { c.SetHexColor(light(p)) }

// light returns a paint's colour on light pages, in the form "#rrggbb".
func light(p Paint) string {
	colours := palette()
	return colours[slices.IndexFunc(colours, func(c colour) bool { return c.paint == p })].light
}

// paint fills and strokes the current path, and clears it.
func (c *canvas) paint(s Style) error {
	if s.Fill != "" {
		c.setPaint(s.Fill)
		c.FillPreserve()
	}
	if s.Stroke != "" {
		c.setPaint(s.Stroke)
		c.SetLineWidth(cmp.Or(s.Width, 1) * pixels)
		c.StrokePreserve()
	}
	c.ClearPath()
	return nil
}

func (s Rect) draw(c *canvas) error {
	c.DrawRoundedRectangle(s.X, s.Y, s.W, s.H, s.Round)
	return c.paint(s.Style)
}

func (s Circle) draw(c *canvas) error {
	c.DrawCircle(s.X, s.Y, s.R)
	return c.paint(s.Style)
}

func (s Polyline) draw(c *canvas) error {
	for _, at := range s.Points {
		c.LineTo(at.X, at.Y)
	}
	if s.Closed {
		c.ClosePath()
	}
	return c.paint(s.Style)
}

func (s segments) draw(c *canvas) error {
	for ends := range slices.Chunk(s.Points, 2) {
		c.DrawLine(ends[0].X, ends[0].Y, ends[1].X, ends[1].Y)
	}
	return c.paint(s.Style)
}

// draw draws the label so that capital letters are vertically centred at Y.
func (s label) draw(c *canvas) error {
	face, err := c.face(textStyle{s.Size, s.Bold})
	if err != nil {
		return err
	}
	c.SetFontFace(face)
	c.setPaint(s.Fill)
	x, y := s.X*pixels, s.Y*pixels+float64(face.Metrics().CapHeight)/64/2
	c.Push()
	defer c.Pop()
	c.Identity() // the font size is in pixels
	c.DrawStringAnchored(s.Text, x, y, [...]float64{anchorMiddle: 0.5, anchorStart: 0, anchorEnd: 1}[s.Anchor], 0)
	return nil
}

func (c *canvas) face(style textStyle) (font.Face, error) {
	if f := c.faces[style]; f != nil {
		return f, nil
	}
	outlines := goregular.TTF
	if style.bold {
		outlines = gobold.TTF
	}
	parsed, err := opentype.Parse(outlines)
	if err != nil {
		return nil, fmt.Errorf("load font: %w", err)
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: style.size * pixels, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("load font: %w", err)
	}
	c.faces[style] = f
	return f, nil
}
