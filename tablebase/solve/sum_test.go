package solve_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// twins is tic-tac-toe on two boards with identical marks. The goals of x depend on one board,
// and the goals of o on the other. Induction on goals cannot prove that the boards are identical.
func twins() string {
	var b strings.Builder
	for _, board := range []string{"cell", "twin"} {
		b.WriteString(strings.ReplaceAll(`
		(<= (init (BOARD ?a ?b blank)) (index ?a) (index ?b))
		(<= (next (BOARD ?a ?b ?r)) (does ?r (mark ?a ?b)))
		(<= (next (BOARD ?a ?b ?w)) (true (BOARD ?a ?b ?w)) (distinct ?w blank))
		(<= (next (BOARD ?a ?b blank)) (true (BOARD ?a ?b blank)) (not (marked ?a ?b)))
		(<= (row BOARD ?w) (index ?a) (true (BOARD ?a 1 ?w)) (true (BOARD ?a 2 ?w)) (true (BOARD ?a 3 ?w)))
		(<= (row BOARD ?w) (index ?b) (true (BOARD 1 ?b ?w)) (true (BOARD 2 ?b ?w)) (true (BOARD 3 ?b ?w)))
		(<= (row BOARD ?w) (true (BOARD 1 1 ?w)) (true (BOARD 2 2 ?w)) (true (BOARD 3 3 ?w)))
		(<= (row BOARD ?w) (true (BOARD 1 3 ?w)) (true (BOARD 2 2 ?w)) (true (BOARD 3 1 ?w)))
		`, "BOARD", board))
	}
	return b.String() + `(role x) (role o) (index 1) (index 2) (index 3) (other x o) (other o x)
		(init (control x)) (owns x cell) (owns o twin)
		(<= (legal ?r (mark ?a ?b)) (true (control ?r)) (true (cell ?a ?b blank)))
		(<= (legal ?r noop) (true (control ?s)) (other ?r ?s))
		(<= (marked ?a ?b) (does ?r (mark ?a ?b)))
		(<= (next (control ?r)) (true (control ?s)) (other ?r ?s))
		(<= open (true (cell ?a ?b blank)))
		(<= won (row cell x)) (<= won (row cell o))
		(<= terminal won) (<= terminal (not open))
		(<= (goal ?r 100) (owns ?r ?b) (row ?b ?r))
		(<= (goal ?r 0) (owns ?r ?b) (other ?r ?s) (row ?b ?s) (not (row ?b ?r)))
		(<= (goal ?r 50) (owns ?r ?b) (role ?r) (not (row ?b x)) (not (row ?b o)) (not (gift ?r)))
		`
}

// gift is a goal to be added to twins: after four particular marks, a draw counts as a win for o.
const gift = `
		(init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
		(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
		(<= (next (at ?n ?a ?b)) (true (step ?n)) (does ?r (mark ?a ?b)))
		(<= (next (at ?n ?a ?b)) (true (at ?n ?a ?b)))
		(<= (gift o) (true (at 1 1 1)) (true (at 2 2 2)) (true (at 3 3 3)) (true (at 4 1 2)))
		(<= (goal o 100) (gift o) (not (row twin x)) (not (row twin o)))
		`

// openTwins opens a rule sheet, exploring up to the given number of states.
func openTwins(t *testing.T, text, options string, explored int) games.Variant {
	t.Helper()
	file := filepath.Join(t.TempDir(), "twins.kif")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	v, err := gdl.OpenSpec(t.Context(), file+options, work.Limits{Explored: explored})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSumThatIsNotProvenIsLookedAtAtEachEnd solves a game whose constant sum is not proven. The
// table must be the same as that of a game whose sum is proven, and a search must produce a
// proof.
func TestSumThatIsNotProvenIsLookedAtAtEachEnd(t *testing.T) {
	t.Parallel()
	v, known := openTwins(t, twins(), "", 1), openTwins(t, twins(), "", 0)
	if i := v.Info(); !i.SumUnproven || i.GeneralSum || i.Simultaneous || i.Total != 100 {
		t.Fatalf("%+v", i)
	}
	if i := known.Info(); i.SumUnproven || i.GeneralSum || i.Total != 100 {
		t.Fatalf("explored: %+v", i)
	}
	var digests []uint64
	for _, g := range []games.Variant{v, known} {
		r, err := solve.Solve(t.Context(), t.TempDir(), g, solve.Options{})
		if err != nil {
			t.Fatal(err)
		}
		digests = append(digests, r.Solution.Digest)
	}
	if digests[0] != digests[1] {
		t.Errorf("digests %x", digests)
	}
	for _, method := range []solve.Method{solve.Search, solve.AlphaBeta, solve.PNS} {
		db := t.TempDir()
		r, err := solve.Solve(t.Context(), db, v, solve.Options{Method: method, Cache: 1 << 20})
		if err != nil {
			t.Fatal(method, err)
		}
		if got := r.Proof.Start.Pure; got != (games.Payoff{50, 50}) {
			t.Errorf("%s: %v", method, got)
		}
		if _, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// TestBrokenSumStopsTheSolve solves a game whose sum is constant in all random plays, but not
// after some rare moves. The error must name the position, and nothing may be stored. With
// general-sum payoffs, the game can be solved.
func TestBrokenSumStopsTheSolve(t *testing.T) {
	t.Parallel()
	for _, method := range []solve.Method{solve.Table, solve.AlphaBeta} {
		v, db := openTwins(t, twins()+gift, "", 1), t.TempDir()
		if !v.Info().SumUnproven {
			t.Fatalf("%+v", v.Info())
		}
		_, err := solve.Solve(t.Context(), db, v, solve.Options{Method: method, Cache: 1 << 20})
		broken, ok := errors.AsType[*gdl.SumError](err)
		if method == solve.AlphaBeta && err == nil {
			continue // the proof does not reach that terminal position
		}
		if !ok || broken.Payoffs != (games.Payoff{50, 100}) || broken.Total != 100 || broken.Spec != v.Info().Spec()+":sum=any" || !strings.Contains(broken.Position, "at.4.1.2") {
			t.Errorf("%s: %v", method, err)
		}
		if list, err := store.List(db); err != nil || len(list) > 0 {
			t.Errorf("%s: stored: %v, %v", method, list, err)
		}
	}
	v := openTwins(t, twins()+gift, ":sum=any", 1)
	if i := v.Info(); i.SumUnproven || !i.GeneralSum || strings.Contains(fmt.Sprint(i.Rules), "add up") {
		t.Errorf("%+v", i)
	}
	r, err := solve.Solve(t.Context(), t.TempDir(), v, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Solution.Outcomes.Of(r.Solution.Start).Payoff; got[0].RatString() != "50" {
		t.Errorf("%v", got)
	}
}
