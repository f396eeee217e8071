package draw

import (
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
)

func TestHeading(t *testing.T) {
	for move, want := range map[string]int{
		"moveUp": 1, "(move up)": 1, "go_north": 1, "(push box southward)": 0, "DOWN": -1, "(step red south)": -1,
		"cup": 0, "upset": 0, "(move up down)": 0, "shutdown": 0, "noop": 0, "stepDown2": -1, "(f (g UP))": 1,
	} {
		if got := headings([]string{move})[0]; got != want {
			t.Errorf("%s: %d, want %d", move, got, want)
		}
	}
}

// TestTurn draws walks in which the moves determine the orientation.
func TestTurn(t *testing.T) {
	for _, test := range []struct {
		higher, lower string
		rowFirst      bool
		row           int // first line of the walker, counted from the top
	}{
		{"up", "down", false, 2},
		{"down", "up", false, 0},
		{"goNorth", "goSouth", true, 2},
		{"goSouth", "goNorth", true, 0},
		{"forth", "back", false, 2},
	} {
		for _, floor := range []bool{false, true} {
			m := gdltest.CompileText(t, gdltest.Walk(test.higher, test.lower, test.rowFirst, floor))
			p := NewPainter(m, nil)
			d := p.Draw(m.Initial)
			at := slices.IndexFunc(d.Cells, func(c games.Cell) bool { return c.Glyph == 'm' })
			if at != 3*test.row+1 {
				t.Errorf("%+v, floor %v: the walker begins at %d", test, floor, at)
			}
		}
	}
}
