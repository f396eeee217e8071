package tron

import "math/bits"

// cells is a set of up to 128 cells. Bit i represents cell i of the board.
type cells struct{ high, low uint64 }

func cellBit(i int) cells {
	if i < 64 {
		return cells{low: 1 << i}
	}
	return cells{high: 1 << (i - 64)}
}

func (a cells) and(b cells) cells     { return cells{a.high & b.high, a.low & b.low} }
func (a cells) or(b cells) cells      { return cells{a.high | b.high, a.low | b.low} }
func (a cells) without(b cells) cells { return cells{a.high &^ b.high, a.low &^ b.low} }

func (a cells) overlaps(b cells) bool { return a.high&b.high|a.low&b.low != 0 }

func (a cells) empty() bool { return a.high|a.low == 0 }

func (a cells) count() int { return bits.OnesCount64(a.high) + bits.OnesCount64(a.low) }

// up shifts a set up by n bits, where n is in [1, 63].
func (a cells) up(n uint) cells {
	return cells{a.high<<(n&63) | a.low>>((64-n)&63), a.low << (n & 63)}
}

// down shifts a set down by n bits, where n is in [1, 63].
func (a cells) down(n uint) cells {
	return cells{a.high >> (n & 63), a.low>>(n&63) | a.high<<((64-n)&63)}
}

// reversed reverses the order of the first n cells.
func (a cells) reversed(n int) cells {
	r := cells{bits.Reverse64(a.low), bits.Reverse64(a.high)}
	if gone := uint(128 - n); gone >= 64 {
		return cells{low: r.high >> (gone - 64)}
	} else {
		return r.down(gone)
	}
}

// first returns the index of the lowest cell of a non-empty set.
func (a cells) first() int {
	if a.low != 0 {
		return bits.TrailingZeros64(a.low)
	}
	return 64 + bits.TrailingZeros64(a.high)
}

func (a cells) lowest() cells {
	if a.low != 0 {
		return cells{low: a.low & -a.low}
	}
	return cells{high: a.high & -a.high}
}
