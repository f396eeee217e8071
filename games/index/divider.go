package index

import (
	"fmt"
	"math/bits"
)

// divider divides by a constant: a multiplication by the reciprocal takes a
// fraction of the time of a division.
type divider struct {
	by         uint64
	reciprocal uint64 // 2^63/by, rounded up
}

// maxDividend is the number up to which a divider is exact.
const maxDividend = 1 << 39

// newDivider makes a divider by d, from 1 to 1<<24. As the reciprocal is less
// than 1 too large, its product with 2*x is less than 2*x too large, and only
// 2^64/d or more would change a quotient.
func newDivider(d uint64) divider {
	if d < 1 || d > 1<<24 {
		panic(fmt.Sprintf("index: divisor %d, want 1 to 1<<24", d))
	}
	return divider{by: d, reciprocal: (1<<63-1)/d + 1}
}

// split returns the quotient and the remainder of x, at most maxDividend.
func (d divider) split(x uint64) (quotient, remainder uint64) {
	quotient, _ = bits.Mul64(2*x, d.reciprocal)
	return quotient, x - quotient*d.by
}
