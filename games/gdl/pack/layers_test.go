package pack

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/statemachine"
)

// proven returns a prover with the facts and the codec of a machine.
func proven(m *statemachine.Machine) (*prove.Prover, prove.Facts, Codec) {
	p := prove.NewProver(m.Logic)
	f := prove.FindFacts(m, p)
	live := m.Logic.Live()
	return p, f, NewCodec(m, &f, live)
}

func TestGroups(t *testing.T) {
	tests := []struct {
		name, rules string
		bits        int
		groups      string // first fluent and size of each group; * if one fluent is always true
		doubted     string // group that must not be found
	}{
		{"places", gdltest.Ring + "(<= terminal (true (at 4))) (goal me 100) (<= terminal (true (lamp on)))", 3, "(at 1):4* (lamp off):2*", ""},
		// Nothing makes the third state of the lamp true.
		{"constants", gdltest.Ring + "(<= terminal (true (at 4))) (goal me 100) (<= terminal (true (lamp on))) (<= (next (lamp broken)) (true (lamp broken)))", 3, "(at 1):4* (lamp off):2*", ""},
		// Two pieces of one relation do not exclude each other.
		{"two", gdltest.Ring + "(<= terminal (true (at 4))) (<= terminal (true (lamp on))) (goal me 100) (init (at 3))", 5, "(lamp off):2*", "(at 1)"},
		// Fluents without influence are not part of a state.
		{"dead", gdltest.Ring + "(<= terminal (true (at 4))) (goal me 100)", 2, "(at 1):4* (lamp off):2*", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := gdltest.CompileText(t, fmt.Sprintf(gdltest.Walker, test.rules))
			_, f, c := proven(m)
			var got []string
			for _, g := range f.Groups {
				mark := ""
				if g.Always {
					mark = "*"
				}
				got = append(got, fmt.Sprintf("%s:%d%s", m.Fluents[g.Fluents[0]], len(g.Fluents), mark))
			}
			slices.Sort(got)
			if list := strings.Join(got, " "); list != test.groups {
				t.Errorf("groups %s, want %s", list, test.groups)
			}
			if c.Bits != test.bits {
				t.Errorf("%d bits, want %d", c.Bits, test.bits)
			}
		})
	}
}

func TestLayering(t *testing.T) {
	tests := []struct {
		name, rules string
		span        int // 0 if there are no layers
		fluent      string
		layer, last int32 // layer of the states in which the fluent is true; last layer
	}{
		// Positions on the ring repeat.
		{"ring", gdltest.Ring + "(<= terminal (true (lamp on))) (goal me 100)", 0, "", 0, 0},
		// A jump skips a layer. In the last layer, the piece is off the board.
		{"line", "(<= here (true (at ?x))) (<= terminal (not here)) (goal me 100)", 2, "(at 4)", 3, 4},
		// The counter must change in every ply.
		{"pause", "(<= terminal (true (count 2))) (goal me 100) (init (count 0)) (plus 0 1) (plus 1 2)" +
			"(<= (next (count ?n)) (true (count ?n)) (does me step)) (<= (next (count ?k)) (true (count ?n)) (plus ?n ?k) (does me jump))", 0, "", 0, 0},
		{"counter", "(<= terminal (true (count 2))) (goal me 100) (init (count 0)) (plus 0 1) (plus 1 2)" +
			"(<= (next (count ?k)) (true (count ?n)) (plus ?n ?k))", 1, "(count 2)", 2, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := gdltest.CompileText(t, fmt.Sprintf(gdltest.Walker, test.rules))
			p, _, c := proven(m)
			y := FindLayering(m, p, &c)
			if (y != nil) != (test.span > 0) {
				t.Fatalf("layers found: %v, want %v", y != nil, test.span > 0)
			}
			if y == nil {
				return
			}
			if y.span != test.span {
				t.Errorf("span %d, want %d", y.span, test.span)
			}
			fluent := slices.Index(m.Fluents, test.fluent)
			if got := y.LowerBound(m.Logic.Fluents[fluent]); got != test.layer {
				t.Errorf("states with %s have layer %d at least, want %d", test.fluent, got, test.layer)
			}
			most := int32(0)
			m.RandomPlay(200, func(p *statemachine.Play, first bool) {
				layer := layerOf(t, p, &c, y)
				most = max(most, layer)
				if first && layer != 0 {
					t.Errorf("the first state has layer %d", layer)
				}
				if has := slices.Contains(p.State(nil), int32(fluent)); has && layer != test.layer {
					t.Errorf("a state with %s has layer %d, want %d", test.fluent, layer, test.layer)
				}
			})
			if most != test.last {
				t.Errorf("the last layer is %d, want %d", most, test.last)
			}
		})
	}
}

// TestRankLongest ranks places that can be reached by paths of different
// lengths. The longest path must determine the rank.
func TestRankLongest(t *testing.T) {
	const ways = `(role me) (init (at a))
		(way a b1) (way b1 b2) (way b2 c) (way a x1) (way x1 c)
		(way c d1) (way d1 e) (way c y1) (way y1 y2) (way y2 e)
		(<= (legal me (go ?y)) (true (at ?x)) (way ?x ?y))
		(<= (next (at ?y)) (does me (go ?y)))
		(<= terminal (true (at e))) (goal me 100)`
	m := gdltest.CompileText(t, ways)
	p, _, c := proven(m)
	y := FindLayering(m, p, &c)
	if y == nil {
		t.Fatal("no layers found")
	}
	for place, want := range map[string]int32{"a": 0, "b1": 1, "b2": 2, "x1": 1, "c": 3, "d1": 4, "y1": 4, "y2": 5, "e": 6} {
		words := make([]uint64, 1)
		if err := c.Encode(words, []int32{int32(slices.Index(m.Fluents, "(at "+place+")"))}); err != nil {
			t.Fatal(err)
		}
		if got := y.Layer(words); got != want {
			t.Errorf("%s has layer %d, want %d", place, got, want)
		}
	}
}

// TestLargeBoardHasLayers has a board that fills up and has too many cells for
// a comparison of all pairs.
func TestLargeBoardHasLayers(t *testing.T) {
	var text strings.Builder
	text.WriteString(`(role x) (role o) (init (control x))
		(<= (next (control x)) (true (control o))) (<= (next (control o)) (true (control x)))
		(<= (legal ?p (mark ?c)) (true (control ?p)) (true (cell ?c b)))
		(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
		(<= (next (cell ?c ?p)) (does ?p (mark ?c)))
		(<= (next (cell ?c ?p)) (true (cell ?c ?p)) (distinct ?p b))
		(<= (next (cell ?c b)) (true (cell ?c b)) (does ?p (mark ?d)) (distinct ?c ?d))
		(<= open (true (cell ?c b)))
		(<= (line ?p) (true (cell ?a ?p)) (true (cell ?b ?p)) (true (cell ?c ?p)) (row ?a ?b ?c) (distinct ?p b))
		(<= terminal (not open)) (<= terminal (line x)) (<= terminal (line o))
		(<= (goal ?p 100) (role ?p) (line ?p)) (<= (goal ?p 0) (role ?p) (not (line ?p)))
`)
	for cell := range 64 {
		fmt.Fprintf(&text, "(init (cell %d b)) (row %d %d %d)\n", cell, cell, (cell+7)%64, (cell+18)%64)
	}
	m := gdltest.CompileText(t, text.String())
	p, _, c := proven(m)
	y := FindLayering(m, p, &c)
	if y == nil || y.Span() < 1 {
		t.Errorf("layers %v", y)
	}
}

// layerOf returns the layer of the current state of a play.
func layerOf(t *testing.T, p *statemachine.Play, c *Codec, y *Layering) int32 {
	t.Helper()
	words := make([]uint64, (c.Bits+63)/64)
	if err := c.Encode(words, c.Relevant(p.State(nil))); err != nil {
		t.Fatal(err)
	}
	return y.Layer(words)
}
