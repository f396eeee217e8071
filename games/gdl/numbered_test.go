package gdl

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/gdltest"
)

// TestWide opens a game with states of more than 256 bits: a walk along 300
// lamps. Each lamp remains lit and contributes to the goal. The player may stop
// at any lamp.
func TestWide(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`(role me) (init (at 0)) (legal me go) (legal me stop)
		(<= (next (at ?y)) (does me go) (true (at ?x)) (succ ?x ?y))
		(<= (next (lit ?y)) (does me go) (true (at ?x)) (succ ?x ?y))
		(<= (next (lit ?y)) (true (lit ?y)))
		(<= (next stopped) (does me stop))
		(<= (next (at ?x)) (does me stop) (true (at ?x)))
		(<= terminal (true stopped)) (<= terminal (true (at 300)))
		(<= dark (succ ?x ?y) (not (true (lit ?y))))
		(<= (goal me 100) (not dark)) (<= (goal me 0) dark)`)
	for i := range 300 {
		fmt.Fprintf(&b, "(succ %d %d)", i, i+1)
	}
	m := gdltest.CompileText(t, b.String())
	v, err := Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	g, ok := v.(layeredExplored[batch.Wide])
	if !ok {
		t.Fatalf("the game is a %T", v)
	}
	if g.codec.Bits <= 256 {
		t.Errorf("a state has %d bits, want more than 256", g.codec.Bits)
	}
	if err := games.Check(g, 2000); err != nil {
		t.Error(err)
	}
	// Each of the first 300 places has two states, before and after stopping.
	if n := len(g.found.States); n != 601 {
		t.Errorf("%d states, want 601", n)
	}
	last, err := g.ParseState(g.FormatState(g.Start()))
	if err != nil || last != 0 {
		t.Errorf("the start is state %d, %v", last, err)
	}
	if _, err := g.ParseState("at.3"); err == nil {
		t.Error("a state that cannot be reached is read")
	}
	for range 300 {
		children, _ := g.Expand(nil, nil, []uint64{last})
		if names := g.Moves(last)[0]; names[0] != "go" {
			t.Fatalf("moves %v", names)
		}
		last = children[0]
	}
	if p := g.Payoffs(nil, []uint64{last})[0]; p != (games.Payoff{100, -100}) {
		t.Errorf("payoffs %v after the whole walk", p)
	}
	if layer := g.Layers(nil, []uint64{last})[0]; layer != 300 {
		t.Errorf("layer %d after the whole walk", layer)
	}
}
