package breakthrough

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// sample returns the states of random plays.
func sample[S games.State](g *game[S], n int) []S {
	rng := rand.New(rand.NewPCG(5, 6))
	var states []S
	for len(states) < n {
		for s := g.Start(); ; {
			states = append(states, s)
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
	return states[:n]
}

func BenchmarkExpand(b *testing.B) {
	b.Run("one-word", func(b *testing.B) { benchExpand(b, open[uint64](b, "breakthrough:size=5x5,captures=diagonal")) })
	b.Run("two-words", func(b *testing.B) { benchExpand(b, open[[2]uint64](b, "breakthrough-small")) })
}

func benchExpand[S games.State](b *testing.B, g *game[S]) {
	src := sample(g, 4096)
	var dst []S
	var ends []int32
	children := 0
	for b.Loop() {
		dst, ends = g.Expand(dst[:0], ends[:0], src)
		children += len(dst)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(children), "ns/child")
}

func BenchmarkCanonize(b *testing.B) {
	b.Run("one-word", func(b *testing.B) { benchCanonize(b, open[uint64](b, "breakthrough:size=5x5,captures=diagonal")) })
	b.Run("two-words", func(b *testing.B) { benchCanonize(b, open[[2]uint64](b, "breakthrough-small")) })
}

func benchCanonize[S games.State](b *testing.B, g *game[S]) {
	src := sample(g, 4096)
	states, swaps := make([]S, len(src)), make([]bool, len(src))
	n := 0
	for b.Loop() {
		copy(states, src)
		g.Canonize(states, swaps)
		n += len(states)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/state")
}

func BenchmarkLayers(b *testing.B) {
	g := open[[2]uint64](b, "breakthrough-small")
	src := sample(g, 4096)
	var dst []int32
	n := 0
	for b.Loop() {
		dst = g.Layers(dst[:0], src)
		n += len(dst)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/state")
}
