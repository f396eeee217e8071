package quixo

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// sample returns 4096 consecutive states of the largest tier.
func sample(b *testing.B, g *game) []uint64 {
	b.Helper()
	number := 0
	for i, t := range g.Tiers() {
		if t.Size > g.Tiers()[number].Size {
			number = i
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	first := rng.Uint64N(g.Tiers()[number].Size - 4096)
	var indexes []uint64
	for i := range uint64(4096) {
		indexes = append(indexes, first+i)
	}
	states, _ := g.Unrank(nil, nil, number, indexes)
	return states
}

// BenchmarkChildren measures the expansion and ranking of children.
func BenchmarkChildren(b *testing.B) { benchmark(b, open(b, "quixo").Expand) }

// BenchmarkParents measures the generation and ranking of parents.
func BenchmarkParents(b *testing.B) { benchmark(b, open(b, "quixo").Parents) }

func benchmark(b *testing.B, step func(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32)) {
	g := open(b, "quixo")
	src := sample(b, g)
	var dst []uint64
	var ends []int32
	var slots []games.Slot
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			dst, ends = step(dst[:0], ends[:0], src)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dst)), "ns/state")
	})
	b.Run("rank", func(b *testing.B) {
		for b.Loop() {
			slots = g.Rank(slots[:0], dst)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dst)), "ns/state")
	})
}

func BenchmarkUnrank(b *testing.B) {
	g := open(b, "quixo")
	slots := g.Rank(nil, sample(b, g))
	indexes := make([]uint64, len(slots))
	for i, s := range slots {
		indexes[i] = s.Index()
	}
	number := slots[0].Tier()
	var states []uint64
	var used []bool
	for b.Loop() {
		states, used = g.Unrank(states[:0], used[:0], number, indexes)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(states)), "ns/state")
}
