package index

import (
	"fmt"
	"math/bits"
)

// divider divides by a constant: a multiplication by the reciprocal takes a
// fraction of the time of a division.
type divider struct {
	by         uint64
	reciprocal uint64 // 2^64/by, rounded up; 0 for a divisor of 1, where that does not fit
}

// newDivider makes a divider by d, from 1 to 1<<24. It is exact for all numbers
// below 1<<40: as the reciprocal is less than 1 too large, a product with x is
// less than x too large, and only 2^64/d or more would change a quotient.
func newDivider(d uint64) divider {
	if d < 1 || d > 1<<24 {
		panic(fmt.Sprintf("index: divisor %d, want 1 to 1<<24", d))
	}
	return divider{by: d, reciprocal: (1<<64-1)/d + 1}
}

// split returns the quotient and the remainder of x, which is below 1<<40.
func (d divider) split(x uint64) (quotient, remainder uint64) {
	if d.reciprocal == 0 {
		return x, 0
	}
	quotient, _ = bits.Mul64(x, d.reciprocal)
	return quotient, x - quotient*d.by
}
