package batch

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/work"
)

// squares returns a sheet in which one role chooses two of n*n squares.
func squares(n int) string {
	var text strings.Builder
	text.WriteString(`(role you) (init (at 1)) (legal you (go 0 0)) (<= (legal you (go ?x ?y)) (num ?x) (num ?y))
		(<= (next (column ?a ?x)) (true (at ?a)) (does you (go ?x ?y))) (<= (next (column ?a ?x)) (true (column ?a ?x)))
		(<= (next (row ?a ?y)) (true (at ?a)) (does you (go ?x ?y))) (<= (next (row ?a ?y)) (true (row ?a ?y)))
		(<= (next (at 2)) (true (at 1))) (<= (next (at 3)) (true (at 2))) (<= terminal (true (at 3)))
		(<= (goal you 100) (true (column 1 ?x)) (true (column 2 ?x)) (true (row 1 ?y)) (true (row 2 ?y))) (goal you 0)`)
	for i := range n {
		fmt.Fprintf(&text, "(num %d)", i)
	}
	return text.String()
}

// explore explores the game with n*n squares under a limit on the number of
// states. It also returns the number of steps.
func explore(t *testing.T, n, limit int) (x *Exploration[[2]uint64], steps int64) {
	m := gdltest.CompileText(t, squares(n))
	facts := prove.FindFacts(m, prove.NewProver(m.Logic))
	c := pack.NewCodec(m, &facts, m.Logic.Live())
	start := make([][2]uint64, 1)
	if err := c.Encode(Words(start), c.Relevant(m.NewPlay().State(nil))); err != nil {
		t.Fatal(err)
	}
	w := work.NewMeter(t.Context(), "squares", work.Limits{Explored: limit})
	x = New[[2]uint64](c.Pack(m.Logic)).Explore(start[0], w)
	return x, w.Steps()
}

// TestExplorationEndsBeforeMovesAreDone explores with two limits: one that the
// counts of moves exceed, and one that suffices.
func TestExplorationEndsBeforeMovesAreDone(t *testing.T) {
	const some, many = 8 * 8, 25 * 25
	if x, steps := explore(t, 25, (many+many*many)/pliesExplored-1); x != nil || steps > 1000*(1+many) {
		t.Errorf("explored: %v, in %d steps", x != nil, steps)
	}
	const states = 1 + some + some*some
	x, _ := explore(t, 8, states)
	if x == nil || len(x.States) != states {
		t.Fatalf("explored: %v, want %d states", x != nil, states)
	}
	plies := 0
	for i := range x.States {
		plies += len(x.Children(int32(i)))
	}
	if plies != some+some*some {
		t.Errorf("%d plies, want %d", plies, some+some*some)
	}
}
