package retro

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/solver/durable"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// bigCyclicGame returns a game whose tiers have several batches and words of
// cells.
func bigCyclicGame() *solvertest.CyclicGame {
	return solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 2, Width: 5_000, Moves: 3, Exchange: true, Draws: true, Seed: 5})
}

// solveTiersAt solves a game in a work directory. If always is set, it takes a
// snapshot at every opportunity.
func solveTiersAt(ctx context.Context, g games.Tiered[uint64], work string, store job.TierStore, workers int, always bool) (*job.Solution, error) {
	r, err := newRetrograde(g, nil, work, store, job.Options{Workers: workers})
	if err != nil {
		return nil, err
	}
	if always {
		r.pause = -1
	}
	return r.run(ctx)
}

// TestTiersInterrupted repeatedly interrupts a solve after a number of calls to
// the game and resumes it.
func TestTiersInterrupted(t *testing.T) {
	g := bigCyclicGame()
	want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 2)
	for i, workers := range []int{1, 3, 1, 3} {
		work, store := t.TempDir(), solvertest.NewMemoryTiers(g.TierList)
		runs := 0
		var calls atomic.Int64
		for ; ; runs++ {
			ctx, cancel := context.WithCancel(t.Context())
			left := atomic.Int64{}
			left.Store(9)
			solution, err := solveTiersAt(ctx, solvertest.Calling(g, func() {
				calls.Add(1)
				if left.Add(-1) == 0 {
					cancel()
				}
			})[i/2], work, store, workers, runs%2 == 0)
			cancel()
			if err == nil {
				if err := sameTiers(want, solution, whole, store); err != nil {
					t.Fatal(err)
				}
				break
			}
			if err != context.Canceled {
				t.Fatal(err)
			}
		}
		t.Logf("%d workers: %d runs, %d calls", workers, runs+1, calls.Load())
		if runs < 5 {
			t.Errorf("only %d runs", runs+1)
		}
		if left, err := os.ReadDir(work); err != nil || len(left) > 1 {
			t.Errorf("scratch files remain: %v, %v", left, err)
		}
	}
}

// TestTiersInterruptedWithReverseGraph interrupts and resumes solves of a game
// without Parents, in the first pass and in the rounds.
func TestTiersInterruptedWithReverseGraph(t *testing.T) {
	g := bigCyclicGame()
	want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 2)
	work, store := t.TempDir(), solvertest.NewMemoryTiers(g.TierList)
	for runs := 1; ; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		solution, err := solveTiersAt(ctx, hookedForward{g, func(int) {
			if calls++; calls == 25+runs%3 {
				cancel()
			}
		}}, work, store, 1, false)
		cancel()
		if err == nil {
			if err := sameTiers(want, solution, whole, store); err != nil {
				t.Fatal(err)
			}
			if runs < 2 {
				t.Errorf("only %d runs", runs)
			}
			return
		}
		if err != context.Canceled || runs == 100 {
			t.Fatalf("run %d: error %v", runs, err)
		}
	}
}

// hookedForward is a game without Parents. Each Expand calls call with the
// number of positions.
type hookedForward struct {
	*solvertest.CyclicGame
	call func(positions int)
}

func (c hookedForward) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	c.call(len(src))
	return c.CyclicGame.Expand(dst, ends, src)
}

// TestTiersCrash copies the files and the store during calls to the game and
// resumes from the copies, as after a crash.
func TestTiersCrash(t *testing.T) {
	const crashEvery = 23
	for form := range 2 {
		g := bigCyclicGame()
		want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 2)
		type remains struct {
			work  string
			store *solvertest.MemoryTiers
		}
		var crashes []remains
		work, store := t.TempDir(), solvertest.NewMemoryTiers(g.TierList)
		calls := 0
		_, err := solveTiersAt(t.Context(), solvertest.Calling(g, func() {
			if calls++; calls%crashEvery == 0 {
				crashes = append(crashes, remains{crashFiles(t, work), store.Clone()})
			}
		})[form], work, store, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range crashes {
			if i%5 == 4 { // simulate a file that was not written to disk
				files, err := filepath.Glob(filepath.Join(c.work, "*.cells"))
				if err != nil {
					t.Fatal(err)
				}
				for _, path := range files {
					if err := os.Truncate(path, 100); err != nil {
						t.Fatal(err)
					}
				}
			}
			again := 0
			solution, err := solveTiersAt(t.Context(), solvertest.Calling(g, func() { again++ })[form], c.work, c.store, 1, false)
			if err != nil {
				t.Fatal(err)
			}
			if err := sameTiers(want, solution, whole, c.store); err != nil {
				t.Fatalf("crash %d: %v", i, err)
			}
			// A snapshot is taken after several calls, each of which may be
			// repeated.
			if i%5 != 4 && again > calls-crashEvery*(i+1)+40 {
				t.Errorf("crash at call %d of %d: resuming took %d calls", crashEvery*(i+1), calls, again)
			}
		}
		t.Logf("form %d: %d crashes", form, len(crashes))
	}
}

// sameTiers compares two solutions of a game.
func sameTiers(want, got *job.Solution, whole, store *solvertest.MemoryTiers) error {
	if diff := cmp.Diff(want.Tiers, got.Tiers); diff != "" || want.Start != got.Start {
		return fmt.Errorf("start %x and %x, tiers -want +got\n%s", want.Start, got.Start, diff)
	}
	for tier := range store.Tiers {
		if !slices.Equal(store.Cells[tier], whole.Cells[tier]) {
			return fmt.Errorf("tier %d has other cells", tier)
		}
	}
	return nil
}

// crashFiles copies a directory.
func crashFiles(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// TestTiersProgressResumed interrupts a solve repeatedly. The progress of each
// run must start where the previous run ended, except for the current batch of
// each worker.
func TestTiersProgressResumed(t *testing.T) {
	g := bigCyclicGame()
	for _, divide := range []func(int64, uint64, int64, int) tierShare{shareMemory, inParts} {
		work, store := t.TempDir(), solvertest.NewMemoryTiers(g.TierList)
		var before, least job.Snapshot
		for runs := 0; ; runs++ {
			ctx, cancel := context.WithCancel(t.Context())
			progress, calls := new(job.Progress), 0
			r, err := newRetrograde(solvertest.Called{RetroGame: solvertest.RetroGame{CyclicGame: g}, Call: func() {
				if calls++; calls == 1 {
					least = progress.Snapshot()
				}
				if calls == 9 {
					cancel()
				}
			}}, nil, work, store, job.Options{Workers: 1, Progress: progress})
			if err != nil {
				t.Fatal(err)
			}
			r.divide = divide
			_, err = r.run(ctx)
			cancel()
			if err == nil {
				if runs < 5 {
					t.Errorf("only %d runs", runs+1)
				}
				break
			}
			if runs > 0 && (least.Done < before.Done-batch || least.Done > before.Done+batch) {
				t.Errorf("run %d starts with %d done, the previous run ended with %d", runs+1, least.Done, before.Done)
			}
			before = progress.Snapshot()
		}
	}
}

// TestSmallTiersCostNoSync solves a game with 300 small tiers. Checkpoints are due by time, not by
// tier.
func TestSmallTiersCostNoSync(t *testing.T) {
	const tiers = 300
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: tiers, Width: 3, Moves: 2, Seed: 1})
	var syncs atomic.Int64
	durable.Observe(func(string) { syncs.Add(1) })
	defer durable.Observe(nil)
	began := time.Now()
	solution, _ := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 2)
	if most := 2 * int64(1+time.Since(began)/job.CheckpointInterval); len(solution.Tiers) != tiers || syncs.Load() > most {
		t.Errorf("%d syncs for %d tiers in %v, want at most %d for %d", syncs.Load(), len(solution.Tiers), time.Since(began), most, tiers)
	}
	t.Logf("%d syncs in %v", syncs.Load(), time.Since(began))
}
