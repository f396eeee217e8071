package retro

import (
	"slices"
	"sync/atomic"
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// TestTiersResident checks which tiers are in memory when a tier is expanded. A
// solved tier that is not needed may be kept only if it fits in addition to the
// needed tiers and the memory of the store.
func TestTiersResident(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 8, Width: 4_000, Moves: 3, Draws: true, Seed: 9})
	want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 1)
	var r *retrograde[uint64]
	var kept atomic.Int64
	check := func() {
		if r.saved.Initialized {
			return
		}
		number := int(r.prog.Layer.Load())
		need, idle := int64(2*r.tiers[number].Size)+frontierBytes(r.tiers[number].Size)+2*job.PutMemory, 0
		for l, cells := range r.resident {
			need += 2 * int64(len(cells))
			if !slices.Contains(r.tiers[number].Lower, l) {
				idle++
			}
		}
		if idle > 0 {
			kept.Add(1)
			if need > r.memory {
				t.Errorf("tier %d: %d bytes in use, limit %d, with %d unneeded tiers", number, need, r.memory, idle)
			}
		}
	}
	for _, memory := range []int64{4_000, 20_000, 40_000, 80_000} {
		store := solvertest.NewMemoryTiers(g.TierList)
		var err error
		r, err = newRetrograde(solvertest.Called{RetroGame: solvertest.RetroGame{CyclicGame: g}, Call: func() { check() }}, nil, t.TempDir(), store, job.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		r.memory = 2*job.PutMemory + memory
		r.divide = func(_ int64, _ uint64, lower int64, _ int) tierShare {
			return tierShare{shift: 12, window: lower, bufferLen: minBufferLen, putWorkers: 2}
		}
		solution, err := r.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := sameTiers(want, solution, whole, store); err != nil {
			t.Fatal(err)
		}
	}
	if kept.Load() == 0 {
		t.Error("no unneeded tier was kept")
	}
}
