package dodgem

import (
	"testing"

	"zermelo/games"
)

// BenchmarkRank measures the ranking of children in the largest tier.
func BenchmarkRank(b *testing.B) {
	g := open(b, "dodgem:size=4x4")
	var indexes []uint64
	for i := range uint64(4096) {
		indexes = append(indexes, i*31)
	}
	src, _ := g.Unrank(nil, nil, len(g.Tiers())-1, indexes)
	children, _ := g.Expand(nil, nil, src)
	var slots []games.Slot
	for b.Loop() {
		slots = g.Rank(slots[:0], children)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(children)), "ns/state")
}
