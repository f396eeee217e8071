package retro

import (
	"slices"
	"sync/atomic"

	"zermelo/solver/value"
)

// frontier records which granules contain positions of each round, with one bit per
// granule and round. The lock of a range of cells also guards the bits for these cells.
type frontier struct {
	words  int // number of words per bitmap
	rounds []atomic.Pointer[[]uint64]
}

const (
	granule   = 64           // number of cells per bit
	wordCells = 64 * granule // number of cells per word
)

// newFrontier returns an empty frontier. Its last round exceeds the maximum remoteness
// of a cell. A mark in this round means that a win takes too many plies.
func newFrontier(cells int) *frontier {
	return &frontier{words: (cells + wordCells - 1) / wordCells, rounds: make([]atomic.Pointer[[]uint64], value.MaxCellRemoteness+2)}
}

func (a *frontier) round(r int) []uint64 {
	p := a.rounds[r].Load()
	if p == nil {
		bitmap := make([]uint64, a.words)
		if a.rounds[r].CompareAndSwap(nil, &bitmap) {
			return bitmap
		}
		p = a.rounds[r].Load()
	}
	return *p
}

func mark(bitmap []uint64, index int) { bitmap[index/wordCells] |= 1 << (index / granule % 64) }

// next returns the first round from r on that has a mark, or -1.
func (a *frontier) next(r int) int {
	for ; r < len(a.rounds); r++ {
		if p := a.rounds[r].Load(); p != nil && slices.ContainsFunc(*p, func(word uint64) bool { return word != 0 }) {
			return r
		}
	}
	return -1
}

func (a *frontier) drop(r int) { a.rounds[r].Store(nil) }

// markAll marks the cells that are decided in the given round (from) or later. The
// argument first is the index of cells[0].
func (a *frontier) markAll(cells []value.Cell, first, from int) {
	for i, c := range cells {
		if (c.IsWin() || c.IsLoss()) && c.Remoteness() >= from {
			mark(a.round(c.Remoteness()), first+i)
		}
	}
}

// nextWord returns the first cell of the bitmap word that follows the given cell's
// word.
func nextWord(at int) int { return (at/wordCells + 1) * wordCells }

// marked returns the bitmap word that contains cell from. It clears the bits of cells
// outside from..to. Each bound must be a multiple of granule or the end of the tier.
func marked(bitmap []uint64, from, to int) uint64 {
	word := bitmap[from/wordCells] >> (from / granule % 64) << (from / granule % 64)
	if end := (to+granule-1)/granule - from/wordCells*64; end < 64 {
		word &= 1<<end - 1
	}
	return word
}
