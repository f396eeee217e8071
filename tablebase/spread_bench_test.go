package tablebase_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"zermelo/games"
	"zermelo/games/dobutsu"
	"zermelo/solver/machine"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// BenchmarkSpread probes batches of 65536 positions from all parts of a large
// table, with a cold or a warm cache. It requires the table of dobutsu in the
// folder $ZERMELO_DB. It reports processor time.
func BenchmarkSpread(b *testing.B) {
	r := games.Registry{Entries: []games.Entry{dobutsu.Entry()}}
	v, err := r.Open("dobutsu")
	if err != nil {
		b.Fatal(err)
	}
	g := v.(games.Tiered[uint64])
	t, err := tablebase.Open[uint64](os.Getenv("ZERMELO_DB"), g)
	if err != nil {
		b.Skip("no table to measure: ", err)
	}
	b.Cleanup(func() { t.Close() })
	rng := rand.New(rand.NewPCG(1, 2))
	tier := len(g.Tiers()) - 1
	asked := func() (states []uint64) {
		for len(states) < 1<<16 {
			some, used := g.Unrank(nil, nil, tier, []uint64{rng.Uint64N(g.Tiers()[tier].Size)})
			if used[0] {
				states = append(states, some[0])
			}
		}
		return states
	}
	probe := func(b *testing.B) {
		var spent, n int64
		var cells []value.Cell
		for b.Loop() {
			states := asked()
			began := machine.CPUTime()
			if cells, err = t.Tiers.Cells(cells[:0], states, true); err != nil {
				b.Fatal(err)
			}
			spent, n = spent+int64(machine.CPUTime()-began), n+int64(len(states))
		}
		b.ReportMetric(float64(spent)/float64(n), "cpu-ns/probe")
	}
	b.Run("Cold", probe)
	t.Tiers.Resize(64, 1<<20)
	for range 40 {
		if _, err := t.Tiers.Cells(nil, asked(), true); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("Warm", probe)
}
