//go:build unix

package gdl

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/gdl/network"
)

// benchSheets runs a benchmark for the file of each shared sheet.
func benchSheets(b *testing.B, run func(b *testing.B, file string)) {
	for _, file := range sheets(b, "games") {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(b *testing.B) {
			run(b, file)
		})
	}
}

// cpuTime is the processor time that the process has used. Others may use the
// machine, so it says more than the time on the clock.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// perSecond reports how many states were evaluated in a second of processor
// time.
func perSecond(b *testing.B, states int, since time.Duration) {
	b.ReportMetric(float64(states)/(cpuTime(b)-since).Seconds()/1e6, "Mstates/s")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkBatch evaluates many states at a time: the next state for a joint
// move, and its legal moves, its end and its goals.
func BenchmarkBatch(b *testing.B) {
	benchSheets(b, func(b *testing.B, file string) {
		m, v := openSheet(b, file)
		switch g := v.(type) {
		case interface{ inner() *game[uint64] }:
			benchBatch(b, m, g.inner())
		case interface{ inner() *game[[2]uint64] }:
			benchBatch(b, m, g.inner())
		case interface{ inner() *game[[4]uint64] }:
			benchBatch(b, m, g.inner())
		}
	})
}

func benchBatch[S games.State](b *testing.B, m *Machine, g *game[S]) {
	// States of random plays, each with the moves made there.
	var states []S
	var pairs []pair
	m.wander(4*network.Lanes, func(p *Play, first bool) {
		if n := len(pairs); !first && n < network.Lanes {
			next := pair{state: int32(n)}
			copy(next.moves[:], p.joint)
			pairs = append(pairs, next)
		}
		if states = states[:len(pairs)]; len(pairs) < network.Lanes {
			var s S
			if err := g.encode(games.Bits(&s), g.relevant(p.State(nil))); err != nil {
				b.Fatal(err)
			}
			states = append(states, s)
		}
	})
	scratch, goals := g.batches.newScratch(), 0
	next := make([]S, 0, network.Lanes)
	start := cpuTime(b)
	for b.Loop() {
		scratch.pairs = append(scratch.pairs, pairs...)
		next = g.batches.advance(next[:0], scratch, states)
		g.batches.findLegal(scratch, next)
		g.batches.payoffs(next, func(int, int, int) { goals++ })
	}
	perSecond(b, b.N*len(pairs), start)
}

// BenchmarkPlayout plays one random play after another.
func BenchmarkPlayout(b *testing.B) {
	benchSheets(b, func(b *testing.B, file string) {
		m, states := compile(b, file), 0
		start := cpuTime(b)
		for b.Loop() {
			m.wander(1000, func(p *Play, _ bool) {
				states++
				if p.Terminal() {
					p.Goal(0)
				}
			})
		}
		perSecond(b, states, start)
	})
}

// BenchmarkCompile grounds and compiles.
func BenchmarkCompile(b *testing.B) {
	benchSheets(b, func(b *testing.B, file string) {
		sheet := readSheet(b, file)
		start := cpuTime(b)
		for b.Loop() {
			if _, err := Compile(b.Context(), sheet, Limits{}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric((cpuTime(b)-start).Seconds()*1000/float64(b.N), "cpu-ms/op")
	})
}

// BenchmarkCanonize finds the canonical states of states in random plays.
func BenchmarkCanonize(b *testing.B) {
	benchSheets(b, func(b *testing.B, file string) {
		m, v := openSheet(b, file)
		switch g := v.(type) {
		case interface{ inner() *game[uint64] }:
			benchCanonize(b, m, g.inner())
		case interface{ inner() *game[[2]uint64] }:
			benchCanonize(b, m, g.inner())
		}
	})
}

func benchCanonize[S games.State](b *testing.B, m *Machine, g *game[S]) {
	var states []S
	m.wander(network.Lanes, func(p *Play, _ bool) {
		var s S
		if err := g.encode(games.Bits(&s), g.relevant(p.State(nil))); err != nil {
			b.Fatal(err)
		}
		states = append(states, s)
	})
	work, swaps := make([]S, len(states)), make([]bool, len(states))
	start := cpuTime(b)
	for b.Loop() {
		copy(work, states)
		g.Canonize(work, swaps)
	}
	images := b.N * len(states) * max(1, g.symmetries.Used-1)
	b.ReportMetric(float64((cpuTime(b)-start).Nanoseconds())/float64(images), "cpu-ns/image")
	b.ReportMetric(0, "ns/op")
}
