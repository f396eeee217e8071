package picture

import (
	"image/color"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// lineOf returns a line of a game. moves are indexes of moves.
func lineOf(t *testing.T, spec string, moves ...int) (*games.Info, []Turn) {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v.Info(), games.ByState(v, follow[uint64], follow[[2]uint64], follow[[4]uint64])(moves)
}

func follow[S games.State](g games.Game[S]) func(moves []int) []Turn {
	return func(moves []int) []Turn {
		s := g.Start()
		line := []Turn{{games.DrawingOf(g, s), -1}}
		for _, at := range moves {
			children, _ := g.Expand(nil, nil, []S{s})
			mover, _ := games.Stage(g, s, len(children))
			s = children[at]
			line = append(line, Turn{games.DrawingOf(g, s), int(mover)})
		}
		return line
	}
}

// TestTrailsDominoesAndBoxesAreInThePaintsOfWhoMadeThem checks cells that a line has closed.
func TestTrailsDominoesAndBoxesAreInThePaintsOfWhoMadeThem(t *testing.T) {
	first, second := color.RGBA{0xb8, 0x5a, 0x14, 0xff}, color.RGBA{0x2a, 0x5f, 0xb8, 0xff}
	for _, c := range []struct {
		spec  string
		moves []int
		wants map[Point]color.RGBA // by cell
	}{
		{"tron:size=3x4", []int{0, 0}, nil}, // computed below from the drawing
		{"domineering:size=3x3", []int{0, 0}, nil},
		{"dots-and-boxes:boxes=1x1", []int{0, 0, 0, 0}, map[Point]color.RGBA{{1, 1}: second}},
	} {
		info, line := lineOf(t, c.spec, c.moves...)
		last := line[len(line)-1].Drawing
		p := Board(info, last, "", BoardStyle{Line: line})
		wants := map[Point]color.RGBA{}
		for at, want := range c.wants {
			wants[Point{3 + (at.X+0.2)*cellSize, 3 + (at.Y+0.5)*cellSize}] = want
		}
		for n := 1; n < len(line) && c.wants == nil; n++ {
			paint := map[Paint]color.RGBA{"red": red, "blue": blue, "first": first, "second": second}[RolePaint(info, line[n].By)]
			for _, i := range line[n].changed(line[n-1].Drawing) {
				if last.Cells[i].Kind == games.Blocked { // a point on the trail, beside its core or any pip of a domino
					wants[Point{7 + (float64(i%last.Width)+0.5)*cellSize, -1 + (float64(i/last.Width)+0.5)*cellSize}] = paint
				}
			}
		}
		if len(wants) == 0 {
			t.Errorf("%s: nothing is closed", c.spec)
		}
		checkPixels(t, drawn(t, p), wants)
	}
}

// TestHandsAndScoresAreDrawnBesideTheBoard counts pieces in hand and reads scores.
func TestHandsAndScoresAreDrawnBesideTheBoard(t *testing.T) {
	d := games.Drawing{Width: 1, Height: 1, Cells: make([]games.Cell, 1), Tracks: []games.Track{{Name: "score", Role: 1, Value: 3, Max: 7}}}
	d.Hands = [2][]games.Cell{{{Kind: games.Piece, Figure: games.Chick, Glyph: 'C'}}, {{Kind: games.Piece, Role: 1, Figure: games.Lion, Glyph: 'L'}}}
	info := &games.Info{Roles: []string{"red", "blue"}}
	with := Board(info, d, "", BoardStyle{Beside: true})
	svg := with.SVG()
	for _, part := range []string{`href="#z-chick"`, `href="#z-lion"`, ">score</text>", ">3 of 7</text>"} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in %s", part, svg)
		}
	}
	if n := strings.Count(svg, `class="f-blue s-muted"`); n != 1+3 {
		t.Errorf("%d places in blue, want a sign and 3 places", n)
	}
	bare := Board(info, d, "", BoardStyle{})
	if with.Height <= bare.Height+2*cellSize || strings.Contains(bare.SVG(), "z-chick") {
		t.Errorf("%v high beside %v", with.Height, bare.Height)
	}
	for _, s := range with.Shapes {
		if f, ok := s.(figure); ok && (f.Y < 0 || f.Y > with.Height || f.X > with.Width) {
			t.Errorf("a piece at %v, %v is outside of the picture", f.X, f.Y)
		}
	}
}
