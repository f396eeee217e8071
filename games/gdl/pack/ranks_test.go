package pack

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLayerOfManyFields compares the layers of random states with the sums of
// their ranks, for narrow and wide fields, in one and several words.
func TestLayerOfManyFields(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tables, far := 0, 0
	for range 200 {
		var c layout
		for range 1 + rng.IntN(40) {
			width := 1 + rng.IntN(4)
			if rng.IntN(10) == 0 {
				width = tableBits + rng.IntN(3)
			}
			codes := 1<<(width-1) + 1 + rng.IntN(1<<(width-1))
			c.add(field{width: width, first: 1, fluents: make([]int32, codes-1)}, make([]bool, 1))
		}
		var ranks []fieldRank
		for i := range c.fields {
			r := fieldRank{fields: []*field{&c.fields[i]}}
			size := c.fields[i].codes()
			if other := &c.fields[rng.IntN(len(c.fields))]; rng.IntN(5) == 0 && other.codes() < 10 && size < 10 && other != r.fields[0] {
				r.fields, size = append(r.fields, other), size*other.codes()
			}
			for range size {
				r.rank = append(r.rank, rng.Int32N(5))
			}
			if rng.IntN(4) > 0 {
				ranks = append(ranks, r)
			}
		}
		y := newLayering(slices.Clone(ranks), 1)
		tables, far = tables+len(y.tables), far+len(y.far)
		y.start = rng.Int32N(10)
		words := make([]uint64, (c.Bits+63)/64+rng.IntN(2))
		for range 20 {
			clear(words)
			for i := range c.fields {
				c.fields[i].set(words, rng.Uint64N(uint64(c.fields[i].codes())))
			}
			want := -y.start
			for _, r := range ranks {
				code := 0
				for _, f := range r.fields {
					code = code*f.codes() + int(f.get(words))
				}
				want += r.rank[code]
			}
			if got := y.Layer(words); got != want {
				t.Fatalf("layer %d of %x, want %d: %d tables, %d ranks far apart", got, words, want, len(y.tables), len(y.far))
			}
		}
	}
	if tables < 100 || far < 100 {
		t.Errorf("%d tables and %d ranks without one", tables, far)
	}
}
