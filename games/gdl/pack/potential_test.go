package pack

import (
	"fmt"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/symmetry"
)

// pawns are three columns of pawns on three rows; white's go up, black's down,
// and take what stands diagonally before them. %s is for more rules.
const pawns = `(role white) (role black) (init (turn white))
	(succ 1 2) (succ 2 3) (column 1) (column 2) (column 3)
	(<= (init (on ?x 1 white)) (column ?x)) (<= (init (on ?x 3 black)) (column ?x))
	(<= (step white ?x ?y ?x ?z) (column ?x) (succ ?y ?z))
	(<= (step black ?x ?y ?x ?z) (column ?x) (succ ?z ?y))
	(<= (side ?x ?u) (succ ?x ?u)) (<= (side ?x ?u) (succ ?u ?x))
	(<= (take white ?x ?y ?u ?z) (side ?x ?u) (succ ?y ?z))
	(<= (take black ?x ?y ?u ?z) (side ?x ?u) (succ ?z ?y))
	(enemy white black) (enemy black white)
	(<= (can ?p (move ?x ?y ?u ?z)) (step ?p ?x ?y ?u ?z) (true (on ?x ?y ?p)) (not (full ?u ?z)))
	(<= (can ?p (move ?x ?y ?u ?z)) (take ?p ?x ?y ?u ?z) (true (on ?x ?y ?p)) (enemy ?p ?q) (true (on ?u ?z ?q)))
	(<= (full ?x ?y) (true (on ?x ?y ?p)))
	(<= (some ?p) (can ?p ?m))
	(<= (legal ?p ?m) (true (turn ?p)) (can ?p ?m))
	(<= (legal white wait) (true (turn black))) (<= (legal black wait) (true (turn white)))
	(<= (next (turn black)) (true (turn white))) (<= (next (turn white)) (true (turn black)))
	(<= (next (on ?u ?z ?p)) (does ?p (move ?x ?y ?u ?z)))
	(<= (next (on ?x ?y ?p)) (true (on ?x ?y ?p)) (not (touched ?x ?y)))
	(<= (touched ?x ?y) (does ?p (move ?x ?y ?u ?z))) (<= (touched ?u ?z) (does ?p (move ?x ?y ?u ?z)))
	(<= stuck (true (turn ?p)) (not (some ?p)))
	(<= terminal stuck) (goal white 50) (goal black 50) %s`

// TestPotential finds layers where pieces advance, and none where they need not.
func TestPotential(t *testing.T) {
	tests := []struct {
		name, rules string
		layered     bool
	}{
		{"advance", "", true},
		{"one goes back", "(step white 1 3 1 2)", false},
		{"pass", "(<= (can black pass) (true (on ?x ?y black)))", false},
		{"forward twice", "(step white 2 1 2 3)", true},
		{"new piece", "(<= (next (on 3 3 white)) (does black (move 1 2 1 1)))", true},
		{"turned round", "(<= (can white (move ?x 3 ?x 2)) (true (on ?x 3 white)) (not (full ?x 2)) (true (on 1 1 black)))", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := gdltest.CompileText(t, fmt.Sprintf(pawns, test.rules))
			_, f, c := proven(m)
			s := symmetry.Find(m, f.Constant, c.live)
			if m.Logic.Idle == nil {
				t.Error("turns are not found")
			}
			y := findPotential(m, &c, f.Groups, s.Elements)
			if (y != nil) != test.layered {
				t.Fatalf("found %v, want %v", y != nil, test.layered)
			}
			if y != nil {
				checkGrows(t, m, &c, y)
			}
		})
	}
}

// checkGrows plays at random and fails if layers do not grow in each ply, by the span at most.
func checkGrows(t *testing.T, m *machine.Machine, c *Codec, y *Layering) {
	t.Helper()
	last := int32(0)
	m.RandomPlay(500, func(p *machine.Play, first bool) {
		layer := layerOf(t, p, c, y)
		if grows := layer - last; !first && (grows < 1 || int(grows) > y.span) {
			t.Fatalf("the layer grows by %d, span %d", grows, y.span)
		}
		last = layer
	})
}

// layerOf is the layer of the state of a play.
func layerOf(t *testing.T, p *machine.Play, c *Codec, y *Layering) int32 {
	t.Helper()
	words := make([]uint64, (c.Bits+63)/64)
	if err := c.Encode(words, c.Relevant(p.State(nil))); err != nil {
		t.Fatal(err)
	}
	return y.Layer(words)
}
