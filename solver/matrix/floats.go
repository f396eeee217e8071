package matrix

import "math"

// floats is a floating-point tableau that is used to guess the final basis.
type floats struct {
	basis
	entries []float64 // includes a column of right-hand sides and a row for the objective
}

// reset initializes a linear program that maximizes the sum of the free variables.
// All right-hand sides are 1.
func (t *floats) reset(rows, cols int) {
	t.basis.reset(rows, cols)
	n := (rows + 1) * (cols + 1)
	if cap(t.entries) < n {
		t.entries = make([]float64, n)
	}
	t.entries = t.entries[:n]
	for i := range rows {
		t.entries[i*(cols+1)+cols] = 1
	}
	for j := range cols {
		t.entries[rows*(cols+1)+j] = -1
	}
	t.entries[n-1] = 0
}

// epsilon is the magnitude below which entries are treated as zero. Initial
// entries are between 1 and 2.
const epsilon = 1e-9

// maximize solves the linear program. It returns false after too many pivots.
func (t *floats) maximize() bool {
	w := t.cols + 1
	for range 20 * (t.rows + t.cols) {
		k, minEntry := -1, -epsilon
		for j, e := range t.entries[t.rows*w : t.rows*w+t.cols] {
			if e < minEntry {
				k, minEntry = j, e
			}
		}
		if k < 0 {
			return true
		}
		r, minRatio := -1, math.Inf(1)
		for i := range t.rows {
			if e := t.entries[i*w+k]; e > epsilon {
				if ratio := t.entries[i*w+t.cols] / e; ratio < minRatio {
					r, minRatio = i, ratio
				}
			}
		}
		if r < 0 {
			return false
		}
		t.pivot(r, k)
	}
	return false
}

func (t *floats) pivot(r, k int) {
	w := t.cols + 1
	row := t.entries[r*w : r*w+w]
	p := row[k]
	row[k] = 1
	for j := range row {
		row[j] /= p
	}
	for i := 0; i <= t.rows; i++ {
		if i == r {
			continue
		}
		other := t.entries[i*w : i*w+w]
		c := other[k]
		other[k] = 0
		for j, v := range row {
			other[j] -= c * v
		}
	}
	t.exchange(r, k)
}
