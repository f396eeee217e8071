package layered

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// discarded is a job.Store that discards all values.
type discarded[S games.State] struct{}

func (discarded[S]) Put(int, []S, []value.Value) error { return nil }
func (discarded[S]) Sync() error                       { return nil }

// benchGames calls run for each game of the benchmarks. It skips the large
// games if -short is set.
func benchGames(b *testing.B, run func(b *testing.B, g games.Game[uint64])) {
	specs := []string{"tron:size=5x5", "breakthrough:size=4x5"}
	if !testing.Short() {
		specs = append(specs, "tron", "breakthrough:size=4x4,captures=diagonal")
	}
	for _, spec := range specs {
		b.Run(spec, func(b *testing.B) { run(b, solvertest.Open(b, spec).(games.Game[uint64])) })
	}
}

// BenchmarkEnumerate measures the first sweep. It reports time and bytes of
// scratch files per state.
func BenchmarkEnumerate(b *testing.B) {
	benchGames(b, func(b *testing.B, g games.Game[uint64]) {
		var states, bytes int64
		for b.Loop() {
			work, err := os.MkdirTemp(b.TempDir(), "work")
			if err != nil {
				b.Fatal(err)
			}
			sizes, err := newEnumeration(setup[uint64]{g, g.(games.Layered[uint64]), work, defaultPlan[uint64](b, g), new(job.Progress)}).run(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			states = 0
			for _, n := range sizes {
				states += n
			}
			bytes = size(b, work)
			os.RemoveAll(work)
			b.StartTimer()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(states), "ns/state")
		b.ReportMetric(float64(bytes)/float64(states), "B/state")
		b.ReportMetric(float64(states), "states")
	})
}

// BenchmarkInduct measures the second sweep with a store that does nothing. It
// reports the time per state.
func BenchmarkInduct(b *testing.B) {
	benchGames(b, func(b *testing.B, g games.Game[uint64]) { benchmarkInduct(b, g, defaultPlan[uint64](b, g)) })
}

// BenchmarkInductFromDisk is like BenchmarkInduct, but the layers are in files.
func BenchmarkInductFromDisk(b *testing.B) {
	benchGames(b, func(b *testing.B, g games.Game[uint64]) {
		p := defaultPlan[uint64](b, g)
		p.Window, p.Tables = 0, 0
		benchmarkInduct(b, g, p)
	})
}

func benchmarkInduct(b *testing.B, g games.Game[uint64], p job.Plan) {
	layered := g.(games.Layered[uint64])
	var states int64
	var cpu time.Duration
	for b.Loop() {
		b.StopTimer()
		work, err := os.MkdirTemp(b.TempDir(), "work")
		if err != nil {
			b.Fatal(err)
		}
		sizes, err := newEnumeration(setup[uint64]{g, layered, work, p, new(job.Progress)}).run(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		states = 0
		for _, n := range sizes {
			states += n
		}
		s := &run{saved: newSnapshot(sizes)}
		s.saved.Counted = true
		outcomes, err := value.NewOutcomeSet(g.Info(), value.Outcomes{})
		if err != nil {
			b.Fatal(err)
		}
		d := newInduction(setup[uint64]{g, layered, work, p, new(job.Progress)}, discarded[uint64]{}, s.saved, outcomes)
		before := machine.CPUTime()
		b.StartTimer()
		if err := d.run(context.Background(), s); err != nil {
			b.Fatal(err)
		}
		d.close()
		b.StopTimer()
		cpu += machine.CPUTime() - before
		os.RemoveAll(work)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(states), "ns/state")
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(b.N)/float64(states), "cpu-ns/state")
}

// size returns the total size of the files in a directory.
func size(b *testing.B, dir string) int64 {
	var sum int64
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		sum += info.Size()
	}
	return sum
}
