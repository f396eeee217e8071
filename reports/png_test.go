package reports

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"zermelo/games"
)

// The colours of paints on light pages, as the pictures' reader sees them.
var (
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.RGBA{0x1d, 0x1b, 0x18, 0xff}
	red   = color.RGBA{0xc2, 0x3a, 0x2e, 0xff}
	blue  = color.RGBA{0x2a, 0x5f, 0xb8, 0xff}
	felt  = color.RGBA{0xf6, 0xf1, 0xe7, 0xff}
)

// checkPixels compares the pixel at the middle of each unit square.
func checkPixels(t *testing.T, img image.Image, want map[point]color.RGBA) {
	t.Helper()
	for at, colour := range want {
		x, y := int(at.x*pixels), int(at.y*pixels)
		if got := color.RGBAModel.Convert(img.At(x, y)); got != colour {
			t.Errorf("colour %v at %v, want %v", got, at, colour)
		}
	}
}

func drawn(t *testing.T, p *picture) *image.RGBA {
	t.Helper()
	img, err := p.image()
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestImageShapes draws each kind of shape, where it covers and where it does not.
func TestImageShapes(t *testing.T) {
	tests := []struct {
		name  string
		shape shape
		want  map[point]color.RGBA
	}{
		{"rectangle", rect{10, 20, 30, 10, 0, look{"red", "ink", 4}}, map[point]color.RGBA{
			{5, 25}: white, {9, 25}: ink, {11, 25}: ink, {25, 25}: red, {39, 25}: ink, {41, 25}: ink, {45, 25}: white, {25, 31}: ink, {25, 35}: white,
		}},
		{"round corners", rect{10, 10, 40, 40, 15, look{fill: "red"}}, map[point]color.RGBA{
			{11, 11}: white, {48, 11}: white, {11, 48}: white, {48, 48}: white, {11, 30}: red, {30, 11}: red, {17, 17}: red,
		}},
		{"disc", circle{30, 30, 20, look{"blue", "ink", 4}}, map[point]color.RGBA{
			{30, 30}: blue, {30, 14}: blue, {30, 10}: ink, {10, 30}: ink, {50, 30}: ink, {30, 6}: white, {46, 46}: white, {41, 41}: blue,
		}},
		{"ring", circle{30, 30, 20, look{stroke: "red", width: 6}}, map[point]color.RGBA{
			{30, 30}: white, {30, 11}: red, {30, 49}: red, {30, 5}: white,
		}},
		{"triangle", polyline{[]point{{10, 10}, {50, 10}, {10, 50}}, true, look{fill: "blue"}}, map[point]color.RGBA{
			{20, 20}: blue, {40, 12}: blue, {40, 40}: white,
		}},
		{"open line", polyline{[]point{{10, 10}, {50, 10}, {50, 50}}, false, look{stroke: "red", width: 6}}, map[point]color.RGBA{
			{30, 10}: red, {50, 30}: red, {50, 10}: red, {53, 7}: white, {51, 9}: red, {30, 30}: white, {20, 20}: white,
		}},
		{"lines apart", segments{[]point{{10, 10}, {10, 50}, {50, 50}, {50, 10}}, look{stroke: "blue", width: 4}}, map[point]color.RGBA{
			{10, 30}: blue, {50, 30}: blue, {30, 10}: white, {30, 50}: white,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := &picture{width: 60, height: 60}
			p.add(test.shape)
			checkPixels(t, drawn(t, p), test.want)
		})
	}
}

// TestImageText looks where the anchors of texts are, and that capital letters
// reach as high above their middle as below.
func TestImageText(t *testing.T) {
	for _, test := range []struct {
		anchor anchor
		at     func(inked image.Rectangle) int // what is at the label's x, in pixels
	}{
		{start, func(r image.Rectangle) int { return r.Min.X }},
		{middle, func(r image.Rectangle) int { return (r.Min.X + r.Max.X) / 2 }},
		{end, func(r image.Rectangle) int { return r.Max.X }},
	} {
		p := &picture{width: 100, height: 60}
		p.add(label{x: 50, y: 30, size: 20, text: "HH", anchor: test.anchor, fill: "ink", bold: true})
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

// TestBoardPNG finds the cells of a board by their colours.
func TestBoardPNG(t *testing.T) {
	d := games.Drawing{Width: 3, Height: 2, Columns: []string{"a", "b", "c"}, Rows: []string{"2", "1"}, Cells: []games.Cell{
		{}, {Kind: games.Piece, Role: 0, Glyph: 'R'}, {Kind: games.Wall}, {Kind: games.Piece, Role: 1, Glyph: 'B'}, {}, {},
	}}
	p := boardPicture([]string{"red", "blue"}, d, "", boardStyle{labels: true})
	left, top := p.width-3-3*cellSize, 3.0
	at := func(column, row float64) point { return point{left + column*cellSize, top + row*cellSize} }
	checkPixels(t, drawn(t, p), map[point]color.RGBA{
		at(0.5, 0.5): felt, at(1.25, 0.5): red, at(2.5, 0.5): {0x6a, 0x62, 0x53, 0xff}, at(0.25, 1.5): blue, at(1.5, 1.5): felt, {1, p.height - 1}: white,
	})
}

// TestPNG decodes every picture of a report and compares its size with the SVG's.
func TestPNG(t *testing.T) {
	r, err := New(solvedBook(t, "tron:size=3x4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range r.Pictures() {
		var out bytes.Buffer
		if err := PNG(&out, r, name); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.pictureOf(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Bounds().Size(); float64(got.X) < p.width*pixels || float64(got.X) >= p.width*pixels+1 || float64(got.Y) < p.height*pixels || float64(got.Y) >= p.height*pixels+1 {
			t.Errorf("%s: %v pixels for %v by %v units", name, got, p.width, p.height)
		}
	}
	if err := PNG(&bytes.Buffer{}, r, "nothing"); err == nil {
		t.Error("no error for an unknown picture")
	}
	chart, err := r.pictureOf("values")
	if err != nil {
		t.Fatal(err)
	}
	// At the last layer, the middle of each band, those of red's losses at the top.
	img, base, seen := drawn(t, chart), 0.0, 0
	last := r.Layers[len(r.Layers)-1]
	for _, band := range []struct {
		payoff string
		colour color.RGBA
	}{{"100", red}, {"50", color.RGBA{0xb9, 0xb4, 0xab, 0xff}}, {"0", blue}} {
		share := float64(statesWith(&last, band.payoff)) / float64(last.States)
		if share > 0.05 {
			checkPixels(t, img, map[point]color.RGBA{{testRight - 1, testBottom - (base+share/2)*(testBottom-testTop)}: band.colour})
			seen++
		}
		base += share
	}
	if seen == 0 {
		t.Error("no band looked at")
	}
}
