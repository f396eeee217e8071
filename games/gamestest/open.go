package gamestest

import (
	"flag"
	"testing"

	"zermelo/games"
)

// Open opens a variant and converts it to G, such as the type that implements it.
func Open[G any](t testing.TB, r *games.Registry, spec string) G {
	t.Helper()
	v, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	g, ok := v.(G)
	if !ok {
		t.Fatalf("%s is a %T, want a %T", spec, v, g)
	}
	return g
}

// Opener returns a function that calls Open for the variants of one game.
func Opener[G any](entry games.Entry, presets ...games.Preset) func(t testing.TB, spec string) G {
	r := &games.Registry{Entries: []games.Entry{entry}, Presets: presets}
	return func(t testing.TB, spec string) G {
		t.Helper()
		return Open[G](t, r, spec)
	}
}

// BenchmarkExpand measures the expansion of all positions after the given number of
// plies.
func BenchmarkExpand[S games.State](b *testing.B, g games.Game[S], ply int) {
	level := []S{g.Start()}
	for range ply {
		level, _ = g.Expand(nil, nil, level)
	}
	var dst []S
	var ends []int32
	for b.Loop() {
		dst, ends = g.Expand(dst[:0], ends[:0], level)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dst)), "ns/child")
}

// large is a flag of all test programs. They import this package because go test
// ./... -large fails if any test program does not define it.
var large = flag.Bool("large", false, "run the large tests too, which take minutes")

// Large reports whether the flag -large is set. Other tests should take at most a
// second of CPU time.
func Large() bool { return *large }

// SkipUnlessLarge skips a slow test unless -large is set.
func SkipUnlessLarge(t testing.TB) {
	t.Helper()
	if !*large {
		t.Skip("slow test: run with -large")
	}
}
