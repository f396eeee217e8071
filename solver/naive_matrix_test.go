package solver

import (
	"math/big"
	"testing"
)

// naiveMatrixValue finds the value of a matrix game the slow way, by the theorem
// of Shapley and Snow: some square submatrix has strategies that make the
// opponent indifferent and are optimal in the whole.
func naiveMatrixValue(rows, cols int, a []*big.Rat) *big.Rat {
	for rowSet := 1; rowSet < 1<<rows; rowSet++ {
		for colSet := 1; colSet < 1<<cols; colSet++ {
			is, js := elements(rowSet), elements(colSet)
			if len(is) != len(js) {
				continue
			}
			x, v := equalizer(len(is), func(i, j int) *big.Rat { return a[is[i]*cols+js[j]] })
			y, w := equalizer(len(is), func(i, j int) *big.Rat { return a[is[j]*cols+js[i]] })
			if x == nil || y == nil || v.Cmp(w) != 0 {
				continue
			}
			if optimal(rows, cols, a, v, spread(rows, is, x), spread(cols, js, y)) == "" {
				return v
			}
		}
	}
	return nil
}

func elements(set int) []int {
	var list []int
	for i := 0; set>>i > 0; i++ {
		if set>>i&1 == 1 {
			list = append(list, i)
		}
	}
	return list
}

func spread(n int, at []int, p []*big.Rat) []*big.Rat {
	out := zeros(n)
	for i, k := range at {
		out[k] = p[i]
	}
	return out
}

// equalizer solves sum over i of x[i]*m(i,j) = v for all j, sum(x) = 1, by
// elimination in fractions; nil if there is not exactly one solution.
func equalizer(n int, m func(i, j int) *big.Rat) (x []*big.Rat, v *big.Rat) {
	// Unknowns x[0..n-1], v; the last column is the right-hand side.
	t := make([][]*big.Rat, n+1)
	for j := range t {
		t[j] = zeros(n + 2)
		for i := range n {
			if j < n {
				t[j][i].Set(m(i, j))
			} else {
				t[j][i].SetInt64(1)
			}
		}
		if j < n {
			t[j][n].SetInt64(-1)
		} else {
			t[j][n+1].SetInt64(1)
		}
	}
	for c := range t {
		p := c
		for p < len(t) && t[p][c].Sign() == 0 {
			p++
		}
		if p == len(t) {
			return nil, nil
		}
		t[c], t[p] = t[p], t[c]
		for r := range t {
			if r == c || t[r][c].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(t[r][c], t[c][c])
			for k := range t[r] {
				t[r][k] = new(big.Rat).Sub(t[r][k], new(big.Rat).Mul(f, t[c][k]))
			}
		}
	}
	for i := range n {
		x = append(x, new(big.Rat).Quo(t[i][n+1], t[i][i]))
	}
	return x, new(big.Rat).Quo(t[n][n+1], t[n][n])
}

// optimal says what is wrong with a solution of a matrix game, or nothing.
func optimal(rows, cols int, a []*big.Rat, v *big.Rat, x, y []*big.Rat) string {
	if s := distribution(rows, x); s != "" {
		return "x: " + s
	}
	if s := distribution(cols, y); s != "" {
		return "y: " + s
	}
	for j := range cols {
		if dot(x, func(i int) *big.Rat { return a[i*cols+j] }).Cmp(v) < 0 {
			return "x does not guarantee the value"
		}
	}
	for i := range rows {
		if dot(y, func(j int) *big.Rat { return a[i*cols+j] }).Cmp(v) > 0 {
			return "y does not guarantee the value"
		}
	}
	return ""
}

// nash says what is wrong with an equilibrium of a bimatrix game, or nothing.
func nash(rows, cols int, a, b, x, y []*big.Rat) string {
	if s := distribution(rows, x); s != "" {
		return "x: " + s
	}
	if s := distribution(cols, y); s != "" {
		return "y: " + s
	}
	pa := dot(x, func(i int) *big.Rat { return dot(y, func(j int) *big.Rat { return a[i*cols+j] }) })
	pb := dot(x, func(i int) *big.Rat { return dot(y, func(j int) *big.Rat { return b[i*cols+j] }) })
	for i := range rows {
		if dot(y, func(j int) *big.Rat { return a[i*cols+j] }).Cmp(pa) > 0 {
			return "the row player gains by another row"
		}
	}
	for j := range cols {
		if dot(x, func(i int) *big.Rat { return b[i*cols+j] }).Cmp(pb) > 0 {
			return "the column player gains by another column"
		}
	}
	return ""
}

func distribution(n int, p []*big.Rat) string {
	if len(p) != n {
		return "wrong length"
	}
	for _, q := range p {
		if q.Sign() < 0 {
			return "a negative probability"
		}
	}
	if dot(p, func(int) *big.Rat { return big.NewRat(1, 1) }).Cmp(big.NewRat(1, 1)) != 0 {
		return "probabilities do not add up to 1"
	}
	return ""
}

func dot(p []*big.Rat, a func(i int) *big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i, q := range p {
		sum.Add(sum, new(big.Rat).Mul(q, a(i)))
	}
	return sum
}

// wholes makes fractions of integers.
func wholes(a ...int64) []*big.Rat {
	r := make([]*big.Rat, len(a))
	for i, v := range a {
		r[i] = big.NewRat(v, 1)
	}
	return r
}

// TestNaiveMatrixValue tests the referee itself on games with known values.
func TestNaiveMatrixValue(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		a          []int64
		want       string
	}{
		{1, 1, []int64{7}, "7"},
		{2, 2, []int64{1, -1, -1, 1}, "0"},
		{2, 2, []int64{3, -1, -2, 1}, "1/7"},
		{3, 3, []int64{0, -1, 1, 1, 0, -1, -1, 1, 0}, "0"},
		{2, 3, []int64{4, 2, 5, 3, 1, 0}, "2"},
	} {
		if v := naiveMatrixValue(c.rows, c.cols, wholes(c.a...)); v == nil || v.RatString() != c.want {
			t.Errorf("%v: value %v, want %s", c.a, v, c.want)
		}
	}
}
