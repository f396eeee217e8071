package picture

import (
	"image"
	"image/color"
	"testing"

	"zermelo/games"
)

// The colours of paints on light pages.
var (
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.RGBA{0x1d, 0x1b, 0x18, 0xff}
	red   = color.RGBA{0xc2, 0x3a, 0x2e, 0xff}
	blue  = color.RGBA{0x2a, 0x5f, 0xb8, 0xff}
	felt  = color.RGBA{0xf6, 0xf1, 0xe7, 0xff}
)

// checkPixels compares the pixel at the centre of each unit square.
func checkPixels(t *testing.T, img image.Image, want map[Point]color.RGBA) {
	t.Helper()
	for at, colour := range want {
		x, y := int(at.X*pixels), int(at.Y*pixels)
		if got := color.RGBAModel.Convert(img.At(x, y)); got != colour {
			t.Errorf("colour %v at %v, want %v", got, at, colour)
		}
	}
}

func drawn(t *testing.T, p *Picture) *image.RGBA {
	t.Helper()
	c, err := p.canvas()
	if err != nil {
		t.Fatal(err)
	}
	return c.Image().(*image.RGBA)
}

// TestImageShapes draws each kind of shape and checks pixels inside and outside it.
func TestImageShapes(t *testing.T) {
	tests := []struct {
		name  string
		shape Shape
		want  map[Point]color.RGBA
	}{
		{"rectangle", Rect{10, 20, 30, 10, 0, Style{"red", "ink", 4}}, map[Point]color.RGBA{
			{5, 25}: white, {9, 25}: ink, {11, 25}: ink, {25, 25}: red, {39, 25}: ink, {41, 25}: ink, {45, 25}: white, {25, 31}: ink, {25, 35}: white,
		}},
		{"round corners", Rect{10, 10, 40, 40, 15, Style{Fill: "red"}}, map[Point]color.RGBA{
			{11, 11}: white, {48, 11}: white, {11, 48}: white, {48, 48}: white, {11, 30}: red, {30, 11}: red, {17, 17}: red,
		}},
		{"disc", Circle{30, 30, 20, Style{"blue", "ink", 4}}, map[Point]color.RGBA{
			{30, 30}: blue, {30, 14}: blue, {30, 10}: ink, {10, 30}: ink, {50, 30}: ink, {30, 6}: white, {46, 46}: white, {41, 41}: blue,
		}},
		{"ring", Circle{30, 30, 20, Style{Stroke: "red", Width: 6}}, map[Point]color.RGBA{
			{30, 30}: white, {30, 11}: red, {30, 49}: red, {30, 5}: white,
		}},
		{"triangle", Polyline{[]Point{{10, 10}, {50, 10}, {10, 50}}, true, Style{Fill: "blue"}}, map[Point]color.RGBA{
			{20, 20}: blue, {40, 12}: blue, {40, 40}: white,
		}},
		{"open line", Polyline{[]Point{{10, 10}, {50, 10}, {50, 50}}, false, Style{Stroke: "red", Width: 6}}, map[Point]color.RGBA{
			{30, 10}: red, {50, 30}: red, {50, 10}: red, {53, 7}: white, {51, 9}: red, {30, 30}: white, {20, 20}: white,
		}},
		{"lines apart", segments{[]Point{{10, 10}, {10, 50}, {50, 50}, {50, 10}}, Style{Stroke: "blue", Width: 4}}, map[Point]color.RGBA{
			{10, 30}: blue, {50, 30}: blue, {30, 10}: white, {30, 50}: white,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := &Picture{Width: 60, Height: 60}
			p.Add(test.shape)
			checkPixels(t, drawn(t, p), test.want)
		})
	}
}

// TestImageText checks the anchors of labels, and that capital letters are centred
// vertically.
func TestImageText(t *testing.T) {
	for _, test := range []struct {
		anchor anchor
		at     func(inked image.Rectangle) int // pixel column at the label's X
	}{
		{anchorStart, func(r image.Rectangle) int { return r.Min.X }},
		{anchorMiddle, func(r image.Rectangle) int { return (r.Min.X + r.Max.X) / 2 }},
		{anchorEnd, func(r image.Rectangle) int { return r.Max.X }},
	} {
		p := &Picture{Width: 100, Height: 60}
		p.Add(label{X: 50, Y: 30, Size: 20, Text: "HH", Anchor: test.anchor, Fill: "ink", Bold: true})
		img, inked := drawn(t, p), image.Rectangle{}
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if img.RGBAAt(x, y) != white {
					inked = inked.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		x, y := float64(test.at(inked))/pixels, float64(inked.Min.Y+inked.Max.Y)/2/pixels
		if height := float64(inked.Dy()) / pixels; inked.Dx() < 20 || x < 48 || x > 52 || y < 29 || y > 31 || height < 12 || height > 17 {
			t.Errorf("anchor %d: text at %v", test.anchor, inked)
		}
	}
}

// TestBoardPNG checks the colours of the cells of a board.
func TestBoardPNG(t *testing.T) {
	d := games.Drawing{Width: 3, Height: 2, Columns: []string{"a", "b", "c"}, Rows: []string{"2", "1"}, Cells: []games.Cell{
		{}, {Kind: games.Piece, Role: 0, Glyph: 'R'}, {Kind: games.Wall}, {Kind: games.Piece, Role: 1, Glyph: 'B'}, {}, {},
	}}
	p := Board(&games.Info{Roles: []string{"red", "blue"}}, d, "", BoardStyle{Labels: true})
	left, top := p.Width-3-3*cellSize, 3.0
	at := func(column, row float64) Point { return Point{left + column*cellSize, top + row*cellSize} }
	checkPixels(t, drawn(t, p), map[Point]color.RGBA{
		at(0.5, 0.5): felt, at(1.25, 0.5): red, at(2.5, 0.5): {0x6a, 0x62, 0x53, 0xff}, at(0.25, 1.5): blue, at(1.5, 1.5): felt, {1, p.Height - 1}: white,
	})
}
