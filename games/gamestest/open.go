package gamestest

import (
	"flag"
	"testing"

	"zermelo/games"
)

// Open opens a variant of the game with the given contract, such as the type
// that implements it.
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

// Opener returns Open for the variants of one game. Each test package of a game
// has one.
func Opener[G any](entry games.Entry, presets ...games.Preset) func(t testing.TB, spec string) G {
	r := &games.Registry{Entries: []games.Entry{entry}, Presets: presets}
	return func(t testing.TB, spec string) G {
		t.Helper()
		return Open[G](t, r, spec)
	}
}

// BenchmarkExpand measures children made from all positions of a ply.
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

// large is the flag of all test programs, which import this package for it: a
// test program refuses a flag that it does not know, and go test ./... -large
// gives it to all.
var large = flag.Bool("large", false, "run the large tests too, which take minutes")

// Large reports whether the tests run with -large. Without it no test should
// take more than a second of processor time.
func Large() bool { return *large }

// SkipUnlessLarge skips a test that takes long, unless the tests run with -large.
func SkipUnlessLarge(t testing.TB) {
	t.Helper()
	if !*large {
		t.Skip("takes long: go test -large runs it")
	}
}
