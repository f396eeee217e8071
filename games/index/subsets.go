package index

import (
	"fmt"
	"math/bits"
)

// maxHalf is the number of squares in the lower half of the largest board.
const maxHalf = MaxSquares / 2

// Subsets numbers the sets of k of the first n squares of a board. They are
// ordered by how many squares they have in the upper half, then by the upper
// half, then by the lower one: so that a rank takes two look-ups, and its
// inverse a division and as many.
type Subsets struct {
	s    *Squares
	n, k int
	size uint64
	// before is, by the upper half of a set, the number of sets with an upper
	// half that comes earlier.
	before []uint32
	// By the number of squares in the upper half: how many sets have fewer of
	// them there, and how many lower halves go with each upper one.
	fewer [maxHalf + 2]uint64
	lower [maxHalf + 2]divider
	// upper is, by the leading bits of a rank, the number of squares that the
	// first of those sets has in the upper half: where Unrank begins to search.
	upper [64]uint8
	shift int
}

// Subsets returns the numbering of the sets of k of the first n squares. It
// takes 4 bytes for each set of squares of the upper half.
func (s *Squares) Subsets(n, k int) *Subsets {
	if n < 0 || n > s.n || k < 0 || k > n {
		panic(fmt.Sprintf("index: sets of %d of %d squares on a board of %d", k, n, s.n))
	}
	t := &Subsets{s: s, n: n, k: k}
	low := min(n, s.low)
	for h := range t.fewer {
		t.fewer[h] = t.size
		t.lower[h] = newDivider(max(1, binomial(low, k-h)))
		t.size += binomial(n-low, h) * binomial(low, k-h)
	}
	for t.size>>t.shift >= uint64(len(t.upper)) {
		t.shift++
	}
	for i := range t.upper {
		for t.fewer[t.upper[i]+1] <= min(uint64(i)<<t.shift, t.size-1) {
			t.upper[i]++
		}
	}
	t.before = make([]uint32, 1<<(n-low))
	for upper := range t.before {
		h := bits.OnesCount(uint(upper))
		t.before[upper] = uint32(t.fewer[h] + t.lower[h].by*uint64(s.rank[upper]))
	}
	return t
}

// Len is the number of sets.
func (t *Subsets) Len() uint64 { return t.size }

// Rank is the number of a set, which has k of the first n squares.
func (t *Subsets) Rank(set uint32) uint64 {
	return uint64(t.before[set>>(t.s.low&31)]) + uint64(t.s.rank[set&t.s.lowMask])
}

// Unrank is the set with a number below Len.
func (t *Subsets) Unrank(rank uint64) uint32 {
	h := int(t.upper[rank>>(t.shift&63)&63])
	for t.fewer[h+1] <= rank {
		h++
	}
	s := t.s
	upper, lower := t.lower[h].split(rank - t.fewer[h])
	return uint32(s.sets[uint64(s.first[h])+upper])<<(s.low&31) | uint32(s.sets[uint64(s.first[t.k-h])+lower])
}
