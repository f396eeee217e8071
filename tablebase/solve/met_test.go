package solve_test

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/gdltest"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase/solve"
)

// TestLargeStatesAreNumberedAsTheyAreMet opens and searches a game of two roles whose states are
// too many and too large for a table. The roles take turns marking cells of a 12x12 board. The
// first role wins if its first two marks are in the same row, which the opponent cannot prevent.
func TestLargeStatesAreNumberedAsTheyAreMet(t *testing.T) {
	if testing.Short() {
		t.Skip("explores half a million states first")
	}
	t.Parallel()
	var b strings.Builder
	b.WriteString(`(role x) (role o) (succ 1 2) (succ 2 3) (succ 3 4)
		(<= (init (cell ?a ?b blank)) (index ?a) (index ?b))
		(init (control x)) (init (step 1))
		(<= (legal ?r (mark ?a ?b)) (true (control ?r)) (true (cell ?a ?b blank)))
		(<= (legal x noop) (true (control o)))
		(<= (legal o noop) (true (control x)))
		(<= (marked ?a ?b) (does ?r (mark ?a ?b)))
		(<= (next (cell ?a ?b ?r)) (does ?r (mark ?a ?b)))
		(<= (next (cell ?a ?b ?w)) (true (cell ?a ?b ?w)) (distinct ?w blank))
		(<= (next (cell ?a ?b blank)) (true (cell ?a ?b blank)) (not (marked ?a ?b)))
		(<= (next (control o)) (true (control x)))
		(<= (next (control x)) (true (control o)))
		(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
		(<= terminal (true (step 4)))
		(<= row (true (cell ?a ?b x)) (true (cell ?a ?c x)) (distinct ?b ?c))
		(<= (goal x 100) row) (<= (goal x 0) (not row))
		(<= (goal o 100) (not row)) (<= (goal o 0) row)`)
	for i := range 12 {
		fmt.Fprintf(&b, "(index %d)", i)
	}
	v, err := gdl.Open(t.Context(), gdltest.CompileText(t, b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if bits := v.(gdl.Described).Packing().Bits; bits <= 256 {
		t.Errorf("a state has %d bits, want more than 256", bits)
	}
	g := v.(games.Game[uint64])
	if _, ok := v.(games.Numbered[uint64]); !ok || search.Repeats(g) || g.Info().GeneralSum || g.Info().Simultaneous || g.Info().Total != 100 {
		t.Errorf("%T, %+v", v, g.Info())
	}
	if err := games.Check(g, 200); err != nil {
		t.Error(err)
	}
	marked, err := games.Play[uint64](g, g.Start(), []string{"mark.3.5"})
	if err != nil {
		t.Fatal(err)
	}
	s := deepen.New[uint64](g, deepen.Options{Cache: 1 << 20})
	defer s.Close()
	found, err := s.Run(t.Context(), marked[1])
	if err != nil || games.Failure(g) != nil {
		t.Fatal(err, games.Failure(g))
	}
	if found.Low != -50 || found.High != -50 { // of the role to move, o
		t.Errorf("%+v", found)
	}
	if _, err := solve.Solve(t.Context(), t.TempDir(), v, solve.Options{}); err == nil || !strings.Contains(err.Error(), "zermelo analyze") {
		t.Errorf("solved: %v", err)
	}
}
