package index

import (
	"fmt"
	"math/bits"
)

// Squares holds the tables for sets of squares of one board: for numbering
// them, and for leaving out squares that are taken.
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
	// gather[gone<<8|set] is a byte of a set without the squares gone, those
	// that remain moved together; scatter is its inverse.
	gather, scatter *[1 << 16]uint8
}

// NewSquares makes the tables for a board of n squares, from 1 to MaxSquares.
// They take 128 KiB of memory, and 384 for the largest boards.
func NewSquares(n int) *Squares {
	if n < 1 || n > MaxSquares {
		panic(fmt.Sprintf("index: %d squares, want 1 to %d", n, MaxSquares))
	}
	s := &Squares{n: n, low: (n + 1) / 2, gather: new([1 << 16]uint8), scatter: new([1 << 16]uint8)}
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
	for gone := range 256 {
		for set := range 256 {
			s.gather[gone<<8|set] = gatherByte(uint8(gone), uint8(set))
			s.scatter[gone<<8|set] = scatterByte(uint8(gone), uint8(set))
		}
	}
	return s
}

// gatherByte moves the bits of set that are not gone together.
func gatherByte(gone, set uint8) uint8 {
	var together uint8
	to := 0
	for from := range 8 {
		if gone>>from&1 == 0 {
			together |= set >> from & 1 << to
			to++
		}
	}
	return together
}

// scatterByte moves the bits of set apart to where no bit of gone is.
func scatterByte(gone, set uint8) uint8 {
	var apart uint8
	from := 0
	for to := range 8 {
		if gone>>to&1 == 0 {
			apart |= set >> from & 1 << to
			from++
		}
	}
	return apart
}

// Gather numbers the squares that are not gone anew, from 0, and returns the
// squares of set by those numbers. Squares of set that are gone are left out.
func (s *Squares) Gather(set, gone uint32) uint32 {
	together := uint32(s.gather[uint16(gone<<8|set&255)])
	at := 8 - bits.OnesCount8(uint8(gone))
	together |= uint32(s.gather[uint16(gone&0xff00|set>>8&255)]) << (at & 31)
	if s.n > 16 {
		together |= s.gatherUpper(set, gone)
	}
	return together
}

// gatherUpper is Gather for the squares from number 16 on.
func (s *Squares) gatherUpper(set, gone uint32) uint32 {
	at := 16 - bits.OnesCount16(uint16(gone))
	together := uint32(s.gather[uint16(gone>>8&0xff00|set>>16&255)]) << (at & 31)
	at = 24 - bits.OnesCount32(gone&0xffffff)
	return together | uint32(s.gather[uint16(gone>>16&0xff00|set>>24)])<<(at&31)
}

// Scatter is the inverse of Gather.
func (s *Squares) Scatter(set, gone uint32) uint32 {
	apart := uint32(s.scatter[uint16(gone<<8|set&255)])
	from := 8 - bits.OnesCount8(uint8(gone))
	apart |= uint32(s.scatter[uint16(gone&0xff00|set>>(from&31)&255)]) << 8
	if s.n > 16 {
		from = 16 - bits.OnesCount16(uint16(gone))
		apart |= uint32(s.scatter[uint16(gone>>8&0xff00|set>>(from&31)&255)]) << 16
		from = 24 - bits.OnesCount32(gone&0xffffff)
		apart |= uint32(s.scatter[uint16(gone>>16&0xff00|set>>(from&31)&255)]) << 24
	}
	return apart
}
