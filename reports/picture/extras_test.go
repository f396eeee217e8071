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
			for _, i := range line[n].AppendChanged(nil, line[n-1].Drawing) {
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

// TestSlabsAndLabelsAreDrawn checks the widths of slabs and the labels of pieces.
func TestSlabsAndLabelsAreDrawn(t *testing.T) {
	d := games.Drawing{Width: 3, Height: 1, Cells: []games.Cell{
		{Kind: games.Piece, Figure: games.Slab, Count: 50, Glyph: 'a', Label: "12"}, {Kind: games.Mark, Figure: games.Slab, Count: 95, Glyph: '2'},
		{Kind: games.Mark, Glyph: 's', Label: "si"},
	}}
	svg := Board(&games.Info{Roles: []string{"red", "blue"}}, d, "", BoardStyle{}).SVG()
	for _, part := range []string{
		`width="20" height="26" rx="6" class="f-red s-ink"`, `width="38" height="26" rx="6" class="f-even s-ink"`, `>12</text>`, `>2</text>`, `>si</text>`,
	} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in %s", part, svg)
		}
	}
	if !HasGlyphs(d) {
		t.Error("no legend for slabs")
	}
}

// TestCountersAreNotRepeatedInNotes draws counters with long names.
func TestCountersAreNotRepeatedInNotes(t *testing.T) {
	d := games.Drawing{Tracks: []games.Track{
		{Name: "payoff of white", Role: 0, Value: 3, Max: 7}, {Name: "taken black", Role: 1, Value: 2, Max: 9},
	}, Notes: []string{"payoff of white: 3", "taken: black 2", "control: black"}}
	p := Board(&games.Info{Roles: []string{"white", "black"}}, d, "", BoardStyle{})
	if svg := p.SVG(); strings.Contains(svg, "taken: ") || strings.Contains(svg, "white: 3") || !strings.Contains(svg, ">control: black</text>") {
		t.Errorf("counters are written, or other notes are not: %s", svg)
	}
	name, bar := 0.0, p.Width
	for _, s := range p.Shapes {
		switch s := s.(type) {
		case label:
			if s.Text == "payoff of white" {
				name = s.X + 6.5*float64(len(s.Text))
			}
		case Rect:
			if s.H == 12 {
				bar = min(bar, s.X)
			}
		}
	}
	if name > bar {
		t.Errorf("the name ends at %v, right of the bar at %v", name, bar)
	}
}
