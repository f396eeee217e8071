package matrix

import "math/bits"

// Pivoting has three implementations. Each supports larger entries than the
// previous one; see tableau.

// pivot exchanges the basic variable of row r and the free variable of column
// k. The entry in row r and column k must be positive.
func (t *tableau) pivot(r, k int) {
	switch {
	case t.isLarge:
		t.pivotLarge(r, k)
	case t.bound < 1<<31:
		t.pivotNarrow(r, k)
	case !t.pivotWide(r, k):
		t.grow()
		t.pivotLarge(r, k)
	}
	t.exchange(r, k)
}

// copyPivotRow writes to t.spare the row that replaces row r after a pivot in column
// k. It returns the old row and its bound; see tableau.
func (t *tableau) copyPivotRow(r, k int) (row []int64, bound uint64) {
	w := t.cols + 1
	row = t.small[r*w : r*w+w]
	bound = uint64(t.den)
	for _, v := range row {
		bound |= magnitude(v)
	}
	copy(t.spare[r*w:], row)
	t.spare[r*w+k] = t.den
	return row, bound
}

// pivotNarrow pivots a tableau whose entries are so small that no product can overflow.
func (t *tableau) pivotNarrow(r, k int) {
	w := t.cols + 1
	pivotRow, bound := t.copyPivotRow(r, k)
	p := pivotRow[k]
	shift := bits.TrailingZeros64(uint64(t.den))
	inverse := oddInverse(t.den >> shift)
	for i := 0; i <= t.rows; i++ {
		if i == r {
			continue
		}
		row, out := t.small[i*w:i*w+w], t.spare[i*w:i*w+w]
		c := row[k]
		for j, v := range row {
			q := (v*p - c*pivotRow[j]) >> shift * inverse
			out[j] = q
			bound |= magnitude(q)
		}
		out[k] = -c
		bound |= magnitude(-c)
	}
	t.den, t.bound = p, bound
	t.small, t.spare = t.spare, t.small
}

// pivotWide pivots with 128-bit products. If a result does not fit into 64
// bits, it returns false and leaves the tableau unchanged.
func (t *tableau) pivotWide(r, k int) bool {
	w := t.cols + 1
	pivotRow, bound := t.copyPivotRow(r, k)
	p := pivotRow[k]
	for i := 0; i <= t.rows; i++ {
		if i == r {
			continue
		}
		row, out := t.small[i*w:i*w+w], t.spare[i*w:i*w+w]
		c := row[k]
		for j, v := range row {
			if j == k {
				out[k] = -c
			} else {
				hi, lo := cross(v, p, c, pivotRow[j])
				q, ok := quotient(hi, lo, t.den)
				if !ok {
					return false
				}
				out[j] = q
			}
			bound |= magnitude(out[j])
		}
	}
	t.den, t.bound = p, bound
	t.small, t.spare = t.spare, t.small
	return true
}

func (t *tableau) pivotLarge(r, k int) {
	w := t.cols + 1
	pivotRow := t.large[r*w : r*w+w]
	p := &pivotRow[k]
	x, y := &t.product[0], &t.product[1]
	for i := 0; i <= t.rows; i++ {
		if i == r {
			continue
		}
		row := t.large[i*w : i*w+w]
		c := &row[k]
		for j := range row {
			if j != k {
				x.Sub(x.Mul(&row[j], p), y.Mul(c, &pivotRow[j]))
				row[j].QuoRem(x, &t.largeDen, &t.rest)
			}
		}
		c.Neg(c)
	}
	x.Set(p)
	p.Set(&t.largeDen)
	t.largeDen.Set(x)
}
