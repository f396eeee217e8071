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
// inverse a division and as many, or one.
type Subsets struct {
	s    *Squares
	n, k int
	size uint64
	// before is, by the upper half of a set, the number of sets with an upper
	// half that comes earlier.
	before []uint32
	blocks [maxHalf + 1]block // by the number of squares in the upper half
	// upper is, by the leading bits of a rank, the number of squares that the
	// first of those sets has in the upper half: where Unrank begins to search.
	upper [64]uint8
	shift int
	// Tables for few squares and few sets, where a look-up takes half the time of
	// a rank and a fifth of that of its inverse: list has the sets by their
	// numbers, ranks the numbers by the sets.
	list  []uint32
	ranks []uint16
}

const (
	maxList  = 1 << 14 // the number of sets up to which there is a list of them
	maxRanks = 12      // the number of squares up to which there is one of the ranks
)

// block is the sets with as many squares in the upper half.
type block struct {
	begin, end     uint32  // their ranks
	uppers, lowers uint32  // where their halves begin in Squares.sets
	lower          divider // by the number of lower halves that go with each upper one
}

// Subsets returns the numbering of the sets of k of the first n squares. It
// takes 4 bytes for each set of squares of the upper half, and 4 for each of the
// sets if there are 1<<14 at most.
func (s *Squares) Subsets(n, k int) *Subsets {
	if n < 0 || n > s.n || k < 0 || k > n {
		panic(fmt.Sprintf("index: sets of %d of %d squares on a board of %d", k, n, s.n))
	}
	t := &Subsets{s: s, n: n, k: k}
	low := min(n, s.low)
	for h := range min(k, n-low) + 1 {
		if k-h > low {
			continue
		}
		b := &t.blocks[h]
		b.uppers, b.lowers, b.lower = s.first[h], s.first[k-h], newDivider(binomial(low, k-h))
		b.begin = uint32(t.size)
		t.size += binomial(n-low, h) * b.lower.by
		b.end = uint32(t.size)
	}
	for t.size>>t.shift >= uint64(len(t.upper)) {
		t.shift++
	}
	for i := range t.upper {
		for uint64(t.blocks[t.upper[i]].end) <= min(uint64(i)<<t.shift, t.size-1) {
			t.upper[i]++
		}
	}
	t.before = make([]uint32, 1<<(n-low))
	for upper := range t.before {
		b := &t.blocks[bits.OnesCount(uint(upper))]
		t.before[upper] = b.begin + uint32(b.lower.by)*uint32(s.rank[upper])
	}
	if t.size <= maxList {
		t.list = t.all()
	}
	if n <= maxRanks {
		t.ranks = make([]uint16, 1<<n)
		for rank, set := range t.list {
			t.ranks[set] = uint16(rank)
		}
	}
	return t
}

// Len is the number of sets.
func (t *Subsets) Len() uint64 { return t.size }

// Rank is the number of a set, which has k of the first n squares.
func (t *Subsets) Rank(set uint32) uint64 {
	return uint64(t.before[set>>(t.s.low&31)]) + uint64(t.s.rank[uint16(set)&t.s.lowMask])
}

// Unrank is the set with a number below Len.
func (t *Subsets) Unrank(rank uint64) uint32 {
	set := [1]uint32{uint32(rank)}
	t.unrank(set[:])
	return set[0]
}

// all lists the sets in their order.
func (t *Subsets) all() []uint32 {
	sets := make([]uint32, t.size)
	for rank := range sets {
		sets[rank] = uint32(rank)
	}
	t.unrank(sets)
	return sets
}

// unrank replaces the numbers of sets by the sets.
func (t *Subsets) unrank(sets []uint32) {
	if list := t.list; list != nil {
		for i, rank := range sets {
			sets[i] = list[rank]
		}
		return
	}
	shift, low, halves := t.shift&31, t.s.low&31, t.s.sets[:]
	for i, rank := range sets {
		h := t.upper[rank>>shift&63]
		for t.blocks[h].end <= rank {
			h++
		}
		b := &t.blocks[h]
		upper, lower := b.lower.split(uint64(rank - b.begin))
		sets[i] = uint32(halves[uint16(b.uppers+uint32(upper))])<<low | uint32(halves[uint16(b.lowers+uint32(lower))])
	}
}

// divider divides by a constant: a multiplication by the reciprocal takes a
// fraction of the time of a division.
type divider struct {
	by         uint64
	reciprocal uint64 // 2^63/by, rounded up
}

// maxDividend is the number up to which a divider is exact.
const maxDividend = 1 << 39

// newDivider makes a divider by d, from 1 to 1<<24. As the reciprocal is less
// than 1 too large, its product with 2*x is less than 2*x too large, and only
// 2^64/d or more would change a quotient.
func newDivider(d uint64) divider {
	if d < 1 || d > 1<<24 {
		panic(fmt.Sprintf("index: divisor %d, want 1 to 1<<24", d))
	}
	return divider{by: d, reciprocal: (1<<63-1)/d + 1}
}

// split returns the quotient and the remainder of x, at most maxDividend.
func (d divider) split(x uint64) (quotient, remainder uint64) {
	quotient, _ = bits.Mul64(2*x, d.reciprocal)
	return quotient, x - quotient*d.by
}
