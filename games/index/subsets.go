package index

import (
	"fmt"
	"math/bits"
)

// maxHalf is the maximum number of squares in the lower half of a board.
const maxHalf = maxSquares / 2

// Subsets assigns numbers to the sets of k squares among the first n squares of a
// board. Sets are ordered by the number of squares in the upper half, then by the
// upper half, then by the lower half.
type Subsets struct {
	s      *Squares
	n, k   int
	size   uint64
	before []uint32           // by upper half: number of sets with an earlier upper half
	blocks [maxHalf + 1]block // indexed by the number of squares in the upper half
	// upper is indexed by the leading bits of a rank. It holds the number of squares
	// in the upper half of the first set with these bits, at which Unrank starts its
	// search.
	upper [64]uint8
	shift int
	// list holds the sets by rank, and ranks holds the ranks by set. They are nil if
	// there are too many sets or squares.
	list  []uint32
	ranks []uint16
}

const (
	maxList  = 1 << 14 // maximum number of sets for which list is used
	maxRanks = 12      // maximum number of squares for which ranks is used
)

// block describes the sets with a given number of squares in the upper half.
type block struct {
	begin, end     uint32  // range of ranks
	uppers, lowers uint32  // indexes of the first halves in Squares.sets
	lower          divider // divides by the number of lower halves per upper half
}

// Subsets returns the numbering of the sets of k squares among the first n. It takes
// 4 bytes per set of squares in the upper half. If there are at most 1<<14 sets in
// total, it takes another 4 bytes for each of them.
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

// Len returns the number of sets.
func (t *Subsets) Len() uint64 { return t.size }

// Rank returns the rank of a set of k squares among the first n.
func (t *Subsets) Rank(set uint32) uint64 {
	return uint64(t.before[set>>(t.s.low&31)]) + uint64(t.s.rank[uint16(set)&t.s.lowMask])
}

// Unrank returns the set with the given rank.
func (t *Subsets) Unrank(rank uint64) uint32 {
	set := [1]uint32{uint32(rank)}
	t.unrank(set[:])
	return set[0]
}

func (t *Subsets) all() []uint32 {
	sets := make([]uint32, t.size)
	for rank := range sets {
		sets[rank] = uint32(rank)
	}
	t.unrank(sets)
	return sets
}

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

// divider divides by a constant, using multiplication by its reciprocal.
type divider struct {
	by         uint64
	reciprocal uint64 // 2^63/by, rounded up
}

// maxDividend is the maximum dividend for which a divider is exact.
const maxDividend = 1 << 39

// newDivider returns a divider for d, which must be in [1, 1<<24]. The error of the
// reciprocal is less than 1, so the error of its product with 2*x is less than 2*x.
// Only an error of at least 2^64/d would change the quotient.
func newDivider(d uint64) divider {
	if d < 1 || d > 1<<24 {
		panic(fmt.Sprintf("index: divisor %d, expected 1 to 1<<24", d))
	}
	return divider{by: d, reciprocal: (1<<63-1)/d + 1}
}

// split returns the quotient and the remainder of x, which must be at most
// maxDividend.
func (d divider) split(x uint64) (quotient, remainder uint64) {
	quotient, _ = bits.Mul64(2*x, d.reciprocal)
	return quotient, x - quotient*d.by
}
