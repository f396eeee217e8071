package solver

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// agenda says where in a tier the positions of each round are: one bit for
// each granule of cells. So a round costs the positions that it decides and
// little more, without a list of them: 1/512 byte an index and round, where
// lists took four bytes a position.
//
// Marks of one word are made under the lock of its cells, or before any other
// worker sees them.
type agenda struct {
	words  int
	rounds []atomic.Pointer[[]uint64]
}

// granule is the number of cells that a bit stands for, wordCells that of a
// word of bits.
const (
	granule   = 64
	wordCells = 64 * granule
)

// newAgenda makes the agenda of a tier of the given number of cells.
func newAgenda(cells int) *agenda {
	return &agenda{words: (cells + wordCells - 1) / wordCells, rounds: make([]atomic.Pointer[[]uint64], MaxCellRemoteness+1)}
}

// round is the bitmap of a round, all zero at first.
func (a *agenda) round(r int) []uint64 {
	p := a.rounds[r].Load()
	if p == nil {
		fresh := make([]uint64, a.words)
		if a.rounds[r].CompareAndSwap(nil, &fresh) {
			return fresh
		}
		p = a.rounds[r].Load()
	}
	return *p
}

// mark notes the cell at an index in a bitmap.
func mark(bitmap []uint64, index int) { bitmap[index/wordCells] |= 1 << (index / granule % 64) }

// next is the first round from r on that has a mark, -1 if there is none.
func (a *agenda) next(r int) int {
	for ; r < len(a.rounds); r++ {
		if p := a.rounds[r].Load(); p != nil && slices.ContainsFunc(*p, func(word uint64) bool { return word != 0 }) {
			return r
		}
	}
	return -1
}

// drop forgets a round.
func (a *agenda) drop(r int) { a.rounds[r].Store(nil) }

// granules calls visit with the first cell of each granule that is marked in a
// word of a bitmap.
func granules(bitmap []uint64, word int, visit func(first int)) {
	for rest := bitmap[word]; rest != 0; rest &= rest - 1 {
		visit(word*wordCells + bits.TrailingZeros64(rest)*granule)
	}
}
