package reports

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

// PNG writes the picture with a name that Pictures lists as an image on a light
// ground, two pixels for each unit of the SVG file. Texts are in the Go fonts.
func PNG(w io.Writer, r *Report, name string) error {
	p, err := r.pictureOf(name)
	if err != nil {
		return err
	}
	img, err := p.image()
	if err != nil {
		return fmt.Errorf("draw %s: %w", name, err)
	}
	return png.Encode(w, img)
}

// image draws the picture in pixels.
func (p *picture) image() (*image.RGBA, error) {
	c := &canvas{
		img:   image.NewRGBA(image.Rect(0, 0, int(math.Ceil(p.width*pixels)), int(math.Ceil(p.height*pixels)))),
		paint: map[paint]*image.Uniform{},
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
	for _, s := range p.shapes {
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
	paint map[paint]*image.Uniform
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
func (c *canvas) write(l label) error {
	face, err := c.face(textStyle{l.size, l.bold})
	if err != nil {
		return err
	}
	pen := font.Drawer{Dst: c.img, Src: c.paint[l.fill], Face: face}
	x := l.x * pixels
	switch length := float64(pen.MeasureString(l.text)) / 64; l.anchor {
	case middle:
		x -= length / 2
	case end:
		x -= length
	}
	pen.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(l.y*pixels*64)) + face.Metrics().CapHeight/2}
	pen.DrawString(l.text)
	return nil
}

// fill paints the inside of closed outlines, each of which runs clockwise.
func (c *canvas) fill(colour paint, outlines ...[]point) {
	if len(outlines) == 0 {
		return
	}
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, points := range outlines {
		for _, at := range points {
			low = point{min(low.x, at.x), min(low.y, at.y)}
			high = point{max(high.x, at.x), max(high.y, at.y)}
		}
	}
	// Only the part of the image around the shape is looked at.
	around := image.Rect(int(math.Floor(low.x*pixels)), int(math.Floor(low.y*pixels)), int(math.Ceil(high.x*pixels)), int(math.Ceil(high.y*pixels)))
	c.area.Reset(around.Dx(), around.Dy())
	for _, points := range outlines {
		for i, at := range points {
			x, y := float32(at.x*pixels-float64(around.Min.X)), float32(at.y*pixels-float64(around.Min.Y))
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
