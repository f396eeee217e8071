package tron

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// sample returns states of all layers.
func sample[S games.State](g sampled[S], n int) []S {
	rng := rand.New(rand.NewPCG(3, 5))
	var out []S
	for len(out) < n {
		for s := g.Start(); len(out) < n; {
			out = append(out, s)
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
			for try := 0; try < 6 && g.IsTerminal(nil, []S{s})[0]; try++ {
				s = children[rng.IntN(len(children))]
			}
		}
	}
	return out
}

// sampled is the part of a game that sample uses.
type sampled[S games.State] interface {
	games.Game[S]
	IsTerminal(dst []bool, src []S) []bool
}

var benchmarked = []string{"tron", "tron:turns=simultaneous", "snake2p", "tron:size=7x7,edge=error"}

func BenchmarkExpand(b *testing.B) {
	for _, spec := range benchmarked {
		b.Run(spec, func(b *testing.B) {
			g := open(b, spec)
			src := sample[uint64](g, 1024)
			dst, ends := g.Expand(nil, nil, src)
			b.ReportAllocs()
			for b.Loop() {
				dst, ends = g.Expand(dst[:0], ends[:0], src)
			}
			elapsed := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(elapsed/float64(len(dst)), "ns/child")
			b.ReportMetric(elapsed/float64(len(src)), "ns/state")
		})
	}
}

func BenchmarkCanonize(b *testing.B) {
	for _, spec := range benchmarked {
		b.Run(spec, func(b *testing.B) {
			g := open(b, spec)
			src := sample[uint64](g, 1024)
			states, swaps := make([]uint64, len(src)), make([]bool, len(src))
			b.ReportAllocs()
			for b.Loop() {
				copy(states, src)
				g.Canonize(states, swaps)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(src)), "ns/state")
		})
	}
}
