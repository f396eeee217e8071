package ground

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBucketsAreTheListsOfAMap compares buckets with a map. Many hashes differ
// only in one half.
func TestBucketsAreTheListsOfAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var b buckets
	want := map[uint64][]Term{}
	hash := func() uint64 { return uint64(rng.IntN(40))<<32 | uint64(rng.IntN(40)) }
	for n := range Term(3000) {
		h := hash()
		b.add(h, n)
		want[h] = append(want[h], n)
		if h = hash(); !slices.Equal(b.of(h), want[h]) {
			t.Fatalf("%x has %v, want %v", h, b.of(h), want[h])
		}
	}
}
