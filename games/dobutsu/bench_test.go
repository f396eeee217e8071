package dobutsu

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// sample returns random open states.
func sample(g *game) []uint64 {
	rng := rand.New(rand.NewPCG(1, 2))
	var list []uint64
	for range 4096 {
		list = append(list, g.random(rng))
	}
	return list
}

// BenchmarkChildren measures Expand and Rank in ns per child.
func BenchmarkChildren(b *testing.B) {
	g := newGame()
	src := sample(g)
	var children []uint64
	var ends []int32
	var slots []games.Slot
	expand := func() { children, ends = g.Expand(children[:0], ends[:0], src) }
	expand()
	b.Run("expand", func(b *testing.B) {
		for b.Loop() {
			expand()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(children)), "ns/child")
	})
	b.Run("rank", func(b *testing.B) {
		for b.Loop() {
			slots = g.Rank(slots[:0], children)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(children)), "ns/child")
	})
	b.ReportMetric(float64(len(children))/float64(len(src)), "children/state")
}

// BenchmarkParents measures Parents in ns per parent.
func BenchmarkParents(b *testing.B) {
	g := newGame()
	src := sample(g)
	var parents []uint64
	var ends []int32
	for b.Loop() {
		parents, ends = g.Parents(parents[:0], ends[:0], src)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(parents)), "ns/parent")
	b.ReportMetric(float64(len(parents))/float64(len(src)), "parents/state")
}

// BenchmarkUnrank measures Unrank in ns per consecutive index.
func BenchmarkUnrank(b *testing.B) {
	g := newGame()
	indexes := make([]uint64, 1<<16)
	var states []uint64
	var used []bool
	for i := range indexes {
		indexes[i] = 100_000_000 + uint64(i)
	}
	for b.Loop() {
		states, used = g.Unrank(states[:0], used[:0], tierOpen, indexes)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(indexes)), "ns/index")
}
