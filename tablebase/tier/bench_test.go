package tier

import (
	"slices"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/quixo"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// largest returns the cells of the first block in the largest tier of quixo on 4x4
// cells.
func largest(b *testing.B) []value.Cell {
	b.Helper()
	r := games.Registry{Entries: []games.Entry{quixo.Entry()}}
	v, err := r.Open("quixo")
	if err != nil {
		b.Fatal(err)
	}
	g := v.(games.Tiered[uint64])
	tiers := g.Tiers()
	all := solvertest.NewMemoryTiers(tiers)
	if _, err := retro.SolveTiers(b.Context(), g, b.TempDir(), all, job.Options{}); err != nil {
		b.Fatal(err)
	}
	at := 0
	for i := range tiers {
		if tiers[i].Size > tiers[at].Size {
			at = i
		}
	}
	return all.Cells[at][:job.BlockCells]
}

func BenchmarkTierEncode(b *testing.B) {
	cells := largest(b)
	var c Codec
	for b.Loop() {
		c.AppendRecord(0, 0, cells, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(cells)), "ns/index")
}

// BenchmarkTierDecode decodes outcomes with and without the remoteness.
func BenchmarkTierDecode(b *testing.B) {
	cells := largest(b)
	var c Codec
	data, _ := c.AppendRecord(0, 0, cells, nil)
	p, _, err := PartsOf(slices.Clone(data)[store.RecordHead+store.TierKeySize:])
	if err != nil {
		b.Fatal(err)
	}
	var blk tierBlock
	for _, plies := range []bool{false, true} {
		b.Run(map[bool]string{false: "Outcomes", true: "Both"}[plies], func(b *testing.B) {
			for b.Loop() {
				err := c.decodeOutcomes(&blk, store.TierKey(nil, store.OutcomeKey, 0, 0), p.Outcomes, len(cells))
				if err == nil && plies {
					err = c.decodeRemoteness(&blk, store.TierKey(nil, store.RemotenessKey, 0, 0), p.Remoteness)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(cells)), "ns/index")
		})
	}
}
