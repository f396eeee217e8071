package render

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"slices"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/reportstest"
)

// TestPNG decodes every picture of a report and compares its size with the SVG file.
func TestPNG(t *testing.T) {
	r, err := model.New(reportstest.SolvedGame(t, "tron:size=3x4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range pictures(r) {
		name, p := c.Name, c.picture
		if !slices.Contains(PictureNames(), name) {
			t.Errorf("PictureNames lacks %q", name)
		}
		var out bytes.Buffer
		if err := renderPNG(&out, r, name); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Bounds().Size(); float64(got.X) != math.Ceil(2*p.Width) || float64(got.Y) != math.Ceil(2*p.Height) {
			t.Errorf("%s: %v pixels for %v by %v units", name, got, p.Width, p.Height)
		}
	}
	if err := renderPNG(&bytes.Buffer{}, r, "nothing"); err == nil {
		t.Error("no error for an unknown picture")
	}
	r.Alternating = false // one panel
	var out bytes.Buffer
	if err := renderPNG(&out, r, "values"); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	// Sample the middle of each band at the last layer. The losses of red are at the top.
	base, seen := 0.0, 0
	last := r.Layers[len(r.Layers)-1]
	for _, band := range []struct {
		payoff string
		colour color.RGBA
	}{{"100", color.RGBA{0xc2, 0x3a, 0x2e, 0xff}}, {"50", color.RGBA{0xb9, 0xb4, 0xab, 0xff}}, {"0", color.RGBA{0x2a, 0x5f, 0xb8, 0xff}}} {
		share := float64(statesWith(&last, band.payoff)) / float64(last.States)
		if share > 0.05 {
			x, y := int(2*(chartRight-1)), int(2*(chartBottom-(base+share/2)*(chartBottom-chartTop)))
			if got := color.RGBAModel.Convert(img.At(x, y)); got != band.colour {
				t.Errorf("colour %v of the band of %s, want %v", got, band.payoff, band.colour)
			}
			seen++
		}
		base += share
	}
	if seen == 0 {
		t.Error("no band looked at")
	}
}
