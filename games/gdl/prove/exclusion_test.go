package prove

import (
	"fmt"
	"slices"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/network"
)

func TestExclusion(t *testing.T) {
	const rules = gdltest.Ring + `(<= terminal (true (lamp on))) (goal me 100)
		(<= (next left) (does me step) (true (at 1)))
		(<= (next right) (does me jump))
		(<= (next right) (true (at 2)))
		(<= (next odd) (true (at 1)) (not (true (lamp on))))
		(<= (next even) (true (at 1)) (true (lamp on)))
		(<= terminal (true left)) (<= terminal (true right)) (<= terminal (true odd)) (<= terminal (true even))`
	m := gdltest.CompileText(t, fmt.Sprintf(gdltest.Walker, rules))
	number := func(name string) int32 { return int32(slices.Index(m.Fluents, name)) }
	places := []int32{number("(at 1)"), number("(at 2)"), number("(at 3)"), number("(at 4)")}
	x := newExclusion(m.Logic, [][]int32{places})
	tests := []struct {
		set    []int32
		places bool // whether places exclude each other before the ply
		want   bool
	}{
		{places, true, true},
		{places, false, false},
		// One steps at 1. The other jumps, or is at 2.
		{[]int32{number("left"), number("right")}, true, true},
		{[]int32{number("left"), number("right")}, false, false},
		// The lamp is off in one, and on in the other.
		{[]int32{number("odd"), number("even")}, false, true},
		{[]int32{number("odd"), number("right")}, true, false},
	}
	for _, test := range tests {
		got := x.proves(test.set, func(int32) bool { return test.places }, nil)
		if got != test.want {
			t.Errorf("%s and so on, places exclude each other: %v: proven %v, want %v", m.Fluents[test.set[0]], test.places, got, test.want)
		}
	}
}

// TestExclusionLooksAtEachMove proves exclusions that require a case split over
// the moves or over the operands of a disjunction.
func TestExclusionLooksAtEachMove(t *testing.T) {
	m := gdltest.CompileText(t, `(role me) (init (lamp off)) (move a) (move b) (move c)
		(legal me up) (legal me down)
		(<= (legal me ?m) (move ?m) (true (lamp on)))
		(<= (next (lamp on)) (does me up)) (<= (next (lamp off)) (does me down))
		(<= (next (lamp ?l)) (does me ?m) (move ?m) (true (lamp ?l)))
		(<= (next left) (not (does me up)) (not (does me down)))
		(<= (next right) (true (lamp off)))
		(<= (next middle) (does me up))
		(<= terminal (true left) (true right) (true middle)) (goal me 100)`)
	number := func(name string) int32 { return int32(slices.Index(m.Fluents, name)) }
	lamp := []int32{number("(lamp off)"), number("(lamp on)")}
	for _, test := range []struct {
		a, b string
		lamp bool // whether the lamp is known to be either on or off before the ply
		want bool
	}{
		{"left", "right", true, true}, {"left", "right", false, false}, {"left", "middle", false, true}, {"right", "middle", true, false},
	} {
		x := newExclusion(m.Logic, [][]int32{lamp})
		if got := x.proves([]int32{number(test.a), number(test.b)}, func(int32) bool { return test.lamp }, nil); got != test.want {
			t.Errorf("%s and %s: proven %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

// TestExclusionNeedsAMove proves that the next value of a fluent is always
// false if no move is legal.
func TestExclusionNeedsAMove(t *testing.T) {
	m := gdltest.CompileText(t, `(role me) (init (lamp on)) (init here) (move a) (move b) (move c)
		(<= (legal me ?m) (move ?m) (true (lamp on)))
		(<= (next (lamp on)) (does me a)) (<= (next (lamp off)) (does me b)) (<= (next here) (does me c))
		(<= (next left) (true (lamp off))) (<= (next right) (true here))
		(<= terminal (true left) (true right)) (goal me 100)`)
	number := func(name string) int32 { return int32(slices.Index(m.Fluents, name)) }
	for _, holds := range []bool{true, false} {
		x := newExclusion(m.Logic, [][]int32{{number("(lamp off)"), number("(lamp on)")}})
		if got := x.proves([]int32{number("left"), number("right")}, func(int32) bool { return holds }, nil); got != holds {
			t.Errorf("the lamp is on or off: %v: proven %v", holds, got)
		}
	}
}

// TestGroupsOfTwoRelations finds a group that consists of the fluents of two
// relations, which mark the turn. The proof that each cell has at most one
// piece depends on it.
func TestGroupsOfTwoRelations(t *testing.T) {
	m := gdltest.CompileText(t, `(role w) (role b) (piece p) (piece q) (piece r) (at 1) (at 2)
		(init (choose w)) (<= (init (cell ?c empty)) (at ?c)) (<= (init (pool ?p)) (piece ?p))
		(<= (legal ?r (take ?p)) (true (choose ?r)) (true (pool ?p)))
		(<= (legal ?r (put ?p ?c)) (true (place ?r)) (true (taken ?p)) (true (cell ?c empty)))
		(<= (legal ?r noop) (role ?r) (not (true (choose ?r))) (not (true (place ?r))))
		(<= (next (pool ?p)) (true (pool ?p)) (not (does w (take ?p))) (not (does b (take ?p))))
		(<= (next (taken ?p)) (does ?r (take ?p)))
		(<= (next (cell ?c ?s)) (true (cell ?c ?s)) (does ?r (take ?p)))
		(<= (next (cell ?c ?s)) (true (cell ?c ?s)) (does ?r (put ?p ?d)) (distinct ?c ?d))
		(<= (next (cell ?c ?p)) (does ?r (put ?p ?c)))
		(<= (next (choose w)) (true (place w))) (<= (next (place w)) (true (choose b)))
		(<= (next (choose b)) (true (place b))) (<= (next (place b)) (true (choose w)))
		(<= open (true (cell ?c empty))) (<= terminal (not open)) (goal w 50) (goal b 50)`)
	facts := FindFacts(m, NewProver(m.Logic))
	for _, want := range [][]string{
		{"(choose b)", "(choose w)", "(place b)", "(place w)"},
		{"(cell 1 empty)", "(cell 1 p)", "(cell 1 q)", "(cell 1 r)"},
	} {
		if !slices.ContainsFunc(facts.Groups, func(g Group) bool { return slices.Equal(gdltest.Names(m.Fluents, g.Fluents), want) }) {
			t.Errorf("no group %q", want)
		}
	}
}

// TestDemandsAreSoughtToADepth checks that a deep network does not overflow the
// stack.
func TestDemandsAreSoughtToADepth(t *testing.T) {
	for _, test := range []struct{ levels, want int }{{100, 2}, {maxDepth, 1}} {
		m := gdltest.CompileText(t, "(role me) (legal me go) (init a) (<= (next a) (true a)) (<= terminal (true a)) (goal me 0)")
		l := m.Logic
		a := l.Input()
		lit := a
		for range test.levels {
			lit = l.And(l.Input(), l.Or(lit, l.And(a, l.Input())))
		}
		if got := (&exclusion{Logic: l, known: map[network.Lit][]network.Lit{}}).implied(lit); len(got) != test.want {
			t.Errorf("%d levels: %v, want %d literals", test.levels, got, test.want)
		}
	}
}
