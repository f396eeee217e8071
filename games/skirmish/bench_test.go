package skirmish

import (
	"math/rand/v2"
	"testing"
)

// sample returns the states of random plays.
func sample(g *game, n int) [][2]uint64 {
	rng := rand.New(rand.NewPCG(5, 6))
	var states [][2]uint64
	for len(states) < n {
		for s := g.Start(); ; {
			states = append(states, s)
			children, _ := g.Expand(nil, nil, [][2]uint64{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
	return states[:n]
}

func BenchmarkExpand(b *testing.B) {
	for _, spec := range []string{"skirmish", "2pffa-zerosum"} {
		b.Run(spec, func(b *testing.B) {
			g := open(b, spec)
			src := sample(g, 4096)
			var dst [][2]uint64
			var ends []int32
			children := 0
			for b.Loop() {
				dst, ends = g.Expand(dst[:0], ends[:0], src)
				children += len(dst)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(children), "ns/child")
		})
	}
}

func BenchmarkCanonize(b *testing.B) {
	g := open(b, "2pffa-zerosum")
	src := sample(g, 4096)
	states, swaps := make([][2]uint64, len(src)), make([]bool, len(src))
	n := 0
	for b.Loop() {
		copy(states, src)
		g.Canonize(states, swaps)
		n += len(states)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/state")
}
