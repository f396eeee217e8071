package prove

import (
	"fmt"
	"slices"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/gdltest"
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
		places bool // whether the places exclude each other before the ply
		want   bool
	}{
		{places, true, true},
		{places, false, false},
		// One steps at 1, the other jumps or is at 2.
		{[]int32{number("left"), number("right")}, true, true},
		{[]int32{number("left"), number("right")}, false, false},
		// The lamp is not on, and on.
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
