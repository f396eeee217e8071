package retro

import (
	"errors"
	"sync"
	"testing"
	"time"

	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// heldTiers is a store where something happens before a tier is finished.
type heldTiers struct {
	*solvertest.MemoryTiers
	before func(tier int) error
}

func (h heldTiers) FinishTier(tier int, stats job.TierStats) error {
	if err := h.before(tier); err != nil {
		return err
	}
	return h.MemoryTiers.FinishTier(tier, stats)
}

// TestTiersStoredAside has a store that takes so long for a tier that the next
// one is at work meanwhile: no checkpoint tells of it before the tier is
// finished.
func TestTiersStoredAside(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 3, Width: 2_000, Moves: 3, Draws: true, Chain: true, Seed: 7})
	want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 1)
	work, store := t.TempDir(), heldTiers{MemoryTiers: solvertest.NewMemoryTiers(g.TierList)}
	var r *retrograde[uint64]
	store.before = func(tier int) error {
		time.Sleep(50 * time.Millisecond)
		saved, err := checkpoint.Read[tierCheckpoint](r.checkpointPath())
		if err != nil {
			return err
		}
		if saved != nil && saved.Tier > tier {
			t.Errorf("the checkpoint tells of tier %d, and tier %d is not finished", saved.Tier, tier)
		}
		return nil
	}
	var once sync.Once
	r, err := newRetrograde(solvertest.Called{RetroGame: solvertest.RetroGame{CyclicGame: g}, Call: func() {
		once.Do(func() { r.pause = -1 }) // snapshots from the second tier on
	}}, nil, work, store, job.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := r.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := sameTiers(want, solution, whole, store.MemoryTiers); err != nil {
		t.Fatal(err)
	}
}

// TestTiersStoreFails has a store that fails at one of the tiers: no later one is
// finished, and the solve ends with the store's error.
func TestTiersStoreFails(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 4, Width: 50, Moves: 3, Seed: 8})
	failure := errors.New("no room")
	for _, workers := range []int{1, 2} {
		for fails := range g.TierList {
			store := heldTiers{solvertest.NewMemoryTiers(g.TierList), func(tier int) error {
				if tier == fails {
					return failure
				}
				return nil
			}}
			if _, err := SolveTiers(t.Context(), solvertest.RetroGame{CyclicGame: g}, t.TempDir(), store, job.Options{Workers: workers}); err != failure {
				t.Errorf("%d workers, failure at tier %d: error %v", workers, fails, err)
			}
			if n := len(store.Finished()); n != fails {
				t.Errorf("%d workers, failure at tier %d: %d tiers are finished", workers, fails, n)
			}
		}
	}
}
