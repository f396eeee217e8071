package tablebase_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/tron"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/verify"
	"zermelo/tablebase/write"
)

// benched returns the table used in benchmarks: tron on 5x6 cells, with 400,000
// states.
func benched(b *testing.B) (string, games.Game[uint64], *tablebase.Table[uint64]) {
	b.Helper()
	r := games.Registry{Entries: []games.Entry{tron.Entry()}}
	v, err := r.Open("tron:size=5x6")
	if err != nil {
		b.Fatal(err)
	}
	g := v.(games.Game[uint64])
	db := filepath.Join(os.TempDir(), "zermelo-bench")
	b.Cleanup(func() { os.RemoveAll(db) })
	build, err := write.Create(db, g, store.Options{})
	if !errors.Is(err, store.ErrExists) {
		if err != nil {
			b.Fatal(err)
		}
		s, err := solver.Solve(context.Background(), g, build.WorkDir(), build, job.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := build.Commit(s); err != nil {
			b.Fatal(err)
		}
	}
	return db, g, tablebasetest.Open(b, db, g)
}

// BenchmarkOpenAndProbe measures a query in a new process, excluding the start of
// the process.
func BenchmarkOpenAndProbe(b *testing.B) {
	db, g, _ := benched(b)
	for b.Loop() {
		t, err := tablebase.Open(db, g)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := t.Probe(nil, []uint64{g.Start()}); err != nil {
			b.Fatal(err)
		}
		if err := t.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// allStates returns all states in a table, and the layer of each state.
func allStates(b *testing.B, t *tablebase.Table[uint64]) (states []uint64, layers []int32) {
	b.Helper()
	for layer := range t.Solution().Layers {
		for blk, err := range t.Blocks(layer) {
			if err != nil {
				b.Fatal(err)
			}
			states = append(states, blk.States...)
			layers = append(layers, slices.Repeat([]int32{int32(layer)}, len(blk.States))...)
		}
	}
	return states, layers
}

// BenchmarkProbe probes random states in batches of several sizes.
func BenchmarkProbe(b *testing.B) {
	_, _, t := benched(b)
	states, layers := allStates(b, t)
	for _, m := range []struct {
		name  string
		batch int
		Cache int
	}{
		{"One/Cold", 1, 1}, {"One/Warm", 1, 1 << 20}, {"64K/Cold", 1 << 16, 1}, {"64K/Warm", 1 << 16, 1 << 20},
	} {
		b.Run(m.name, func(b *testing.B) {
			t.Reader.Resize(1)
			t.Reader.Resize(m.Cache)
			if _, _, err := t.Values(nil, nil, states, layers); err != nil {
				b.Fatal(err)
			}
			asked, in := make([]uint64, m.batch), make([]int32, m.batch)
			rng := rand.New(rand.NewPCG(1, 2))
			var values []value.Value
			var at []int64
			for b.Loop() {
				for i := range asked {
					n := rng.IntN(len(states))
					asked[i], in[i] = states[n], layers[n]
				}
				var err error
				if values, at, err = t.Values(values[:0], at[:0], asked, in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*m.batch), "ns/probe")
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	_, _, t := benched(b)
	for b.Loop() {
		if _, err := verify.Verify(context.Background(), t, verify.Options{Workers: 1}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(t.Solution().States()), "ns/state")
}

// BenchmarkCommit converts a journal to a finished table.
func BenchmarkCommit(b *testing.B) {
	_, g, t := benched(b)
	db := b.TempDir()
	for b.Loop() {
		b.StopTimer()
		w, err := write.Create(db, g, store.Options{Force: true})
		if err != nil {
			b.Fatal(err)
		}
		for layer := range t.Solution().Layers {
			for blk, err := range t.Blocks(layer) {
				if err == nil {
					err = w.Put(layer, blk.States, blk.Values)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.StartTimer()
		if err := w.Commit(t.Solution()); err != nil {
			b.Fatal(err)
		}
	}
	size, err := store.Size(db, g.Info().Name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.Fatal(err)
	}
	b.ReportMetric(float64(size)/float64(t.Solution().States()), "B/state")
}
