package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// pixels is the number of pixels of an image for each unit of a picture.
const pixels = 2

// PNG writes the picture as an image on a light ground, two pixels for each unit.
// Texts are in the Go fonts.
func (p *Picture) PNG(w io.Writer) error {
	img, err := p.image()
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// image draws the picture in pixels.
func (p *Picture) image() (*image.RGBA, error) {
	c := &canvas{
		img:   image.NewRGBA(image.Rect(0, 0, int(math.Ceil(p.Width*pixels)), int(math.Ceil(p.Height*pixels)))),
		paint: map[Paint]*image.Uniform{},
		faces: map[textStyle]font.Face{},
	}
	for _, one := range palette() {
		rgb, err := lightColour(one)
		if err != nil {
			return nil, err
		}
		c.paint[one.paint] = image.NewUniform(rgb)
	}
	draw.Draw(c.img, c.img.Bounds(), c.paint["paper"], image.Point{}, draw.Src)
	for _, s := range p.Shapes {
		if err := s.draw(c); err != nil {
			return nil, err
		}
	}
	return c.img, nil
}

// lightColour is what a paint looks like on light pages.
func lightColour(c colour) (color.RGBA, error) {
	rgb := color.RGBA{A: 255}
	if _, err := fmt.Sscanf(c.light, "#%02x%02x%02x", &rgb.R, &rgb.G, &rgb.B); err != nil {
		return rgb, fmt.Errorf("paint %s, colour %q: %w", c.paint, c.light, err)
	}
	return rgb, nil
}

// canvas is an image that shapes are drawn on.
type canvas struct {
	img   *image.RGBA
	paint map[Paint]*image.Uniform
	faces map[textStyle]font.Face // as they are needed
	area  vector.Rasterizer
}

// textStyle is a size, in units of the picture, and a weight.
type textStyle struct {
	size float64
	bold bool
}

// face is the font of a style.
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
		return nil, fmt.Errorf("font: %w", err)
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: style.size * pixels, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	c.faces[style] = f
	return f, nil
}

// write draws a label. Capital letters have their middle at its y.
func (c *canvas) write(l Label) error {
	face, err := c.face(textStyle{l.Size, l.Bold})
	if err != nil {
		return err
	}
	pen := font.Drawer{Dst: c.img, Src: c.paint[l.Fill], Face: face}
	x := l.X * pixels
	switch length := float64(pen.MeasureString(l.Text)) / 64; l.Anchor {
	case Middle:
		x -= length / 2
	case End:
		x -= length
	}
	pen.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(l.Y*pixels*64)) + face.Metrics().CapHeight/2}
	pen.DrawString(l.Text)
	return nil
}

// fill paints the inside of closed outlines, each of which runs clockwise.
func (c *canvas) fill(colour Paint, outlines ...[]Point) {
	if len(outlines) == 0 {
		return
	}
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, points := range outlines {
		for _, at := range points {
			low = Point{min(low.X, at.X), min(low.Y, at.Y)}
			high = Point{max(high.X, at.X), max(high.Y, at.Y)}
		}
	}
	// Only the part of the image around the shape is looked at.
	around := image.Rect(int(math.Floor(low.X*pixels)), int(math.Floor(low.Y*pixels)), int(math.Ceil(high.X*pixels)), int(math.Ceil(high.Y*pixels)))
	c.area.Reset(around.Dx(), around.Dy())
	for _, points := range outlines {
		for i, at := range points {
			x, y := float32(at.X*pixels-float64(around.Min.X)), float32(at.Y*pixels-float64(around.Min.Y))
			if i == 0 {
				c.area.MoveTo(x, y)
			} else {
				c.area.LineTo(x, y)
			}
		}
		c.area.ClosePath()
	}
	c.area.Draw(c.img, around, c.paint[colour], image.Point{})
}
