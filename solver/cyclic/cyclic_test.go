package cyclic

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

func newLooped[S games.State](s solvertest.Shape) solvertest.Looped[S] {
	s.Loops = true
	g := solvertest.NewRandomGame[S](s)
	if s.Alone {
		g.Description.Roles = g.Description.Roles[:1]
	}
	if s.Endless != 0 {
		g.Description.Endless = &s.Endless
	}
	return solvertest.Looped[S]{Game: g, Canonizer: g}
}

// drawLooped draws a random shape of a game with loops.
func drawLooped(t *rapid.T) solvertest.Shape {
	s := solvertest.DrawShape(t, value.Alternating)
	s.Layers = rapid.IntRange(2, 12).Draw(t, "layers with loops")
	if s.Alone = rapid.Bool().Draw(t, "alone"); s.Alone {
		s.Swap = false
	}
	if !s.Swap {
		s.Endless = rapid.IntRange(-3, 3).Draw(t, "endless")
	}
	return s
}

// TestCyclicOnRandomGames compares solutions of random games with loops with
// the reference solver.
func TestCyclicOnRandomGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) { testLooped[uint64](rt, t.TempDir()) })
	rapid.Check(t, func(rt *rapid.T) { testLooped[[2]uint64](rt, t.TempDir()) })
}

func testLooped[S games.State](t *rapid.T, work string) {
	g := newLooped[S](drawLooped(t))
	workers := rapid.SampledFrom([]int{1, 2, 7}).Draw(t, "workers")
	if err := compareCyclic[S](g).check(work, workers); err != nil {
		t.Fatal(err)
	}
}

// cyclicVerdict is the reference solution of a game with loops.
type cyclicVerdict[S games.State] struct {
	game      games.Game[S]
	canonical []S // all canonical states
	values    map[S]value.Value
}

func compareCyclic[S games.State](g games.Game[S]) *cyclicVerdict[S] {
	v := &cyclicVerdict[S]{game: g}
	seen := map[S]bool{}
	for _, s := range solvertest.Reachable(g) {
		if c, _ := games.Canonical(g, s); !seen[c] {
			seen[c] = true
			v.canonical = append(v.canonical, c)
		}
	}
	v.values = solvertest.NaiveCyclic(g, append(v.canonical, g.Start()))
	return v
}

// check solves the game and compares the complete solution with v.
func (v *cyclicVerdict[S]) check(work string, workers int) error {
	g, want := v.game, v.values
	store := &solvertest.MemoryStore[S]{}
	solution, err := Solve(context.Background(), g, work, store, job.Options{Workers: workers})
	if err != nil {
		return err
	}
	if err := store.Aligned(); err != nil {
		return err
	}
	seen := map[S]bool{}
	for _, s := range v.canonical {
		seen[s] = true
	}
	var digest uint64
	stats := &solution.Layers[0]
	var terminals, moves int64
	for _, block := range store.Blocks[0] {
		for i, s := range block.States {
			if !seen[s] {
				return fmt.Errorf("state %x is stored, but not reached, or twice", s)
			}
			delete(seen, s)
			if block.Values[i] != want[s] {
				return fmt.Errorf("state %x: value %x, want %x", s, block.Values[i], want[s])
			}
			o := solution.Outcomes.Of(want[s])
			digest += value.PairHash(games.Bits(&s), o.Hash())
			children, _ := g.Expand(nil, nil, []S{s})
			if moves += int64(len(children)); len(children) == 0 {
				terminals++
			}
		}
	}
	switch {
	case len(seen) > 0:
		return fmt.Errorf("%d states are not stored", len(seen))
	case solution.Start != want[g.Start()]:
		return fmt.Errorf("start %x, want %x", solution.Start, want[g.Start()])
	case solution.Digest != digest || stats.States != int64(len(v.canonical)) || stats.Terminals != terminals || stats.Moves != moves:
		return fmt.Errorf("digest %x, %d states, %d terminal, %d moves; want %x, %d, %d, %d",
			solution.Digest, stats.States, stats.Terminals, stats.Moves, digest, len(v.canonical), terminals, moves)
	}
	return nil
}

// TestCyclicUnfairEndless tests games in which a symmetry exchanges the roles
// and endless play pays them differently. They must be rejected if a child
// exchanges the roles.
func TestCyclicUnfairEndless(t *testing.T) {
	refused := 0
	for seed := range uint64(20) {
		g := newLooped[uint64](solvertest.Shape{Layers: 3, Span: 1, Width: 4, MaxMoves: 3, Swap: true, Endless: 77, Seed: seed})
		exchanged := false
		for _, s := range solvertest.Reachable[uint64](g) {
			c, _ := games.Canonical[uint64](g, s)
			children, _ := g.Expand(nil, nil, []uint64{c})
			for _, child := range children {
				_, swap := games.Canonical[uint64](g, child)
				exchanged = exchanged || swap
			}
		}
		_, err := Solve[uint64](t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Workers: 1})
		if failed := err != nil && strings.Contains(err.Error(), "a symmetry exchanges the roles"); failed != exchanged {
			t.Errorf("seed %d: error %v, roles exchanged %v", seed, err, exchanged)
		}
		if exchanged {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no game exchanges the roles")
	}
}

// TestCyclicLargeGame solves a game with several pieces.
func TestCyclicLargeGame(t *testing.T) {
	v := compareCyclic[uint64](newLooped[uint64](solvertest.Shape{Layers: 12, Span: 1, Width: 5000, MaxMoves: 5, Swap: true, Mirror: true, Seed: 8}))
	if len(v.canonical) < pieceStates {
		t.Errorf("%d states, want more than a piece", len(v.canonical))
	}
	for _, workers := range []int{1, 2, 7} {
		if err := v.check(t.TempDir(), workers); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStateSet adds sorted states and compares the set with a map.
func TestStateSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		var set stateSet[uint64]
		known := map[uint64]bool{}
		for range rapid.IntRange(1, 20).Draw(t, "times") {
			var states, want []uint64
			for range rng.IntN(60) {
				states = append(states, rng.Uint64N(300))
			}
			states, _ = runs.SortStates(states, nil)
			for _, s := range states {
				if !known[s] {
					known[s] = true
					want = append(want, s)
				}
			}
			if added := set.without(states); !slices.Equal(added, want) {
				t.Fatalf("new are %v, want %v", added, want)
			}
			set.add(want)
		}
		if all := set.all(); len(all) != len(known) || !slices.IsSorted(all) {
			t.Fatalf("%d states, want %d", len(all), len(known))
		}
	})
}

// TestCyclicTooLarge tests the limits on states and memory.
func TestCyclicTooLarge(t *testing.T) {
	g := newLooped[uint64](solvertest.Shape{Layers: 20, Span: 1, Width: 1000, MaxMoves: 4, Seed: 7})
	var large *job.TooLargeError
	_, err := Solve[uint64](t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Limit: 100})
	if !errors.As(err, &large) || large.Limit != 100 {
		t.Errorf("with a limit of 100 states: %v", err)
	}
	p, err := job.MakePlan[uint64](t.TempDir(), 1, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := solvePlanned[uint64](t.Context(), g, t.TempDir(), p, new(job.Progress), &solvertest.MemoryStore[uint64]{})
	if err != nil {
		t.Fatal(err)
	}
	states := solution.States() * stateBytes[uint64](g)
	for _, memory := range []int64{100, states - 100, states + solution.Layers[0].Moves*plyBytes/2} {
		p.RunMemory = memory / 3
		_, err = solvePlanned[uint64](t.Context(), g, t.TempDir(), p, new(job.Progress), &solvertest.MemoryStore[uint64]{})
		if !errors.As(err, &large) || !large.Memory {
			t.Errorf("with %d bytes: %v", memory, err)
		}
	}
}
