//go:build unix

package batch

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// BenchmarkEvaluator computes the next states, legal moves, termination and
// goals of many states at a time.
func BenchmarkEvaluator(b *testing.B) {
	benchSheets(b, benchEvaluator[uint64], benchEvaluator[[2]uint64], benchEvaluator[[4]uint64])
}

// BenchmarkChildren computes the children of one state at a time, and their
// numbers of moves, as in a search.
func BenchmarkChildren(b *testing.B) {
	benchSheets(b, benchChildren[uint64], benchChildren[[2]uint64], benchChildren[[4]uint64])
}

// benchSheets runs the benchmark for the width of each sheet's states.
func benchSheets(b *testing.B, narrow, double, wide func(*testing.B, *statemachine.Machine, *pack.Codec)) {
	gdltest.BenchSheets(b, func(b *testing.B, file string) {
		m, err := statemachine.Compile(b.Context(), gdltest.ReadSheet(b, file), work.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		f := prove.FindFacts(m, prove.NewProver(m.Logic))
		c := pack.NewCodec(m, &f, m.Logic.Live())
		switch {
		case len(m.Roles) > 2:
		case c.Bits <= 64:
			narrow(b, m, &c)
		case c.Bits <= 128:
			double(b, m, &c)
		case c.Bits <= 256:
			wide(b, m, &c)
		}
	})
}

func benchEvaluator[S State](b *testing.B, m *statemachine.Machine, c *pack.Codec) {
	states, moves := randomStates[S](b, m, c)
	e := New[S](c.Pack(m.Logic))
	scratch, goals := e.newScratch(), 0
	next := make([]S, 0, network.Lanes)
	start := gdltest.CPUTime(b)
	for b.Loop() {
		for i := range states {
			scratch.parents = append(scratch.parents, int32(i))
		}
		for r, list := range moves {
			scratch.moves[r] = append(scratch.moves[r], list...)
		}
		next = e.advance(next[:0], scratch, states)
		e.findLegal(scratch, next)
		e.Payoffs(next, func(int, int, int) { goals++ })
	}
	gdltest.PerSecond(b, b.N*len(states), start)
}

func benchChildren[S State](b *testing.B, m *statemachine.Machine, c *pack.Codec) {
	states, _ := randomStates[S](b, m, c)
	e := New[S](c.Pack(m.Logic))
	var children []S
	var ends []int32
	start := gdltest.CPUTime(b)
	for b.Loop() {
		for i := range states {
			children, ends = e.Expand(children[:0], ends[:0], states[i:i+1])
			ends = e.CountMoves(ends[:0], children)
		}
	}
	gdltest.PerSecond(b, b.N*len(states), start)
}

// randomStates returns network.Lanes states from random plays, with a joint
// move for each.
func randomStates[S State](b *testing.B, m *statemachine.Machine, c *pack.Codec) (states []S, moves [games.MaxRoles][]int32) {
	rng := rand.New(rand.NewPCG(1, 1))
	p, joint := m.NewPlay(), make([]int32, len(m.Roles))
	for len(states) < network.Lanes {
		if p.Terminal() || !p.RandomJoint(rng, joint) {
			p.Reset()
			continue
		}
		state := make([]S, 1)
		if err := c.Encode(Words(state), c.Relevant(p.State(nil))); err != nil {
			b.Fatal(err)
		}
		for r, move := range joint {
			moves[r] = append(moves[r], move)
		}
		states = append(states, state[0])
		p.Do(joint)
	}
	return states, moves
}

// BenchmarkRandomPlays measures random plays in parallel lanes.
func BenchmarkRandomPlays(b *testing.B) {
	gdltest.BenchSheets(b, func(b *testing.B, file string) {
		m, states := gdltest.Compile(b, file), 0
		start := gdltest.CPUTime(b)
		for b.Loop() {
			err := newLanes(m, 1, 0, 8*network.Lanes, 10_000).run(b.Context(), func(e PlayResult) error {
				states += e.Plies + 1
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		gdltest.PerSecond(b, states, start)
	})
}
