package picture

import (
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// TestMovesHavePlaces draws the first moves of games on one board and compares the cells where they
// end. Games whose moves cannot be told apart have no such picture.
func TestMovesHavePlaces(t *testing.T) {
	for spec, want := range map[string]struct {
		tiles, marks int
		first        [2]int // cells of the first move
	}{
		"connect4:size=5x4":            {5, 5, [2]int{15, 15}},
		"tron:size=5x5":                {4, 4, [2]int{1, 1}},
		"othello":                      {4, 4, [2]int{1, 1}},
		"chomp":                        {20, 20, [2]int{15, 15}},
		"domineering:size=3x3":         {0, 6, [2]int{3, 6}},
		"clobber:size=2x2":             {0, 4, [2]int{0, 0}},
		"breakthrough:size=2x5,rows=1": {0, 4, [2]int{6, 6}},
		"quixo:size=3x3":               {},
		"nim":                          {},
		"kalah":                        {},
		"coordination:rounds=3":        {},
		"dots-and-boxes:boxes=2x2":     {0, 12, [2]int{1, 1}},
		"morris:men=3":                 {0, 9, [2]int{6, 6}},
		"breakthrough:size=3x3,rows=1": {0, 7, [2]int{3, 3}},
	} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		p, marks := firstMoves(v)
		if p == nil {
			if want.marks > 0 {
				t.Errorf("%s: no picture", spec)
			}
			continue
		}
		// Each move has an opening tag, perhaps a tile, two shapes, a label and a closing tag.
		tiles := len(p.Shapes) - slices.IndexFunc(p.Shapes, func(s Shape) bool { _, ok := s.(raw); return ok }) - 5*len(marks)
		if tiles != want.tiles || len(marks) != want.marks || marks[0] != want.first {
			t.Errorf("%s: %d marks, %d of them on tiles, the first in %v; want %+v", spec, len(marks), tiles, marks[0], want)
		}
		svg := p.SVG()
		if n := elements(t, svg)["a"]; n != 1 || !strings.Contains(svg, `<a href="?p=1&amp;q"><title>the first &lt;move&gt;</title>`) || !strings.Contains(svg, `role="group"`) {
			t.Errorf("%s: %d links in %s", spec, n, svg)
		}
	}
}

// firstMoves draws the first moves, of which the first has a link.
func firstMoves(v games.Variant) (*Picture, [][2]int) {
	return games.ByState(v, firstMovesOf[uint64], firstMovesOf[[2]uint64], firstMovesOf[[4]uint64])()
}

func firstMovesOf[S games.State](g games.Game[S]) func() (*Picture, [][2]int) {
	return func() (*Picture, [][2]int) {
		children, _ := g.Expand(nil, nil, []S{g.Start()})
		names, d := games.NotationOf(g).Moves(g.Start())[0], games.DrawingOf(g, g.Start())
		var moves []Move
		var ends [][2]int
		for i, c := range children {
			m := Move{Name: names[i], After: games.DrawingOf(g, c), Paint: "even", Text: "1"}
			if i == 0 {
				m.Title, m.Link = "the first <move>", "?p=1&q"
			}
			end, _ := placeOf(d, &m, 0)
			moves, ends = append(moves, m), append(ends, end)
		}
		return Moves(g.Info(), d, "First moves", 0, moves), ends
	}
}
