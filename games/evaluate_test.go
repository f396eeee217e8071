package games_test

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// TestEvaluate checks the range and the symmetry of evaluations in random plays of
// all games.
func TestEvaluate(t *testing.T) {
	r := builtin.Registry()
	for _, spec := range append(r.Names(), "breakthrough:size=4x6,captures=diagonal", "breakthrough:size=5x5", "skirmish:inner=3,respawn=captured") {
		v, err := r.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if info := v.Info(); info.GeneralSum || info.Simultaneous {
			continue
		}
		switch g := v.(type) {
		case games.Game[uint64]:
			testEvaluate(t, g)
		case games.Game[[2]uint64]:
			testEvaluate(t, g)
		}
	}
}

func testEvaluate[S games.State](t *testing.T, g games.Game[S]) {
	e := games.EvaluatorOf(g)
	rng := rand.New(rand.NewPCG(7, 8))
	for range 10 {
		var batch []S
		for s := g.Start(); ; {
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				break
			}
			canonical, _ := games.Canonical(g, s)
			batch = append(batch, s, canonical)
			s = children[rng.IntN(len(children))]
		}
		values := e.Evaluate(nil, batch)
		if len(values) != len(batch) {
			t.Fatalf("%s: %d values for %d states", g.Info().Name, len(values), len(batch))
		}
		for i, v := range values {
			if !(v >= -1 && v <= 1) || v != values[i&^1] {
				t.Fatalf("%s: %s gets %v, its canonical position %v", g.Info().Name, games.NotationOf(g).FormatState(batch[i]), values[i&^1], v)
			}
		}
	}
}

// TestMobility compares the default evaluation with counts of moves and replies.
func TestMobility(t *testing.T) {
	v, err := builtin.Registry().Open("skirmish:inner=3,respawn=captured")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[[2]uint64])
	plain := struct{ games.Game[[2]uint64] }{g}
	values := games.EvaluatorOf[[2]uint64](plain).Evaluate(nil, [][2]uint64{g.Start(), g.Start()})
	moves, _ := g.Expand(nil, nil, [][2]uint64{g.Start()})
	replies := 0
	for _, m := range moves {
		c, _ := g.Expand(nil, nil, [][2]uint64{m})
		replies += len(c)
	}
	n, r := float32(len(moves)), float32(replies)/float32(len(moves))
	if want := (n - r) / (n + r); len(values) != 2 || values[0] != want || values[1] != want {
		t.Errorf("mobility %v, want %v", values, want)
	}
}
