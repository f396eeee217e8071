// Package matrixtest provides a reference solver and checks of solutions for
// tests of matrix games.
package matrixtest

import (
	"fmt"
	"math/big"
)

// NaiveValue returns the value of a matrix game. It uses the theorem of Shapley
// and Snow: some square submatrix has strategies that make the opponent
// indifferent and are optimal in the whole matrix.
func NaiveValue(rows, cols int, a []*big.Rat) *big.Rat {
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
			if Optimal(rows, cols, a, v, embed(rows, is, x), embed(cols, js, y)) == "" {
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

func embed(n int, at []int, p []*big.Rat) []*big.Rat {
	out := zeros(n)
	for i, k := range at {
		out[k] = p[i]
	}
	return out
}

// equalizer uses Gaussian elimination to find x and v such that the sum over i
// of x[i]*m(i,j) is v for all j, and the sum of x is 1. It returns nil if the
// solution is not unique.
func equalizer(n int, m func(i, j int) *big.Rat) (x []*big.Rat, v *big.Rat) {
	// The unknowns are x[0..n-1] and v. The last column is the right-hand side.
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

// Optimal checks a solution of a matrix game. It returns a description of the
// error, or "" if the solution is correct.
func Optimal(rows, cols int, a []*big.Rat, v *big.Rat, x, y []*big.Rat) string {
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

// Nash checks an equilibrium of a bimatrix game. It returns a description of
// the error, or "" if the equilibrium is correct.
func Nash(rows, cols int, a, b, x, y []*big.Rat) string {
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

// Text formats a value and both strategies.
func Text(v *big.Rat, x, y []*big.Rat) string {
	list := func(p []*big.Rat) []string {
		s := make([]string, len(p))
		for i, q := range p {
			s[i] = q.RatString()
		}
		return s
	}
	return fmt.Sprint(v.RatString(), " ", list(x), " ", list(y))
}

// Wholes returns integers as fractions.
func Wholes(a ...int64) []*big.Rat {
	r := make([]*big.Rat, len(a))
	for i, v := range a {
		r[i] = big.NewRat(v, 1)
	}
	return r
}

func zeros(n int) []*big.Rat {
	z := make([]*big.Rat, n)
	for i := range z {
		z[i] = new(big.Rat)
	}
	return z
}
