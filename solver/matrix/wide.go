package matrix

import (
	"math"
	"math/bits"
)

// cross returns a*b - c*d in 128 bits. No factor may be math.MinInt64.
func cross(a, b, c, d int64) (hi int64, lo uint64) {
	h1, l1 := multiply(a, b)
	h2, l2 := multiply(c, d)
	lo, borrow := bits.Sub64(l1, l2, 0)
	h, _ := bits.Sub64(h1, h2, borrow)
	return int64(h), lo
}

// multiply returns a*b in 128 bits, in two's complement.
func multiply(a, b int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(a), uint64(b))
	return hi - uint64(a>>63&b) - uint64(b>>63&a), lo
}

// quotient returns the quotient of a 128-bit number and den, which must be positive
// and divide the number. If the quotient does not fit or equals math.MinInt64, ok is
// false.
func quotient(hi int64, lo uint64, den int64) (q int64, ok bool) {
	negative := hi < 0
	h := uint64(hi)
	if negative {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		h, _ = bits.Sub64(0, h, borrow)
	}
	if h >= uint64(den) {
		return 0, false
	}
	u, _ := bits.Div64(h, lo, uint64(den))
	if u > math.MaxInt64 {
		return 0, false
	}
	if negative {
		return -int64(u), true
	}
	return int64(u), true
}

// oddInverse returns the inverse of the odd number d modulo 2^64. It uses Newton's
// iteration.
func oddInverse(d int64) int64 {
	x := d*3 ^ 2
	for range 4 {
		x *= 2 - d*x
	}
	return x
}

// magnitude returns v if v >= 0, and |v|-1 otherwise. The result is less than
// 2^k if and only if v is in [-2^k, 2^k).
func magnitude(v int64) uint64 { return uint64(v ^ v>>63) }
