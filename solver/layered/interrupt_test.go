package layered

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// TestSolveInterrupted repeatedly cancels a solve at a random call to Expand or
// Put and resumes it in the same directory until it completes.
func TestSolveInterrupted(t *testing.T) {
	interrupted, repeated := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := solvertest.NewRandomGame[uint64](solvertest.DrawShape(t, value.Kind(rapid.IntRange(0, 2).Draw(t, "kind"))))
		want := solveNaively[uint64](g)
		work := workDirectory()
		defer os.RemoveAll(work)
		store := &solvertest.MemoryStore[uint64]{}
		for run := 0; ; run++ {
			p := drawPlan(t, 1)
			p.CheckpointInterval = rapid.SampledFrom([]time.Duration{-1, time.Microsecond, time.Hour}).Draw(t, "every")
			ctx, cancel := context.WithCancel(t.Context())
			calls := rapid.Int64Range(1, 40).Draw(t, "calls")
			puts := rapid.IntRange(1, 20).Draw(t, "puts")
			h := solvertest.Hook[uint64](g, func(call int64) {
				if run < 6 && call == calls {
					cancel()
				}
			})
			store.Before = func(int) error {
				if run < 6 && len(store.Puts) == puts {
					cancel()
				}
				return nil
			}
			// Layers that the checkpoint records as solved must not be solved
			// again.
			known := 1 << 30
			if saved, err := readCheckpoint(work); err != nil {
				t.Fatal(err)
			} else if saved != nil {
				known = saved.Next
			}
			store.Puts = nil
			solution, err := solvePlanned(ctx, setup[uint64]{h, h, work, p, new(job.Progress)}, store)
			cancel()
			for _, layer := range store.Puts {
				if layer > known {
					t.Fatalf("layer %d is stored again, though the checkpoint says that %d is next", layer, known)
				}
				if known < 1<<30 {
					repeated++
				}
			}
			if errors.Is(err, context.Canceled) {
				interrupted++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := want.check(solution, store); err != nil {
				t.Fatal(err)
			}
			return
		}
	})
	if interrupted == 0 || repeated == 0 {
		t.Errorf("%d solves were interrupted, %d layers stored by later runs: nothing was tested", interrupted, repeated)
	}
}

// TestEnumerationInterruptedAnywhereCountsTerminalStatesOnce interrupts the
// enumeration of a game that recognizes terminal states, at each call to
// Expand. A ply can skip a layer, so the next run must also re-expand the layer
// before the last complete one.
func TestEnumerationInterruptedAnywhereCountsTerminalStatesOnce(t *testing.T) {
	g := telling[uint64]{solvertest.NewRandomGame[uint64](solvertest.Shape{Kind: value.Alternating, Seed: 4, Span: 2, Layers: 7, Width: 20, MaxMoves: 4, Roles: 2})}
	want := solveNaively[uint64](g)
	p := job.Plan{Workers: 1, Chunk: 3, Buffer: 5, Piece: 4, Limit: job.DefaultLimit, Words: 1, CheckpointInterval: time.Hour, MaxCounted: math.MaxInt64}
	for call := int64(1); ; call++ {
		work := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		h := struct {
			*solvertest.Hooked[uint64]
			games.TerminalTester[uint64]
		}{solvertest.Hook[uint64](g, func(n int64) {
			if n == call {
				cancel()
			}
		}), g}
		_, err := solvePlanned(ctx, setup[uint64]{h, h, work, p, new(job.Progress)}, &solvertest.MemoryStore[uint64]{})
		cancel()
		if err == nil {
			if call < 10 {
				t.Errorf("%d calls of Expand", call)
			}
			return
		}
		store := &solvertest.MemoryStore[uint64]{}
		ctx, cancel = context.WithTimeout(t.Context(), 10*time.Second) // the enumeration must terminate
		solution, err := solvePlanned(ctx, setup[uint64]{g, g, work, p, new(job.Progress)}, store)
		cancel()
		if err == nil {
			err = want.check(solution, store)
		}
		if err != nil {
			t.Fatalf("interrupted at call %d: %v", call, err)
		}
	}
}

// copyFiles copies the files of a directory to a new directory, as a crash
// would leave them.
func copyFiles(t *rapid.T, from string) string {
	to := workDirectory()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		body, err := os.ReadFile(filepath.Join(from, e.Name()))
		if errors.Is(err, fs.ErrNotExist) { // the file was renamed or removed since it was listed
			continue
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, e.Name()), body, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// damage damages random files in a directory.
func damage(t *rapid.T, dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		t.Fatal(err, len(entries))
	}
	for range rapid.IntRange(0, 3).Draw(t, "damaged files") {
		path := filepath.Join(dir, entries[rapid.IntRange(0, len(entries)-1).Draw(t, "file")].Name())
		body, err := os.ReadFile(path)
		if err != nil {
			continue // deleted
		}
		at := 0
		if len(body) > 0 {
			at = rapid.IntRange(0, len(body)-1).Draw(t, "at")
		}
		switch rapid.IntRange(0, 3).Draw(t, "damage") {
		case 0:
			err = os.Remove(path)
		case 1:
			err = os.Truncate(path, int64(at))
		case 2:
			if len(body) > 0 {
				body[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
				err = os.WriteFile(path, body, 0o600)
			}
		case 3:
			err = os.WriteFile(path, append(body, body[at:]...), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestSolveCrashed copies the work directory and the synced contents of the
// store at random moments, damages files in the copies, and resumes the solve
// from them.
func TestSolveCrashed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := solvertest.DrawShape(t, value.Kind(rapid.IntRange(0, 2).Draw(t, "kind")))
		g := solvertest.NewRandomGame[uint64](s)
		want := solveNaively[uint64](g)
		work := workDirectory()
		defer os.RemoveAll(work)
		type crash struct {
			dir   string
			store *solvertest.MemoryStore[uint64]
		}
		var crashes []crash
		rng := rand.New(rand.NewPCG(s.Seed, 2))
		store := &solvertest.MemoryStore[uint64]{Crash: true, Synced: &solvertest.MemoryStore[uint64]{}}
		moment := func() {
			if len(crashes) < 4 && rng.IntN(12) == 0 {
				// The store may have kept more than was synced, but not less.
				kept := store.Synced.Clone()
				if rng.IntN(2) == 0 {
					kept = store.Clone()
				}
				crashes = append(crashes, crash{copyFiles(t, work), kept})
			}
		}
		store.Before = func(int) error { moment(); return nil }
		store.BeforeSync = func(int) error { moment(); return nil }
		h := solvertest.Hook[uint64](g, func(int64) { moment() })
		p := drawPlan(t, 1)
		p.Workers, p.CheckpointInterval = 1, rapid.SampledFrom([]time.Duration{-1, time.Microsecond}).Draw(t, "every")
		if _, err := solvePlanned(t.Context(), setup[uint64]{h, h, work, p, new(job.Progress)}, store); err != nil {
			t.Fatal(err)
		}
		for _, c := range crashes {
			defer os.RemoveAll(c.dir)
			if entries, _ := os.ReadDir(c.dir); len(entries) > 0 {
				damage(t, c.dir)
			}
			solution, err := solvePlanned(t.Context(), setup[uint64]{g, g, c.dir, drawPlan(t, 1), new(job.Progress)}, c.store)
			if err != nil {
				t.Fatal(err)
			}
			if err := want.check(solution, c.store); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestStoreFails tests that errors of the store are returned, and that a later
// solve with a working store succeeds.
func TestStoreFails(t *testing.T) {
	full := errors.New("no space left on device")
	g := bushyGame(t)
	want := solveNaively[uint64](g)
	p := job.Plan{Workers: 2, Chunk: 3, Buffer: 5, Piece: 4, Limit: job.DefaultLimit, Words: 1, CheckpointInterval: -1, MaxCounted: math.MaxInt64}
	for k := range 4 {
		for _, sync := range []bool{false, true} {
			work := t.TempDir()
			store := &solvertest.MemoryStore[uint64]{}
			if fail := func(n int) error {
				if n >= k {
					return full
				}
				return nil
			}; sync {
				store.BeforeSync = fail
			} else {
				store.Before = fail
			}
			_, err := solvePlanned(t.Context(), setup[uint64]{g, g, work, p, new(job.Progress)}, store)
			if !errors.Is(err, full) || err.Error() == full.Error() {
				t.Errorf("error %v, want %v with the place", err, full)
			}
			store.Before, store.BeforeSync = nil, nil
			solution, err := solvePlanned(t.Context(), setup[uint64]{g, g, work, p, new(job.Progress)}, store)
			if err != nil {
				t.Fatal(err)
			}
			if err := want.check(solution, store); err != nil {
				t.Error(err)
			}
		}
	}
}

// bushyGame returns a random game whose plays are not short.
func bushyGame(t *testing.T) *solvertest.RandomGame[uint64] {
	for seed := range uint64(100) {
		g := solvertest.NewRandomGame[uint64](solvertest.Shape{Layers: 9, Span: 2, Width: 12, MaxMoves: 6, Seed: seed})
		if len(solvertest.Reachable[uint64](g)) > 40 {
			return g
		}
	}
	t.Fatal("all random games are small")
	return nil
}
