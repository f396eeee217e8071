package tablebase_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/games/quixo"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/verify"
	"zermelo/tablebase/write"
)

// benchedTiers returns the table used in benchmarks: quixo on 4x4 cells, with 5.4
// million positions in 81 tiers.
func benchedTiers(b *testing.B) (string, games.Tiered[uint64], *tablebase.Table[uint64]) {
	b.Helper()
	r := games.Registry{Entries: []games.Entry{quixo.Entry()}}
	v, err := r.Open("quixo")
	if err != nil {
		b.Fatal(err)
	}
	g := v.(games.Tiered[uint64])
	db := filepath.Join(os.TempDir(), "zermelo-bench")
	b.Cleanup(func() { os.RemoveAll(db) })
	build, err := write.CreateTiers(db, g, store.Options{})
	if !errors.Is(err, store.ErrExists) {
		if err != nil {
			b.Fatal(err)
		}
		s, err := retro.SolveTiers(b.Context(), g, build.WorkDir(), build, job.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := build.Commit(s); err != nil {
			b.Fatal(err)
		}
	}
	return db, g, tablebasetest.Open[uint64](b, db, g)
}

// BenchmarkTierOpenAndProbe measures a query in a new process, excluding the start
// of the process. The query looks up the start position and its children.
func BenchmarkTierOpenAndProbe(b *testing.B) {
	db, g, _ := benchedTiers(b)
	states, _ := g.Expand([]uint64{g.Start()}, nil, []uint64{g.Start()})
	for b.Loop() {
		t, err := tablebase.Open[uint64](db, g)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := t.Probe(nil, states); err != nil {
			b.Fatal(err)
		}
		if err := t.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCells probes random positions in the largest tiers, in batches of
// several sizes. With a cold cache, only one block and one strip are cached.
func BenchmarkCells(b *testing.B) {
	_, g, t := benchedTiers(b)
	var states []uint64
	for tier, info := range g.Tiers() {
		var indexes []uint64
		for i := uint64(0); i < info.Size; i += 7 {
			indexes = append(indexes, i)
		}
		some, used := g.Unrank(nil, nil, tier, indexes)
		for i, ok := range used {
			if ok {
				states = append(states, some[i])
			}
		}
	}
	for _, m := range []struct {
		name  string
		batch int
		warm  bool
		plies bool
	}{
		{"One/Cold", 1, false, true}, {"One/Warm", 1, true, true}, {"64K/Cold", 1 << 16, false, true}, {"64K/Warm", 1 << 16, true, true},
		{"64K/WarmOutcomes", 1 << 16, true, false},
	} {
		b.Run(m.name, func(b *testing.B) {
			t.Tiers.Resize(1, 1)
			if m.warm {
				t.Tiers.Resize(64, 1<<20)
			}
			if _, err := t.Tiers.Cells(nil, states, m.plies); err != nil {
				b.Fatal(err)
			}
			asked := make([]uint64, m.batch)
			var cells []value.Cell
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				for i := range asked {
					asked[i] = states[rng.IntN(len(states))]
				}
				var err error
				if cells, err = t.Tiers.Cells(cells[:0], asked, m.plies); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*m.batch), "ns/probe")
		})
	}
}

func BenchmarkVerifyTiers(b *testing.B) {
	_, _, t := benchedTiers(b)
	for b.Loop() {
		if _, err := verify.Verify(b.Context(), t, verify.Options{Workers: 1}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(t.Solution().States()), "ns/state")
}
