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

// hookedTiers calls a function before a tier is finished.
type hookedTiers struct {
	*solvertest.MemoryTiers
	before func(tier int) error
}

func (h hookedTiers) FinishTier(tier int, stats job.TierStats) error {
	if err := h.before(tier); err != nil {
		return err
	}
	return h.MemoryTiers.FinishTier(tier, stats)
}

// TestTiersStoredAsynchronously uses a slow store, so that the next tier is
// solved meanwhile. No checkpoint may refer to that tier until the previous one
// is finished.
func TestTiersStoredAsynchronously(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 3, Width: 2_000, Moves: 3, Draws: true, Chain: true, Seed: 7})
	want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 1)
	work, store := t.TempDir(), hookedTiers{MemoryTiers: solvertest.NewMemoryTiers(g.TierList)}
	var r *retrograde[uint64]
	store.before = func(tier int) error {
		time.Sleep(50 * time.Millisecond)
		saved, err := checkpoint.Read[tierCheckpoint](r.checkpointPath())
		if err != nil {
			return err
		}
		if saved != nil && saved.Tier > tier {
			t.Errorf("the checkpoint refers to tier %d before tier %d is finished", saved.Tier, tier)
		}
		return nil
	}
	var once sync.Once
	r, err := newRetrograde(solvertest.Called{RetroGame: solvertest.RetroGame{CyclicGame: g}, Call: func() {
		once.Do(func() { r.pause = -1 }) // take snapshots from the second tier on
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

// TestTiersStoreFails uses a store that fails for one tier. Later tiers must
// not be finished, and the solve must return the store's error.
func TestTiersStoreFails(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 4, Width: 50, Moves: 3, Seed: 8})
	failure := errors.New("no room")
	for _, workers := range []int{1, 2} {
		for fails := range g.TierList {
			store := hookedTiers{solvertest.NewMemoryTiers(g.TierList), func(tier int) error {
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
