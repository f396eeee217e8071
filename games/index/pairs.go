package index

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Pairs assigns numbers to pairs of disjoint sets of k1 and k2 squares, up to
// symmetry. The first set determines the class, and the second set is numbered among
// the remaining squares. If the first set is symmetric, only the number of the
// smallest of the equivalent second sets is used.
//
// A pair is a word with the first set in the upper half. Bit 63 is ignored; games
// can use it for the player to move.
type Pairs struct {
	first  *Classes
	second *Subsets
	divide divider // divides by the number of second sets per class
	from   games.Slot
}

// NewPairs returns the numbering of pairs whose second set has k squares. The slots
// are consecutive, starting with from.
func NewPairs(first *Classes, k int, from games.Slot) *Pairs {
	squares := first.sets.s
	second := squares.Subsets(squares.n-first.sets.k, k)
	if over, size := bits.Mul64(first.size, second.Len()); over > 0 || size > maxDividend {
		panic(fmt.Sprintf("index: %d classes with %d sets each; the maximum is %d pairs", first.size, second.Len(), uint64(maxDividend)))
	}
	return &Pairs{first: first, second: second, divide: newDivider(second.Len()), from: from}
}

// Len returns the number of slots, including unused ones.
func (p *Pairs) Len() uint64 { return p.first.size * p.divide.by }

// First returns the index, within the tier, of the first slot that p uses.
func (p *Pairs) First() uint64 { return p.from.Index() }

// Run returns the length of the longest prefix of indexes that belong to p. The
// first index must belong to p.
func (p *Pairs) Run(indexes []uint64) int {
	n, first, size := 1, p.First(), p.Len()
	for n < len(indexes) && indexes[n]-first < size {
		n++
	}
	return n
}

// Weights appends, for each pair in src, the number of distinct pairs with the same
// slot.
func (p *Pairs) Weights(dst []int32, src []uint64) []int32 {
	var at [batch]place
	for len(src) > 0 {
		n := min(len(src), batch)
		p.first.find(at[:n], src[:n])
		for i, pair := range src[:n] {
			weight := p.first.group.Len()
			if at[i].symmetric() {
				weight /= p.kept(at[i], uint32(pair))
			}
			dst = append(dst, int32(weight))
		}
		src = src[n:]
	}
	return dst
}

// kept returns the number of symmetries that preserve both sets of a pair, given the
// place of the first set.
func (p *Pairs) kept(at place, second uint32) int {
	image, n := p.first.group.Apply(at.symmetry(), second), 1
	for _, symmetry := range p.first.stabiliser(at.class()) {
		if p.first.group.Apply(int(symmetry), image) == image {
			n++
		}
	}
	return n
}
