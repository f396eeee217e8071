package othello

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// TestEvaluate compares pairs of positions, one of which is better for the player to
// move.
func TestEvaluate(t *testing.T) {
	g := open(t, "othello:size=6x6").(*game[[2]uint64])
	value := func(text string) float32 {
		s, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		c, _ := games.Canonical[[2]uint64](g, s)
		v := g.Evaluate(nil, [][2]uint64{s, c})
		if v[0] != v[1] || v[0] < -1 || v[0] > 1 {
			t.Errorf("%s: %v", text, v)
		}
		return v[0]
	}
	if v := value("....../....../..ox../..xo../....../......:black"); v != 0 {
		t.Errorf("the start: %v, want 0", v)
	}
	corner, none := value("x...../....../..ox../..xo../....../......:black"), value("....../.x..../..ox../..xo../....../......:black")
	if corner <= none || corner <= 0 {
		t.Errorf("with a corner %v, without %v", corner, none)
	}
	mine, theirs := value("x...../....../..ox../..xo../....../......:black"), value("x...../....../..ox../..xo../....../......:white")
	if mine != -theirs {
		t.Errorf("black to move %v, white to move %v", mine, theirs)
	}
}

// TestAhead compares lookahead with plain recursion on random positions.
func TestAhead(t *testing.T) {
	g := open(t, "othello:size=6x4").(*game[uint64])
	var plain func(s uint64, plies int) int
	plain = func(s uint64, plies int) int {
		p := g.unpack(s)
		children, _ := g.Expand(nil, nil, []uint64{s})
		switch {
		case plies == 0:
			return g.worth(p.own, p.opp) - g.worth(p.opp, p.own)
		case len(children) == 0:
			return stableWeight * g.lead(p.own, p.opp)
		}
		best := -plain(children[0], plies-1)
		for _, c := range children[1:] {
			best = max(best, -plain(c, plies-1))
		}
		return best
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		for s := g.Start(); ; {
			p := g.unpack(s)
			for plies := range 4 {
				want := plain(s, plies)
				if got := g.lookahead(p.own, p.opp, plies, -farOut, farOut); got != want {
					t.Fatalf("%s: %d plies ahead %d, want %d", g.FormatState(s), plies, got, want)
				}
			}
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}
