package retro

import (
	"context"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/solvertest"
)

// BenchmarkTiers solves tiered games with one worker per processor. With -short
// it skips the large ones. It reports the processor time in total, per index
// and per ply.
func BenchmarkTiers(b *testing.B) {
	specs := []string{"dodgem:size=4x4", "quixo:size=3x3", "chess:pieces=KRK"}
	if !testing.Short() {
		specs = append(specs, "quixo:size=4x4", "chess:pieces=KBNK", "dobutsu", "teeko")
	}
	for _, spec := range specs {
		b.Run(spec, func(b *testing.B) {
			g, ok := solvertest.Open(b, spec).(games.Tiered[uint64])
			if !ok {
				b.Skip("not numbered in one word")
			}
			var indexes uint64
			var plies int64
			began := machine.CPUTime()
			for b.Loop() {
				store := solvertest.NewMemoryTiers(g.Tiers())
				solution, err := SolveTiers(context.Background(), g, b.TempDir(), store, job.Options{})
				if err != nil {
					b.Fatal(err)
				}
				for _, t := range solution.Tiers {
					indexes += t.Size
					plies += t.Moves
				}
			}
			cpu := machine.CPUTime() - began
			b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(cpu.Nanoseconds())/float64(indexes), "cpu-ns/index")
			b.ReportMetric(float64(cpu.Nanoseconds())/float64(plies), "cpu-ns/ply")
		})
	}
}
