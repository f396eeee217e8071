package index

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Pairs numbers pairs of sets, of k1 and of k2 squares of a board without a
// square in common, up to symmetry. The first set decides the class; the second
// one is numbered among the squares that then remain. Where the first set is
// itself symmetric, only the smallest second set of those that are the same is
// used: the other numbers are holes, 1 in 20 of 4 and 4 on a board of 5x5 squares.
//
// A pair is a word: the first set in its upper half, the second in its lower
// half. Bit 63 is left out of account, so that a game can keep there who is to
// move.
type Pairs struct {
	first  *Classes
	second *Subsets
	divide divider // by the number of second sets for each class
	from   games.Slot
}

// NewPairs makes the numbering of pairs of sets of which the second has k
// squares. The pairs get slots of one tier, from the given one on.
func NewPairs(first *Classes, k int, from games.Slot) *Pairs {
	squares := first.sets.s
	second := squares.Subsets(squares.n-first.sets.k, k)
	if over, size := bits.Mul64(first.Len(), second.Len()); over > 0 || size > maxDividend {
		panic(fmt.Sprintf("index: %d classes with %d sets each, want at most %d pairs", first.Len(), second.Len(), uint64(maxDividend)))
	}
	return &Pairs{first: first, second: second, divide: newDivider(second.Len()), from: from}
}

// Len is the number of slots, holes included.
func (p *Pairs) Len() uint64 { return p.first.Len() * p.divide.by }

// First is the index of the first slot in its tier.
func (p *Pairs) First() uint64 { return p.from.Index() }

// Run is how many of some indexes of the tier come before the first one that is
// not of p: at least one, as the first of them is one of p.
func (p *Pairs) Run(indexes []uint64) int {
	n, first, size := 1, p.First(), p.Len()
	for n < len(indexes) && indexes[n]-first < size {
		n++
	}
	return n
}

// Weights appends how many different pairs have the slot of each pair.
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

// kept is the number of symmetries that keep both sets of a pair, given the
// place of the first one.
func (p *Pairs) kept(at place, second uint32) int {
	image, n := p.first.group.Apply(at.symmetry(), second), 1
	for _, symmetry := range p.first.Stabiliser(at.class()) {
		if p.first.group.Apply(int(symmetry), image) == image {
			n++
		}
	}
	return n
}
