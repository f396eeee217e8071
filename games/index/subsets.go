package index

import (
	"fmt"
	"math/bits"
)

// maxHalf is the number of squares in the lower half of the largest board.
const maxHalf = MaxSquares / 2

// Subsets numbers the sets of k of the first n squares of a board. They are
// ordered by how many squares they have in the upper half, then by the upper
// half, then by the lower one: so that a rank takes two look-ups and one
// multiplication, and its inverse as many and a short search.
type Subsets struct {
	s    *Squares
	n, k int
	size uint64
	// By the number of squares in the upper half: how many sets have fewer of
	// them there, how many lower halves go with each upper one, and the
	// reciprocal of that.
	before [maxHalf + 2]uint64
	lower  [maxHalf + 2]uint64
	divide [maxHalf + 2]divider
}

// Subsets returns the numbering of the sets of k of the first n squares.
func (s *Squares) Subsets(n, k int) *Subsets {
	if n < 0 || n > s.n || k < 0 || k > n {
		panic(fmt.Sprintf("index: sets of %d of %d squares on a board of %d", k, n, s.n))
	}
	t := &Subsets{s: s, n: n, k: k}
	low := min(n, s.low)
	for h := range t.before {
		t.before[h] = t.size
		t.lower[h] = max(1, binomial(low, k-h))
		t.divide[h] = newDivider(t.lower[h])
		t.size += binomial(n-low, h) * binomial(low, k-h)
	}
	return t
}

// Len is the number of sets.
func (t *Subsets) Len() uint64 { return t.size }

// Rank is the number of a set, which has k of the first n squares.
func (t *Subsets) Rank(set uint32) uint64 {
	s := t.s
	upper, lower := set>>(s.low&31), set&(1<<(s.low&31)-1)
	h := bits.OnesCount32(upper)
	return t.before[h] + t.lower[h]*uint64(s.rank[upper]) + uint64(s.rank[lower])
}

// Unrank is the set with a number below Len.
func (t *Subsets) Unrank(rank uint64) uint32 {
	h := 0
	for t.before[h+1] <= rank {
		h++
	}
	s := t.s
	upper, lower := t.divide[h].split(rank - t.before[h])
	return uint32(s.sets[uint64(s.first[h])+upper])<<(s.low&31) | uint32(s.sets[uint64(s.first[t.k-h])+lower])
}
