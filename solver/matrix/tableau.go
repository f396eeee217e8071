package matrix

import (
	"math"
	"math/big"
)

// tableau is an exact simplex tableau. All entries are integers over one common
// denominator, which is the last pivot (integer-preserving pivoting: Edmonds
// 1967, Bareiss 1968).
//
// The tableau is condensed. Row i represents the equation basic[i] + sum over j
// of entry(i,j)*free[j] = entry(i,cols), so a slack variable has a column only
// when it is free. The objective row follows the constraints. Variables
// 0..cols-1 are initially free (zero), and the slacks cols..cols+rows-1 are
// initially basic.
//
// Entries are int64 until one overflows; then all are converted to big.Int. As long
// as all entries are less than 2^31, which is nearly always the case, products cannot
// overflow, and exact division is a multiplication by the inverse of the denominator
// modulo 2^64. If entries were big.Rat, each step would require a gcd.
type tableau struct {
	basis

	small, spare []int64
	den          int64
	bound        uint64 // bitwise or of the magnitudes of den and of all entries of small

	isLarge  bool
	large    []big.Int
	largeDen big.Int
	product  [2]big.Int
	rest     big.Int
}

type basis struct {
	rows, cols  int // numbers of constraints and of free variables
	basic, free []int
	where       []int // for each variable, its column if it is free, and ^row if it is basic
}

// reset makes all slacks basic.
func (b *basis) reset(rows, cols int) {
	b.rows, b.cols = rows, cols
	b.basic, b.free, b.where = b.basic[:0], b.free[:0], b.where[:0]
	for j := range cols {
		b.free, b.where = append(b.free, j), append(b.where, j)
	}
	for i := range rows {
		b.basic, b.where = append(b.basic, cols+i), append(b.where, ^i)
	}
}

// exchange makes the basic variable of row r free and the free variable of
// column k basic.
func (b *basis) exchange(r, k int) {
	out, in := b.basic[r], b.free[k]
	b.basic[r], b.free[k] = in, out
	b.where[in], b.where[out] = ^r, k
}

// reset initializes a tableau with right-hand sides of 1, entries of 0 and the
// given objective coefficient. With a coefficient of -1, the sum of the free
// variables is maximized.
func (t *tableau) reset(rows, cols int, objective int64) {
	t.basis.reset(rows, cols)
	n := (rows + 1) * (cols + 1)
	if cap(t.small) < n {
		t.small, t.spare = make([]int64, n), make([]int64, n)
	}
	t.small, t.spare = t.small[:n], t.spare[:n]
	clear(t.small)
	for i := range rows {
		t.small[i*(cols+1)+cols] = 1
	}
	for j := range cols {
		t.small[rows*(cols+1)+j] = objective
	}
	t.den, t.bound, t.isLarge = 1, 1, false
}

// put sets an entry of an int64 tableau to v, which must not be math.MinInt64.
func (t *tableau) put(i, j int, v int64) {
	t.small[i*(t.cols+1)+j] = v
	t.bound |= magnitude(v)
}

func (t *tableau) putLarge(i, j int, v *big.Int) {
	if !t.isLarge {
		if v.IsInt64() && v.Int64() != math.MinInt64 {
			t.put(i, j, v.Int64())
			return
		}
		t.grow()
	}
	t.large[i*(t.cols+1)+j].Set(v)
}

func (t *tableau) grow() {
	if cap(t.large) < len(t.small) {
		t.large = make([]big.Int, len(t.small))
	}
	t.large = t.large[:len(t.small)]
	for i, v := range t.small {
		t.large[i].SetInt64(v)
	}
	t.largeDen.SetInt64(t.den)
	t.isLarge = true
}

func (t *tableau) entry(i, j int) *big.Int {
	if t.isLarge {
		return &t.large[i*(t.cols+1)+j]
	}
	return big.NewInt(t.small[i*(t.cols+1)+j])
}

func (t *tableau) denominator() *big.Int {
	if t.isLarge {
		return &t.largeDen
	}
	return big.NewInt(t.den)
}

func (t *tableau) positive(i, j int) bool {
	if t.isLarge {
		return t.large[i*(t.cols+1)+j].Sign() > 0
	}
	return t.small[i*(t.cols+1)+j] > 0
}

// entering returns the first of the columns with the most negative objective
// entry, or -1 if no entry is negative.
func (t *tableau) entering() int {
	best, from := -1, t.rows*(t.cols+1)
	if t.isLarge {
		for j := range t.cols {
			if e := &t.large[from+j]; e.Sign() < 0 && (best < 0 || e.Cmp(&t.large[from+best]) < 0) {
				best = j
			}
		}
		return best
	}
	least := int64(0)
	for j, e := range t.small[from : from+t.cols] {
		if e < least {
			best, least = j, e
		}
	}
	return best
}

// leaving returns the row that limits the growth of the variable in column k,
// or -1 if none does. It uses the lexicographic rule: the right-hand side of
// row i is treated as if the i-th power of an infinitesimal were added to it.
// Rows therefore never tie, and pivoting cannot cycle.
func (t *tableau) leaving(k int) int {
	best := -1
	for i := range t.rows {
		if t.positive(i, k) && (best < 0 || t.limitsMore(i, best, k)) {
			best = i
		}
	}
	return best
}

// limitsMore reports whether row i limits column k more than row r does.
func (t *tableau) limitsMore(i, r, k int) bool {
	if c := t.compareRatios(i, r, t.cols, k); c != 0 {
		return c < 0
	}
	for _, at := range t.where[t.cols:] {
		// The column of a basic slack is a unit vector.
		switch at {
		case ^i:
			return false
		case ^r:
			return true
		}
		if at >= 0 {
			if c := t.compareRatios(i, r, at, k); c != 0 {
				return c < 0
			}
		}
	}
	panic("matrix: tableau has two equal rows")
}

// compareRatios compares entry(i,c)/entry(i,k) with entry(r,c)/entry(r,k). Both
// denominators must be positive.
func (t *tableau) compareRatios(i, r, c, k int) int {
	w := t.cols + 1
	i, r = i*w, r*w
	if t.isLarge {
		x, y := &t.product[0], &t.product[1]
		return x.Mul(&t.large[i+c], &t.large[r+k]).Cmp(y.Mul(&t.large[r+c], &t.large[i+k]))
	}
	hi, lo := cross(t.small[i+c], t.small[r+k], t.small[r+c], t.small[i+k])
	switch {
	case hi < 0:
		return -1
	case hi == 0 && lo == 0:
		return 0
	}
	return 1
}
