package gdl

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// askedSheet has a relation of six arguments with 21^6 instances, of which the
// rules request only those for reachable places. Its walls never change.
const askedSheet = `(role r) (init (at 1 1 1)) (init (wall 3 2 1)) (goal r 0)
(<= (number ?x) (close ?x ?y)) (<= (close ?x ?x) (succ ?x ?y)) (<= (close ?x ?y) (succ ?x ?y))
(<= (legal r (to ?x ?y ?z)) (true (at ?a ?b ?c)) (near ?a ?b ?c ?x ?y ?z) (not (true (wall ?x ?y ?z))))
(<= (near ?a ?b ?c ?x ?y ?z) (close ?a ?x) (close ?b ?y) (close ?c ?z) (apart ?a ?b ?c ?x ?y ?z))
(<= (apart ?a ?b ?c ?x ?y ?z) (number ?a) (number ?b) (number ?c) (number ?x) (number ?y) (number ?z)
    (or (distinct ?a ?x) (distinct ?b ?y) (distinct ?c ?z)))
(<= (next (at ?x ?y ?z)) (does r (to ?x ?y ?z)) (small ?x) (small ?y) (small ?z)) (small 1) (small 2) (small 3)
(<= (next (wall ?x ?y ?z)) (true (wall ?x ?y ?z)))
(<= terminal (true (at 3 3 3)))
`

func TestRelationsTooLargeAreFoundAsFarAsIsAskedFor(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString(askedSheet)
	for x := range 21 {
		fmt.Fprintf(&text, "(succ %d %d) ", x+1, x+2)
	}
	rules, problems := sheet.Parse("asked", text.String())
	if len(problems) > 0 {
		t.Fatal(problems[0].Message)
	}
	m, err := statemachine.Compile(t.Context(), rules, work.Limits{Bytes: 32 << 20})
	if err != nil {
		t.Fatal(err)
	}
	// 64 places are reachable. No move leads to the start or into the wall.
	if got := len(m.Moves[0]); got != 62 {
		t.Errorf("%d moves, want 62", got)
	}
	if got := len(m.NewPlay().Legal(nil, 0)); got != 7 {
		t.Errorf("%d moves at first, want 7", got)
	}
}
