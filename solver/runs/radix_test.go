package runs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
)

func TestSortStates(t *testing.T) {
	t.Run("1 word", rapid.MakeCheck(checkSort[uint64]))
	t.Run("2 words", rapid.MakeCheck(checkSort[[2]uint64]))
	t.Run("4 words", rapid.MakeCheck(checkSort[[4]uint64]))
}

// checkSort compares the radix sort with a comparison sort.
func checkSort[S games.State](t *rapid.T) {
	mask := rapid.Uint64().Draw(t, "mask") & rapid.Uint64().Draw(t, "and")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	states := make([]S, rapid.IntRange(0, 300).Draw(t, "states"), 400)
	queries := make([]Query[S], len(states))
	for i := range states {
		for w := range games.Bits(&states[i]) {
			games.Bits(&states[i])[w] = rng.Uint64() & mask
		}
		queries[i] = Query[S]{states[i], uint32(i)}
	}
	want := slices.Clone(states)
	slices.SortFunc(want, games.Compare[S])

	byState, _ := SortQueries(slices.Clone(queries), nil)
	for i, q := range byState {
		if q.State != want[i] || q.State != queries[q.Place].State {
			t.Fatalf("query %d: %v, want state %v", i, q, want[i])
		}
	}
	want = slices.Compact(want)
	spare := make([]S, 0, rapid.IntRange(0, 500).Draw(t, "spare"))
	sorted, free := SortStates(states, spare)
	if !slices.Equal(sorted, want) {
		t.Fatalf("got %v, want %v", sorted, want)
	}
	if cap(free) > 0 && cap(sorted) > 0 && &free[:1][0] == &sorted[:1][0] {
		t.Fatal("both buffers share memory")
	}
}

func BenchmarkSortStates(b *testing.B) {
	b.Run("1 word", benchmarkSort[uint64])
	b.Run("2 words", benchmarkSort[[2]uint64])
}

func benchmarkSort[S games.State](b *testing.B) {
	const n = 1 << 17
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]S, n)
	for i := range data {
		words := games.Bits(&data[i])
		words[len(words)-1] = rng.Uint64N(1 << 48)
	}
	states, spare := make([]S, n), make([]S, n)
	for b.Loop() {
		states = states[:n]
		copy(states, data)
		states, spare = SortStates(states, spare)
		if cap(states) < n {
			states, spare = spare, states
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/state")
}
