package solved_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/search"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// TestKnownGame plays at random and compares the values proven by search results alone with a
// naive solver.
func TestKnownGame(t *testing.T) {
	g := reportstest.Variant(t, "tron:size=4x4").(games.Game[uint64])
	naive := reportstest.NewNaive(g)
	known := reportstest.KnownGame(t, g, g.Start(), search.Bounds{Low: 0, High: 0, Move: -1})
	defer known.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		for s := g.Start(); ; {
			p, err := known.Position(games.NotationOf(g).FormatState(s))
			if err != nil {
				t.Fatal(err)
			}
			want := naive.Of(s)
			if p.Outcome.Payoff[0] != nil && p.Outcome.Payoff[0].Cmp(want.Payoff[0]) != 0 {
				t.Errorf("%s: %s, want %s", p.Text, p.Value.Words, want.Payoff[0])
			}
			if s == g.Start() && p.Outcome.Payoff[0] == nil {
				t.Errorf("the start: %s, but it is stored", p.Value.Words)
			}
			if p.Endless {
				t.Errorf("%s: play without end, in a game that always ends", p.Text)
			}
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}

// TestProofGameStops cancels the context of a game's searches.
func TestProofGameStops(t *testing.T) {
	g := reportstest.Variant(t, "connect4").(games.Game[uint64])
	db := t.TempDir()
	if err := proof.WriteKnown(db, g, proof.Known[uint64]{g.Start(): {Low: -10, High: 10, Move: -1}}, store.Options{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	known, err := solved.OpenProof(ctx, db, g, solved.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	defer known.Close()
	time.AfterFunc(50*time.Millisecond, cancel)
	if p, err := known.Start(); !errors.Is(err, context.Canceled) {
		t.Errorf("a search without limit that was stopped: %v, %v", p, err)
	}
}

// TestOpenMoves looks up a position about which nothing is proven. It must have an estimate,
// and so must its moves, best first.
func TestOpenMoves(t *testing.T) {
	g := reportstest.Variant(t, "connect4").(games.Game[uint64])
	known := reportstest.KnownGame(t, g, g.Start(), search.Bounds{Low: -10, High: 10, Move: -1})
	defer known.Close()
	line, err := known.Follow("", []string{"4", "1", "4", "1"})
	if err != nil {
		t.Fatal(err)
	}
	p := line[len(line)-1]
	if p.Value.Estimate == nil || p.Outcome.Payoff[0] != nil || *p.Value.Estimate < -1 || *p.Value.Estimate > 1 {
		t.Errorf("value %+v", p.Value)
	}
	last := 2.0
	for i, m := range p.Moves {
		worth := 0.0
		switch {
		case m.Value.Estimate != nil:
			worth = *m.Value.Estimate
		case m.Outcome.Payoff[0] != nil:
			payoff, _ := m.Outcome.Payoff[0].Float64()
			worth = 2*payoff/float64(g.Info().Total) - 1
		default:
			t.Errorf("%s has no value: %+v", m.Name, m.Value)
		}
		if worth > last+0.02 {
			t.Errorf("%s, worth %.2f, comes %d.", m.Name, worth, i+1)
		}
		last = worth
	}
}

// TestKnownMoves looks up a position that is proven with all its moves, but not the replies.
func TestKnownMoves(t *testing.T) {
	g := reportstest.Variant(t, "tron:size=6x6").(games.Game[uint64])
	start, _ := games.Canonical(g, g.Start())
	children, _ := g.Expand(nil, nil, []uint64{start})
	known := proof.Known[uint64]{start: {Move: -1}}
	for _, c := range children {
		c, _ := games.Canonical(g, c)
		known[c] = search.Bounds{Move: -1}
	}
	b := reportstest.OpenKnown(t, g, known)
	defer b.Close()
	p, err := b.Position(games.NotationOf(g).FormatState(g.Start()))
	if err != nil {
		t.Fatal(err)
	}
	if p.Endless || len(p.Moves) != len(children) || p.Moves[0].Keeps != solved.KeptYes {
		t.Errorf("endless %v, moves %+v; want %d that keep the draw", p.Endless, p.Moves, len(children))
	}
}
