package retro

import (
	"slices"
	"sync/atomic"

	"zermelo/solver/value"
)

// frontier says where in a tier the positions of each round are: one bit for each
// granule of cells, 1/512 byte an index and round. Lists took four bytes a position.
//
// Marks of one word are made under the lock of its cells.
type frontier struct {
	words  int // of a bitmap
	rounds []atomic.Pointer[[]uint64]
}

// granule is the number of cells that a bit stands for, wordCells that of a
// word of bits.
const (
	granule   = 64
	wordCells = 64 * granule
)

// newFrontier makes the frontier of a tier of the given number of cells. It has one
// round more than cells can tell of, where a mark says that a win takes too long.
func newFrontier(cells int) *frontier {
	return &frontier{words: (cells + wordCells - 1) / wordCells, rounds: make([]atomic.Pointer[[]uint64], value.MaxCellRemoteness+2)}
}

// round is the bitmap of a round, all zero at first.
func (a *frontier) round(r int) []uint64 {
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
func (a *frontier) next(r int) int {
	for ; r < len(a.rounds); r++ {
		if p := a.rounds[r].Load(); p != nil && slices.ContainsFunc(*p, func(word uint64) bool { return word != 0 }) {
			return r
		}
	}
	return -1
}

// drop forgets a round.
func (a *frontier) drop(r int) { a.rounds[r].Store(nil) }

// markAll notes cells, from index first on, that are decided in round from or
// later.
func (a *frontier) markAll(cells []value.Cell, first, from int) {
	for i, c := range cells {
		if (c.IsWin() || c.IsLoss()) && c.Remoteness() >= from {
			mark(a.round(c.Remoteness()), first+i)
		}
	}
}

// nextWord is the first cell of the word after that of a cell.
func nextWord(at int) int { return (at/wordCells + 1) * wordCells }

// marked is the word of a bitmap with the mark of cell from, without the marks
// of cells before it and of those from to on. From begins a granule, and to does
// or is the end of the tier.
func marked(bitmap []uint64, from, to int) uint64 {
	word := bitmap[from/wordCells] >> (from / granule % 64) << (from / granule % 64)
	if end := (to+granule-1)/granule - from/wordCells*64; end < 64 {
		word &= 1<<end - 1
	}
	return word
}
