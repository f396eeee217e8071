package gamestest

import (
	"flag"
	"testing"

	"zermelo/games"
)

// Open opens a variant and asserts that its type is G.
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

// Opener returns a function that calls Open with a registry of one game and its
// presets.
func Opener[G any](entry games.Entry, presets ...games.Preset) func(t testing.TB, spec string) G {
	r := &games.Registry{Entries: []games.Entry{entry}, Presets: presets}
	return func(t testing.TB, spec string) G {
		t.Helper()
		return Open[G](t, r, spec)
	}
}

// BenchmarkExpand measures the expansion of all positions that are the given number
// of plies from the start.
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

// large is a flag of every test program. All tests import this package, because go
// test ./... -large fails if a test program does not define the flag.
var large = flag.Bool("large", false, "run the large tests too, which take minutes")

// Large reports whether the flag -large is set. Tests that do not depend on it should
// take at most a second of CPU time.
func Large() bool { return *large }

// SkipUnlessLarge skips a slow test unless the flag -large is set.
func SkipUnlessLarge(t testing.TB) {
	t.Helper()
	if !*large {
		t.Skip("slow test: run with -large")
	}
}
