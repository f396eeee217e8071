package picture

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"zermelo/games"
)

// TestFiguresStandInTheirCells draws every figure and checks that it is visible, has the
// colours of its paint, and stays within the cell.
func TestFiguresStandInTheirCells(t *testing.T) {
	for f := range games.Figure(int(games.Slab)) {
		for _, turned := range []bool{false, true} {
			p := &Picture{Width: 2 * cellSize, Height: 2 * cellSize}
			p.Add(figure{cellSize, cellSize, f, "red", turned})
			img, inside := drawn(t, p), 0
			for y := range img.Bounds().Dy() {
				for x := range img.Bounds().Dx() {
					switch at := (Point{float64(x) / pixels, float64(y) / pixels}); {
					case max(at.X, at.Y) > 1.5*cellSize || min(at.X, at.Y) < 0.5*cellSize:
						if img.RGBAAt(x, y) != white {
							t.Fatalf("%v reaches to %v", f, at)
						}
					case img.RGBAAt(x, y) == (color.RGBA{0xc2, 0x3a, 0x2e, 0xff}):
						inside++
					}
				}
			}
			if inside < 300 {
				t.Errorf("%v: only %d pixels are red", f, inside)
			}
		}
	}
}

// TestRolesDifferInGrey draws the pieces of both roles of games whose pieces have the same shape,
// and counts the pixels whose luminance differs.
func TestRolesDifferInGrey(t *testing.T) {
	grey := func(info *games.Info, c games.Cell) *image.Gray {
		img := drawn(t, Board(info, games.Drawing{Width: 1, Height: 1, Cells: []games.Cell{c}}, "", BoardStyle{}))
		to := image.NewGray(img.Bounds())
		draw.Draw(to, to.Bounds(), img, image.Point{}, draw.Src)
		return to
	}
	for _, roles := range [][]string{{"x", "o"}, {"red", "blue"}, {"white", "black"}} {
		for _, f := range []games.Figure{games.Disc, games.Head} {
			info := &games.Info{Roles: roles}
			a, b := grey(info, games.Cell{Kind: games.Piece, Figure: f}), grey(info, games.Cell{Kind: games.Piece, Role: 1, Figure: f})
			differ := 0
			for i := range a.Pix {
				if d := int(a.Pix[i]) - int(b.Pix[i]); max(d, -d) > 80 {
					differ++
				}
			}
			if differ < 8*8*pixels*pixels/2 {
				t.Errorf("%v of %v differ in only %d pixels", f, roles, differ)
			}
		}
	}
}

// TestFilesHaveTheFiguresThatTheyNeed checks that each reference of a file has a target, and
// that no other figure is defined.
func TestFilesHaveTheFiguresThatTheyNeed(t *testing.T) {
	d := games.Drawing{Width: 2, Height: 1, Cells: []games.Cell{{Kind: games.Piece, Figure: games.Pawn}, {Kind: games.Piece, Role: 1, Figure: games.Pawn}}}
	p := Board(&games.Info{Roles: []string{"white", "black"}}, d, "", BoardStyle{})
	if file := p.File(); strings.Count(file, `id="z-`) != 1 || !strings.Contains(file, `id="z-pawn"`) || elements(t, file)["use"] != 2 {
		t.Errorf("not one figure and two pieces: %s", file)
	}
	if strings.Contains(p.SVG(), "id=") {
		t.Errorf("pictures in pages have no figures of their own: %s", p.SVG())
	}
	if got := elements(t, Symbols())["g"]; got != int(games.Slab) {
		t.Errorf("%d symbols, want %d", got, int(games.Slab))
	}
}
