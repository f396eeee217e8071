package index

import (
	"fmt"
	"math/bits"
)

// Squares holds the tables for numbering the sets of squares of one board.
type Squares struct {
	n       int
	low     int    // squares in the lower half of a set: half of n, rounded up
	lowMask uint16 // the lower half
	// rank is the place of a half among the halves with as many squares, which
	// are ordered as numbers: those of few squares come first whatever the
	// size of the half. sets is the inverse: sets[first[k]+r] has rank r. Both
	// are as long as for the largest board, so that the compiler knows that no
	// half is too large; a smaller board uses their first part.
	rank, sets *[1 << maxHalf]uint16
	first      []uint32
}

// NewSquares makes the tables for a board of n squares, from 1 to MaxSquares.
// They take 256 KiB of memory.
func NewSquares(n int) *Squares {
	if n < 1 || n > MaxSquares {
		panic(fmt.Sprintf("index: %d squares, want 1 to %d", n, MaxSquares))
	}
	s := &Squares{n: n, low: (n + 1) / 2}
	s.rank, s.sets = new([1 << maxHalf]uint16), new([1 << maxHalf]uint16)
	s.first = make([]uint32, s.low+2)
	s.lowMask = 1<<s.low - 1
	for k := range s.low + 1 {
		s.first[k+1] = s.first[k] + uint32(binomial(s.low, k))
	}
	count := make([]uint32, s.low+1)
	for half := range 1 << s.low {
		k := bits.OnesCount(uint(half))
		s.rank[half] = uint16(count[k])
		s.sets[s.first[k]+count[k]] = uint16(half)
		count[k]++
	}
	return s
}

// Gather numbers the squares that are not gone anew, from 0, and returns the
// squares of set by those numbers. Squares of set that are gone are left out.
func Gather(set, gone uint32) uint32 {
	for gone != 0 {
		above := 31 - bits.LeadingZeros32(gone)
		low := uint32(1)<<(above&31) - 1
		set = set&low | set>>1&^low
		gone &= low
	}
	return set
}

// Scatter is the inverse of Gather.
func Scatter(set, gone uint32) uint32 {
	for ; gone != 0; gone &= gone - 1 {
		low := gone&-gone - 1
		set = set&low | set&^low<<1
	}
	return set
}
