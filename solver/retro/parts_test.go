package retro

import (
	"context"
	"os"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// inParts returns a share with the smallest windows and the fewest cells in
// memory.
func inParts(_ int64, _ uint64, _ int64, workers int) tierShare {
	return tierShare{shift: 12, window: job.BlockCells, paged: true, atInitialize: workers + 1, atRounds: workers + 1, atFinish: workers + 1, bufferLen: 8, putWorkers: 1}
}

// TestTiersInParts compares solutions found in parts with the reference solver.
func TestTiersInParts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := solvertest.NewCyclicGame(solvertest.DrawCyclicShape(rt))
		cells, stats := compareTiers(g)
		workers := rapid.SampledFrom([]int{1, 2, 7}).Draw(rt, "workers")
		work, store := t.TempDir(), solvertest.NewMemoryTiers(g.TierList)
		r, err := newRetrograde(solvertest.RetroGame{CyclicGame: g}, nil, work, store, job.Options{Workers: workers})
		if err != nil {
			rt.Fatal(err)
		}
		r.divide = inParts
		solution, err := r.run(t.Context())
		if err != nil {
			rt.Fatal(err)
		}
		if err := checkTiers(g, solution, store, cells, stats); err != nil {
			rt.Fatal(err)
		}
		if err := os.RemoveAll(work); err != nil {
			rt.Fatal(err)
		}
	})
}

// TestTiersInPartsInterrupted interrupts solves in parts and resumes them in
// parts or in memory.
func TestTiersInPartsInterrupted(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 3, Width: 4_000, Moves: 3, Draws: true, Chain: true, Seed: 6})
	want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 2)
	for i, workers := range []int{1, 3, 1} {
		work, store := t.TempDir(), solvertest.NewMemoryTiers(g.TierList)
		for runs := 0; ; runs++ {
			ctx, cancel := context.WithCancel(t.Context())
			var calls atomic.Int64
			r, err := newRetrograde(solvertest.Calling(g, func() {
				if calls.Add(1) == 6 {
					cancel()
				}
			})[i/2], nil, work, store, job.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if runs%3 < 2 {
				r.divide, r.pause = inParts, -1
			}
			solution, err := r.run(ctx)
			cancel()
			if err == nil {
				if err := sameTiers(want, solution, whole, store); err != nil {
					t.Fatal(err)
				}
				if runs < 5 {
					t.Errorf("only %d runs", runs+1)
				}
				break
			}
			if err != context.Canceled {
				t.Fatal(err)
			}
		}
	}
}

// TestShareMemory checks that no share exceeds the memory.
func TestShareMemory(t *testing.T) {
	for _, size := range []uint64{1, 5000, 1 << 20, 75_710_250, 1 << 30, 1 << 32} {
		for _, workers := range []int{1, 2, 16} {
			for _, lower := range []int64{0, int64(size) / 3, 3 * int64(size)} {
				least := minMemory(size, workers)
				for _, memory := range []int64{least, least * 2, int64(size), 4 * int64(size), 40 * int64(size), 16 << 30} {
					if memory < least {
						continue
					}
					s := shareMemory(memory, size, lower, workers)
					cells := 2 * int64(size)
					ranges := int64(size>>s.shift + 1)
					look, rounds, finish := cells, cells, cells
					if s.paged {
						look, rounds, finish = int64(s.atInitialize)*2<<s.shift, int64(s.atRounds)*2<<s.shift, int64(s.atFinish)*2<<s.shift
					}
					look += frontierBytes(size) + 2*min(lower, s.window)
					rounds += frontierBytes(size) + ranges*int64(s.bufferLen)*4*int64(workers)
					finish += int64(s.putWorkers) * job.PutMemory
					if !s.release {
						look, rounds = look+int64(workers)*job.PutMemory, rounds+int64(workers)*job.PutMemory
					}
					slack := int64(workers+2) * 4 << s.shift
					if max(look, rounds, finish) > memory+slack || s.putWorkers < 1 || s.putWorkers > workers {
						t.Errorf("%d MiB for %d cells, %d lower, %d workers: uses %d, %d and %d MiB, %s",
							memory>>20, size, lower, workers, look>>20, rounds>>20, finish>>20, cmp.Diff(tierShare{}, s, cmp.AllowUnexported(tierShare{})))
					}
				}
			}
		}
	}
}
