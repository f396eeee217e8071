package retro

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// slowReachable follows all plies from the start, a state at a time.
func slowReachable(g games.Tiered[uint64]) []Reached {
	found := make([]Reached, len(g.Tiers()))
	met := map[games.Slot]bool{}
	for todo := []uint64{g.Start()}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		slot := g.Rank(nil, []uint64{s})[0]
		if met[slot] {
			continue
		}
		met[slot] = true
		found[slot.Tier()].Indexes++
		found[slot.Tier()].Positions += int64(g.Weights(nil, []uint64{s})[0])
		if !g.Tiers()[slot.Tier()].AtSight {
			children, _ := g.Expand(nil, nil, []uint64{s})
			todo = append(todo, children...)
		}
	}
	return found
}

func TestReachable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := solvertest.NewCyclicGame(solvertest.DrawCyclicShape(t))
		for i := range g.TierList {
			g.TierList[i].AtSight = rapid.IntRange(0, 3).Draw(t, "at sight") == 0
		}
		want := slowReachable(g)
		for _, workers := range []int{1, 3} {
			got, err := Reachable(context.Background(), games.Tiered[uint64](g), workers, nil)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d workers: %v %v, want %v", workers, got, err, want)
			}
		}
	})
}

func TestReachableCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 3, Width: 60, Moves: 4, Exchange: true, Seed: 1})
	if _, err := Reachable(ctx, games.Tiered[uint64](g), 0, new(job.Progress)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
