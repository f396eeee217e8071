//go:build unix

package gdl

import (
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// BenchmarkPlayout measures single random plays.
func BenchmarkPlayout(b *testing.B) {
	gdltest.BenchSheets(b, func(b *testing.B, file string) {
		m, states := gdltest.Compile(b, file), 0
		start := gdltest.CPUTime(b)
		for b.Loop() {
			m.RandomPlay(1000, func(p *statemachine.Play, _ bool) {
				states++
				if p.Terminal() {
					p.Goal(0)
				}
			})
		}
		gdltest.PerSecond(b, states, start)
	})
}

// BenchmarkCompile measures grounding and compiling of the shared sheets.
func BenchmarkCompile(b *testing.B) {
	gdltest.BenchSheets(b, func(b *testing.B, file string) {
		sheet := gdltest.ReadSheet(b, file)
		start := gdltest.CPUTime(b)
		for b.Loop() {
			if _, err := statemachine.Compile(b.Context(), sheet, work.Limits{}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric((gdltest.CPUTime(b)-start).Seconds()*1000/float64(b.N), "cpu-ms/op")
	})
}

// BenchmarkCanonize canonizes states of random plays.
func BenchmarkCanonize(b *testing.B) {
	gdltest.BenchSheets(b, func(b *testing.B, file string) {
		m, v := openSheet(b, file)
		switch g := v.(type) {
		case interface{ inner() *game[uint64] }:
			benchCanonize(b, m, g.inner())
		case interface{ inner() *game[[2]uint64] }:
			benchCanonize(b, m, g.inner())
		}
	})
}

func benchCanonize[S games.State](b *testing.B, m *statemachine.Machine, g *game[S]) {
	var states []S
	m.RandomPlay(network.Lanes, func(p *statemachine.Play, _ bool) {
		var s S
		if err := g.codec.Encode(games.Bits(&s), g.codec.Relevant(p.State(nil))); err != nil {
			b.Fatal(err)
		}
		states = append(states, s)
	})
	work, swaps := make([]S, len(states)), make([]bool, len(states))
	start := gdltest.CPUTime(b)
	for b.Loop() {
		copy(work, states)
		g.Canonize(work, swaps)
	}
	images := b.N * len(states) * max(1, g.symmetries.Used-1)
	b.ReportMetric(float64((gdltest.CPUTime(b)-start).Nanoseconds())/float64(images), "cpu-ns/image")
	b.ReportMetric(0, "ns/op")
}
