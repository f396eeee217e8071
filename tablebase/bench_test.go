package tablebase

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
)

// benched is the table that is measured: tron on 5x6 cells, 400,000 states.
func benched(b *testing.B) (string, games.Game[uint64], *Table[uint64]) {
	b.Helper()
	r := games.Registry{Entries: []games.Entry{tron.Entry()}}
	v, err := r.Open("tron:size=5x6")
	if err != nil {
		b.Fatal(err)
	}
	g := v.(games.Game[uint64])
	db := filepath.Join(os.TempDir(), "zermelo-bench")
	b.Cleanup(func() { os.RemoveAll(db) })
	build, err := Create(db, g, Options{})
	if !errors.Is(err, ErrExists) {
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
	return db, g, open(b, db, g)
}

// full is a block from the middle of the table.
func full(b *testing.B, t *Table[uint64]) (key []byte, blk block[uint64]) {
	b.Helper()
	for layer := len(t.lists) / 2; ; layer++ {
		firsts, err := t.directory(layer)
		if err != nil {
			b.Fatal(err)
		}
		if len(firsts) < 3 {
			continue
		}
		if err := t.read(new(codec[uint64]), &blk, layer, 1, firsts[1]); err != nil {
			b.Fatal(err)
		}
		return appendKey(nil, layer, firsts[1]), blk
	}
}

func BenchmarkEncode(b *testing.B) {
	_, _, t := benched(b)
	key, blk := full(b, t)
	var c codec[uint64]
	var data []byte
	for b.Loop() {
		data = c.encode(data[:0], key, blk.states, blk.values)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(blk.states)), "ns/state")
	b.ReportMetric(float64(len(data))/float64(len(blk.states)), "B/state")
}

func BenchmarkDecode(b *testing.B) {
	_, _, t := benched(b)
	key, blk := full(b, t)
	var c codec[uint64]
	data := c.encode(nil, key, blk.states, blk.values)
	for b.Loop() {
		if err := c.decode(&blk, key, data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(blk.states)), "ns/state")
}

// BenchmarkOpenAndProbe is the cold path of a query, less the start of the process.
func BenchmarkOpenAndProbe(b *testing.B) {
	db, g, _ := benched(b)
	for b.Loop() {
		t, err := Open(db, g)
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

// allStates lists the states of a table with their layers.
func allStates(b *testing.B, t *Table[uint64]) (states []uint64, layers []int32) {
	b.Helper()
	for layer := range t.lists {
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

// BenchmarkProbe probes random states, a number at a time.
func BenchmarkProbe(b *testing.B) {
	_, _, t := benched(b)
	states, layers := allStates(b, t)
	for _, m := range []struct {
		name  string
		batch int
		cache int
	}{
		{"One/Cold", 1, 1}, {"One/Warm", 1, 1 << 20}, {"64K/Cold", 1 << 16, 1}, {"64K/Warm", 1 << 16, 1 << 20},
	} {
		b.Run(m.name, func(b *testing.B) {
			t.cache = newCache[block[uint64]](m.cache)
			if _, _, err := t.values(nil, nil, states, layers); err != nil {
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
				if values, at, err = t.values(values[:0], at[:0], asked, in); err != nil {
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
		if _, err := Verify(context.Background(), t, 0, 1, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(t.Solution().States()), "ns/state")
}

// BenchmarkCommit is the making of the finished table from the journal.
func BenchmarkCommit(b *testing.B) {
	_, g, t := benched(b)
	db := b.TempDir()
	for b.Loop() {
		b.StopTimer()
		w, err := Create(db, g, Options{Force: true})
		if err != nil {
			b.Fatal(err)
		}
		for layer := range t.lists {
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
	size, err := Size(db, g.Info().Name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.Fatal(err)
	}
	b.ReportMetric(float64(size)/float64(t.Solution().States()), "B/state")
}
