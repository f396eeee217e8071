package gdl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
)

func TestHeading(t *testing.T) {
	for move, want := range map[string]int{
		"moveUp": 1, "(move up)": 1, "go_north": 1, "(push box southward)": 0, "DOWN": -1, "(step red south)": -1,
		"cup": 0, "upset": 0, "(move up down)": 0, "shutdown": 0, "noop": 0, "stepDown2": -1, "(f (g UP))": 1,
	} {
		if got := heading(move); got != want {
			t.Errorf("%s: %d, want %d, of the words %q", move, got, want, nameWords(move))
		}
	}
}

// walk makes the sheet of a walk on 3x3 cells that begins in the second column
// and row 1. The move to the next row is called higher; the row is the first
// coordinate if rowFirst. Where floor is set each cell without the walker has a
// floor, which moves too, the other way.
func walk(higher, lower string, rowFirst, floor bool) string {
	text := `(role walker) (succ 1 2) (succ 2 3) (init (CELL 2 1 man))
		(legal walker HIGHER) (legal walker LOWER) (legal walker left) (legal walker right)
		(<= (next (CELL ?x ?z man)) (true (CELL ?x ?y man)) (does walker HIGHER) (succ ?y ?z))
		(<= (next (CELL ?x ?z man)) (true (CELL ?x ?y man)) (does walker LOWER) (succ ?z ?y))
		(<= (next (CELL ?z ?y man)) (true (CELL ?x ?y man)) (does walker right) (succ ?x ?z))
		(<= (next (CELL ?z ?y man)) (true (CELL ?x ?y man)) (does walker left) (succ ?z ?x))
		(<= terminal (true (CELL 3 3 man)))
		(goal walker 100)`
	if floor {
		text += `(init (CELL 1 1 floor)) (init (CELL 1 2 floor)) (init (CELL 1 3 floor)) (init (CELL 2 2 floor))
		(init (CELL 2 3 floor)) (init (CELL 3 1 floor)) (init (CELL 3 2 floor)) (init (CELL 3 3 floor))
		(<= (next (CELL ?x ?y floor)) (true (CELL ?x ?y ?p)) (not (entered ?x ?y)))
		(<= (entered ?x ?z) (true (CELL ?x ?y man)) (does walker HIGHER) (succ ?y ?z))
		(<= (entered ?x ?z) (true (CELL ?x ?y man)) (does walker LOWER) (succ ?z ?y))
		(<= (entered ?z ?y) (true (CELL ?x ?y man)) (does walker right) (succ ?x ?z))
		(<= (entered ?z ?y) (true (CELL ?x ?y man)) (does walker left) (succ ?z ?x))`
	}
	text = strings.NewReplacer("HIGHER", higher, "LOWER", lower).Replace(text)
	for _, x := range []string{"1", "2", "3", "?x", "?z"} {
		for _, y := range []string{"1", "2", "3", "?y", "?z"} {
			cell := "(cell " + x + " " + y + " "
			if rowFirst {
				cell = "(cell " + y + " " + x + " "
			}
			text = strings.ReplaceAll(text, "(CELL "+x+" "+y+" ", cell)
		}
	}
	return text
}

// TestTurn draws walks whose moves say which way the rows go.
func TestTurn(t *testing.T) {
	for _, test := range []struct {
		higher, lower string
		rowFirst      bool
		row           int // in which line, counted from the top, the walker begins
	}{
		{"up", "down", false, 2},
		{"down", "up", false, 0},
		{"goNorth", "goSouth", true, 2},
		{"goSouth", "goNorth", true, 0},
		{"forth", "back", false, 2},
	} {
		for _, floor := range []bool{false, true} {
			m := compileText(t, walk(test.higher, test.lower, test.rowFirst, floor))
			p := NewPainter(m, nil)
			d := p.Draw(m.Initial)
			at := slices.IndexFunc(d.Cells, func(c games.Cell) bool { return c.Glyph == 'm' })
			if at != 3*test.row+1 {
				t.Errorf("%+v, floor %v: the walker begins at %d", test, floor, at)
			}
		}
	}
}

// TestRowsOption turns a board by hand; the table stays the same.
func TestRowsOption(t *testing.T) {
	file := filepath.Join(t.TempDir(), "walk.kif")
	if err := os.WriteFile(file, []byte(walk("up", "down", false, false)), 0o666); err != nil {
		t.Fatal(err)
	}
	var names, tops []string
	for _, options := range []string{"", ":rows=up", ":rows=down"} {
		v, err := OpenSpec(t.Context(), file+options, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		names, tops = append(names, v.Info().Name), append(tops, games.DrawingOf(g, g.Start()).Rows[0])
	}
	if names[0] != names[1] || names[0] != names[2] || !slices.Equal(tops, []string{"3", "3", "1"}) {
		t.Errorf("names %v, first rows %v", names, tops)
	}
	if _, err := OpenSpec(t.Context(), file+":rows=left", Limits{}); err == nil || !strings.Contains(err.Error(), "option rows=left must be one of up, down") {
		t.Errorf("rows=left: %v", err)
	}
}
