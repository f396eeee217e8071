package matrix

import "math"

// floats is a tableau in floating point. It only guesses which variables are basic in the end.
type floats struct {
	basis
	entries []float64 // with a column of right-hand sides, and a row of the objective
}

// reset makes a tableau with right-hand sides 1 that maximises the sum of the free variables.
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

// tiny is what counts as zero: entries are from 1 to 2 at first.
const tiny = 1e-9

// maximise solves the linear program. It reports false if it comes to no end.
func (t *floats) maximise() bool {
	w := t.cols + 1
	for range 20 * (t.rows + t.cols) {
		k, least := -1, -tiny
		for j, e := range t.entries[t.rows*w : t.rows*w+t.cols] {
			if e < least {
				k, least = j, e
			}
		}
		if k < 0 {
			return true
		}
		r, most := -1, math.Inf(1)
		for i := range t.rows {
			if e := t.entries[i*w+k]; e > tiny {
				if ratio := t.entries[i*w+t.cols] / e; ratio < most {
					r, most = i, ratio
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

// pivot exchanges the basic variable of row r with the free one of column k.
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
