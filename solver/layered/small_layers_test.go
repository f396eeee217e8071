package layered

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/durable"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// TestSmallLayersCostNoFiles solves a game with 253 layers of up to three states. The
// numbers of syncs and files must not depend on the number of layers.
func TestSmallLayersCostNoFiles(t *testing.T) {
	g := solvertest.Open(t, "nim:piles=250+2,take=2").(games.Game[uint64])
	var syncs, files atomic.Int64
	durable.Observe(func(string) { syncs.Add(1) })
	defer durable.Observe(nil)
	work, p := t.TempDir(), defaultPlan[uint64](t, g)
	p.CheckpointInterval = time.Hour
	store := &solvertest.MemoryStore[uint64]{Before: func(int) error {
		entries, err := os.ReadDir(work)
		files.Store(max(files.Load(), int64(len(entries))))
		return err
	}}
	solution, err := solvePlanned(t.Context(), setup[uint64]{g, g.(games.Layered[uint64]), work, p, new(job.Progress)}, store)
	if err != nil {
		t.Fatal(err)
	}
	// The enumeration, the counts of plies and the values have a checkpoint each.
	if len(solution.Layers) != 253 || syncs.Load() != 6 || files.Load() != 3 || store.Syncs != 1 {
		t.Errorf("%d layers: %d syncs, %d files and %d syncs of the store; want 253, 6, 3 and 1", len(solution.Layers), syncs.Load(), files.Load(), store.Syncs)
	}
}

// TestSmallLayersAreSavedDuringALongExpansion tests that the layers before a layer that takes long
// are saved before it is complete.
func TestSmallLayersAreSavedDuringALongExpansion(t *testing.T) {
	const slow = 5
	work := t.TempDir()
	saved := 0
	g := solvertest.Hook(solvertest.Open(t, "nim:piles=20").(games.Game[uint64]), func(call int64) {
		for try := 0; call == slow+1 && saved <= slow && try < 1000; try++ {
			time.Sleep(10 * time.Millisecond)
			saved = len(AppendSizes(work, nil))
		}
	})
	p := defaultPlan[uint64](t, g)
	p.CheckpointInterval = 50 * time.Millisecond
	e := newEnumeration(setup[uint64]{g, g, work, p, new(job.Progress)})
	if _, err := e.run(t.Context()); err != nil || saved != slow+1 {
		t.Errorf("%d layers were saved, want %d (%v)", saved, slow+1, err)
	}
}

// TestInterruptedEnumerationSavesCompleteLayers interrupts an enumeration before a checkpoint is
// due.
func TestInterruptedEnumerationSavesCompleteLayers(t *testing.T) {
	const layers = 7
	ctx, cancel := context.WithCancel(t.Context())
	g := solvertest.Hook(solvertest.Open(t, "nim:piles=20").(games.Game[uint64]), func(call int64) {
		if call == layers {
			cancel()
		}
	})
	work, p := t.TempDir(), defaultPlan[uint64](t, g)
	p.CheckpointInterval = time.Hour
	_, err := newEnumeration(setup[uint64]{g, g, work, p, new(job.Progress)}).run(ctx)
	if saved := AppendSizes(work, nil); !errors.Is(err, context.Canceled) || len(saved) != layers {
		t.Errorf("layers of %d states were saved, want %d layers (%v)", saved, layers, err)
	}
}

// TestCheckpointOfSmallLayersIsOneFile solves games down to some layer, writes one
// checkpoint, and resumes from it.
func TestCheckpointOfSmallLayersIsOneFile(t *testing.T) {
	type game interface {
		games.Game[uint64]
		games.Layered[uint64]
	}
	list := []game{solvertest.Open(t, "nim:piles=20+3+2").(game)}
	for seed := range uint64(6) { // some layers are empty
		list = append(list, solvertest.NewRandomGame[uint64](solvertest.Shape{Layers: 9, Span: 5, Width: 5, MaxMoves: 3, Seed: seed}))
	}
	for n, g := range list {
		want, stored := solveBy(t, games.Game[uint64](g), defaultPlan(t, games.Game[uint64](g)))
		for next := range len(want.Layers) - 1 {
			for _, small := range []int64{30, 1 << 18} {
				p := defaultPlan(t, games.Game[uint64](g))
				p.SmallLayers = small
				s, store := setup[uint64]{g, g, t.TempDir(), p, new(job.Progress)}, &solvertest.MemoryStore[uint64]{}
				if err := solveDownTo(t.Context(), s, store, next); err != nil {
					t.Fatal(err)
				}
				files, _ := filepath.Glob(filepath.Join(s.work, "*.values"))
				if small == 1<<18 && len(files) > 1 {
					t.Errorf("game %d, layer %d: %d files of values", n, next, len(files))
				}
				store.Puts = nil
				got, err := solvePlanned(t.Context(), s, store)
				if err == nil {
					err = sameContent(stored, store)
				}
				if err != nil {
					t.Fatal(err)
				}
				if first := slices.Max(append(store.Puts, 0)); first > next || got.Digest != want.Digest {
					t.Errorf("game %d, layer %d, %d bytes: layer %d is solved again; digest %016x, want %016x", n, next, small, first, got.Digest, want.Digest)
				}
			}
		}
	}
}

// solveDownTo solves the layers after next and writes a checkpoint.
func solveDownTo(ctx context.Context, s setup[uint64], store job.Store[uint64], next int) error {
	sizes, err := newEnumeration(s).run(ctx)
	if err != nil {
		return err
	}
	outcomes, err := value.NewOutcomeSet(s.game.Info(), value.Outcomes{})
	if err != nil {
		return err
	}
	r := &run{game: s.game, saved: newSnapshot(sizes), meter: checkpoint.NewMeter()}
	r.saved.EndsCounted = true
	d := newInduction(s, store, r.saved, outcomes)
	defer d.close()
	if _, err := d.count(ctx); err != nil {
		return err
	}
	for ; r.saved.Next > next; r.saved.Next-- {
		if err := d.layer(ctx, r.saved.Next); err != nil {
			return err
		}
	}
	return d.checkpoint(r)
}

// TestLayersOpen opens layers of files that overlap, as an interrupted run may leave them.
func TestLayersOpen(t *testing.T) {
	work := t.TempDir()
	save := func(first int, states []uint64, sizes ...int) {
		f := layerFile[uint64]{first: first, states: states}
		for _, n := range sizes {
			f.records = append(f.records, layerRecord{Size: n})
		}
		if err := f.save(work); err != nil {
			t.Fatal(err)
		}
	}
	save(0, []uint64{0, 1, 2}, 1, 2)
	save(1, []uint64{1, 2, 3, 4, 5, 6}, 2, 0, 4)
	save(3, []uint64{3, 4, 5}, 4) // incomplete
	save(4, []uint64{7}, 1)
	save(5, []uint64{8, 9}, 1, 2) // incomplete
	want := [][]uint64{{0}, {1, 2}, {}, {3, 4, 5, 6}, {7}, nil, nil}
	e := newEnumeration(setup[uint64]{wideGame{}, wideGame{}, work, smallPlan(1), new(job.Progress)})
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1, 0}, {3, 0, 2}} {
		for _, layer := range order {
			c, err := e.files.Open(layer)
			if err != nil {
				t.Fatal(err)
			}
			if (c == nil) != (want[layer] == nil) {
				t.Fatalf("layer %d: opened %v, want %v", layer, c, want[layer])
			}
			if c != nil {
				got, err := c.Read(nil, 0, c.N)
				if c.Close(); err != nil || !slices.Equal(got, want[layer]) {
					t.Errorf("layer %d: %d, want %d (%v)", layer, got, want[layer], err)
				}
			}
		}
	}
	sizes, last, err := e.openLayers()
	if err != nil || !slices.Equal(sizes, []int64{1, 2}) || last.N != 2 {
		t.Errorf("layers of %d states, the last of %d (%v)", sizes, last.N, err)
	}
	last.Close()
	if sizes := AppendSizes(work, nil); !slices.Equal(sizes, []int64{1, 2}) {
		t.Errorf("layers of %d states", sizes)
	}
}

// TestSmallRunsAreMergedBeforeTheyAreSpilled enumerates a game with many small runs.
// Files must contain many states each if memory is short.
func TestSmallRunsAreMergedBeforeTheyAreSpilled(t *testing.T) {
	g := solvertest.Open(t, "nim:piles=31+31+31+31").(games.Game[uint64])
	var want []int64
	for _, memory := range []int64{math.MaxInt64, 1 << 17} {
		p := defaultPlan[uint64](t, g)
		p.RunMemory, p.Workers = memory, 2
		e := newEnumeration(setup[uint64]{g, g.(games.Layered[uint64]), t.TempDir(), p, new(job.Progress)})
		sizes, err := e.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = sizes
		} else if e.spills == 0 || e.spills > 4*len(sizes) {
			t.Errorf("%d files for %d layers", e.spills, len(sizes))
		}
		if !slices.Equal(sizes, want) || e.held != 0 {
			t.Errorf("%d bytes: layers of %d states, want %d; %d bytes of runs are left", memory, sizes, want, e.held)
		}
	}
}

// TestSpilledRunsOfALayerAreMerged adds overlapping runs of one layer. There must never be more
// files than are merged together.
func TestSpilledRunsOfALayerAreMerged(t *testing.T) {
	g := bushyGame(t)
	p := smallPlan(1)
	p.RunMemory = 40
	e := newEnumeration(setup[uint64]{g, g, t.TempDir(), p, new(job.Progress)})
	const n, layer = 3 * runs.MaxFanIn, 5
	for i := range uint64(n) {
		if err := e.addRun([]uint64{i, i + 1, i + 2}, e.pending, layer); err != nil {
			t.Fatal(err)
		}
		if list := e.pending[layer]; len(list) > runs.MaxFanIn+1 || e.held > p.RunMemory {
			t.Fatalf("%d runs, %d bytes in memory; want at most %d and %d", len(list), e.held, runs.MaxFanIn+1, p.RunMemory)
		}
	}
	next := uint64(0)
	err := e.mergeRuns(t.Context(), e.pending, layer, func(states []uint64) error {
		for _, s := range states {
			if s != next {
				return fmt.Errorf("state %d, want %d", s, next)
			}
			next++
		}
		return nil
	})
	if left, _ := os.ReadDir(e.work); err != nil || next != n+2 || len(left) > 0 {
		t.Errorf("%d states, want %d; %d files are left (%v)", next, n+2, len(left), err)
	}
}
