package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"zermelo/games"
)

// hooked calls a function before each Expand.
type hooked[S games.State] struct {
	games.Game[S]
	games.Layered[S]
	games.Canonizer[S]
	games.Notation[S]
	calls  atomic.Int64
	before func(call int64)
}

func hook[S games.State](g games.Game[S], before func(call int64)) *hooked[S] {
	return &hooked[S]{
		Game: g, Layered: g.(games.Layered[S]), Canonizer: games.CanonizerOf(g), Notation: games.NotationOf(g), before: before,
	}
}

func (h *hooked[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	h.before(h.calls.Add(1))
	return h.Game.Expand(dst, ends, src)
}

// TestSolveInterrupted cancels solves at random calls of Expand and Put and
// goes on in the same directory, until one gets through.
func TestSolveInterrupted(t *testing.T) {
	interrupted, repeated := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := namedGame[uint64]{newRandomGame[uint64](drawShape(t, Kind(rapid.IntRange(0, 2).Draw(t, "kind"))))}
		want := judge[uint64](g)
		work := workDirectory()
		defer os.RemoveAll(work)
		store := &memoryStore[uint64]{}
		for sitting := 0; ; sitting++ {
			p := drawPlan(t, 1)
			p.every = rapid.SampledFrom([]time.Duration{-1, time.Hour}).Draw(t, "every")
			ctx, cancel := context.WithCancel(t.Context())
			calls := rapid.Int64Range(1, 40).Draw(t, "calls")
			puts := rapid.IntRange(1, 20).Draw(t, "puts")
			h := hook[uint64](g, func(call int64) {
				if sitting < 6 && call == calls {
					cancel()
				}
			})
			store.before = func(int) error {
				if sitting < 6 && len(store.puts) == puts {
					cancel()
				}
				return nil
			}
			// What a checkpoint calls solved is not solved again.
			known := 1 << 30
			if saved, err := readCheckpoint(work); err != nil {
				t.Fatal(err)
			} else if saved != nil {
				known = saved.Next
			}
			store.puts = nil
			solution, err := solveWith[uint64](ctx, h, h, work, p, new(Progress), store)
			cancel()
			for _, layer := range store.puts {
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
		t.Errorf("%d solves were interrupted, %d layers stored by later sittings: nothing was tested", interrupted, repeated)
	}
}

// copyFiles copies the files of a directory to a new one, as a crash would
// leave them.
func copyFiles(t *rapid.T, from string) string {
	to := workDirectory()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		body, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, e.Name()), body, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// damage breaks some files of a directory.
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

// TestSolveCrashed takes copies of the work directory and of what the store has
// synced at random moments, breaks files in them, and solves there.
func TestSolveCrashed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t, Kind(rapid.IntRange(0, 2).Draw(t, "kind")))
		g := namedGame[uint64]{newRandomGame[uint64](s)}
		want := judge[uint64](g)
		work := workDirectory()
		defer os.RemoveAll(work)
		type crash struct {
			dir   string
			store *memoryStore[uint64]
		}
		var crashes []crash
		rng := rand.New(rand.NewPCG(s.seed, 2))
		store := &memoryStore[uint64]{crash: true, synced: &memoryStore[uint64]{}}
		moment := func() {
			if len(crashes) < 4 && rng.IntN(12) == 0 {
				// The store may keep more than was synced, but not less.
				kept := store.synced.clone()
				if rng.IntN(2) == 0 {
					kept = store.clone()
				}
				crashes = append(crashes, crash{copyFiles(t, work), kept})
			}
		}
		store.before = func(int) error { moment(); return nil }
		store.beforeSync = func(int) error { moment(); return nil }
		h := hook[uint64](g, func(int64) { moment() })
		p := drawPlan(t, 1)
		p.workers, p.every = 1, -1
		if _, err := solveWith[uint64](t.Context(), h, h, work, p, new(Progress), store); err != nil {
			t.Fatal(err)
		}
		for _, c := range crashes {
			defer os.RemoveAll(c.dir)
			if entries, _ := os.ReadDir(c.dir); len(entries) > 0 {
				damage(t, c.dir)
			}
			solution, err := solveWith[uint64](t.Context(), g, g, c.dir, drawPlan(t, 1), new(Progress), c.store)
			if err != nil {
				t.Fatal(err)
			}
			if err := want.check(solution, c.store); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestStoreFails tests that errors of the store come back, and that a later
// solve with a store that works ends well.
func TestStoreFails(t *testing.T) {
	full := errors.New("no space left on device")
	g := bushyGame(t)
	want := judge[uint64](g)
	p := plan{workers: 2, chunk: 3, buffer: 5, piece: 4, limit: DefaultLimit, words: 1, every: -1}
	for k := range 4 {
		for _, sync := range []bool{false, true} {
			work := t.TempDir()
			store := &memoryStore[uint64]{}
			if fail := func(n int) error {
				if n >= k {
					return full
				}
				return nil
			}; sync {
				store.beforeSync = fail
			} else {
				store.before = fail
			}
			_, err := solveWith[uint64](t.Context(), g, g, work, p, new(Progress), store)
			if !errors.Is(err, full) || err.Error() == full.Error() {
				t.Errorf("error %v, want %v with the place", err, full)
			}
			store.before, store.beforeSync = nil, nil
			solution, err := solveWith[uint64](t.Context(), g, g, work, p, new(Progress), store)
			if err != nil {
				t.Fatal(err)
			}
			if err := want.check(solution, store); err != nil {
				t.Error(err)
			}
		}
	}
}

// bushyGame is a random game that does not end soon.
func bushyGame(t *testing.T) *randomGame[uint64] {
	for seed := range uint64(100) {
		g := newRandomGame[uint64](shape{layers: 9, span: 2, width: 12, maxMoves: 6, seed: seed})
		if len(reachable[uint64](g)) > 40 {
			return g
		}
	}
	t.Fatal("all random games are small")
	return nil
}
