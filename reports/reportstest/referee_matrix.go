package reportstest

import (
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// matrix is the value of a matrix game by Shapley and Snow (1950): a square
// part of the matrix has strategies that make the other side indifferent and
// that are optimal in the whole. It tries all parts; for small matrices only.
func (n *Referee[S]) matrix(rows int, below []value.Outcome) value.Outcome {
	cols := len(below) / rows
	at := func(i, j int) *big.Rat { return below[i*cols+j].Payoff[0] }
	for size := 1; size <= min(rows, cols); size++ {
		for _, r := range subsets(rows, size) {
			for _, c := range subsets(cols, size) {
				x, v := indifferent(size, func(i, j int) *big.Rat { return at(r[i], c[j]) })
				y, w := indifferent(size, func(i, j int) *big.Rat { return at(r[j], c[i]) })
				if x == nil || y == nil || v.Cmp(w) != 0 {
					continue
				}
				good := true
				for j := range cols {
					sum := new(big.Rat)
					for i := range size {
						sum.Add(sum, new(big.Rat).Mul(x[i], at(r[i], j)))
					}
					good = good && sum.Cmp(v) >= 0
				}
				for i := range rows {
					sum := new(big.Rat)
					for j := range size {
						sum.Add(sum, new(big.Rat).Mul(y[j], at(i, c[j])))
					}
					good = good && sum.Cmp(v) <= 0
				}
				if !good {
					continue
				}
				o := value.Outcome{Remoteness: -1}
				if size == 1 {
					if o = below[r[0]*cols+c[0]]; o.Remoteness >= 0 {
						o.Remoteness++
					}
					return o
				}
				total := big.NewRat(int64(n.game.Info().Total), 1)
				o.Payoff = [2]*big.Rat{v, total.Sub(total, v)}
				o.Security = o.Payoff
				return o
			}
		}
	}
	panic("a matrix game without value")
}

// indifferent finds the mix of the first side of a square matrix that gets the
// same against every move of the other, or nil.
func indifferent(n int, at func(i, j int) *big.Rat) ([]*big.Rat, *big.Rat) {
	// Unknowns x[0..n-1] and v: sum_i x[i] a(i,j) - v = 0 for all j, sum x = 1.
	m := make([][]*big.Rat, n+1)
	for j := range m {
		m[j] = make([]*big.Rat, n+2)
		for i := range m[j] {
			m[j][i] = new(big.Rat)
			switch {
			case j < n && i < n:
				m[j][i].Set(at(i, j))
			case j < n && i == n:
				m[j][i].SetInt64(-1)
			case j == n && i != n:
				m[j][i].SetInt64(1)
			}
		}
	}
	for k := range m {
		p := k
		for p < len(m) && m[p][k].Sign() == 0 {
			p++
		}
		if p == len(m) {
			return nil, nil
		}
		m[k], m[p] = m[p], m[k]
		for j := range m {
			if j == k || m[j][k].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(m[j][k], m[k][k])
			for i := range m[j] {
				m[j][i].Sub(m[j][i], new(big.Rat).Mul(f, m[k][i]))
			}
		}
	}
	x := make([]*big.Rat, n)
	for i := range x {
		if x[i] = new(big.Rat).Quo(m[i][n+1], m[i][i]); x[i].Sign() < 0 {
			return nil, nil
		}
	}
	return x, new(big.Rat).Quo(m[n][n+1], m[n][n])
}

// subsets lists the sets of k of the numbers 0..n-1.
func subsets(n, k int) [][]int {
	if k == 0 {
		return [][]int{nil}
	}
	var list [][]int
	for last := k - 1; last < n; last++ {
		for _, s := range subsets(last, k-1) {
			list = append(list, append(slices.Clone(s), last))
		}
	}
	return list
}

// general is the subgame-perfect equilibrium with the greatest sum, then the
// most equal payoffs, then the best for role 0, then the shortest play; for
// games whose stages all have a pure equilibrium.
func (n *Referee[S]) general(s S, rows int, below []value.Outcome) value.Outcome {
	cols := len(below) / rows
	var o value.Outcome
	found := false
	for i := range rows {
		for j := range cols {
			c := below[i*cols+j]
			stable := true
			for k := range rows {
				stable = stable && below[k*cols+j].Payoff[0].Cmp(c.Payoff[0]) <= 0
			}
			for k := range cols {
				stable = stable && below[i*cols+k].Payoff[1].Cmp(c.Payoff[1]) <= 0
			}
			if stable && (!found || rank(c, o) > 0) {
				o, found = c, true
			}
		}
	}
	if !found {
		panic("a stage without pure equilibrium at " + games.NotationOf(n.game).FormatState(s))
	}
	o.Remoteness++
	o.Joint = below[0].Joint
	for _, c := range below {
		if sum, best := c.Joint[0]+c.Joint[1], o.Joint[0]+o.Joint[1]; sum > best {
			o.Joint = c.Joint
		}
	}
	for role := range o.Pure {
		values := make([]value.Outcome, len(below))
		for i, c := range below {
			if role == 0 {
				values[i].Payoff[0] = c.Security[0]
			} else {
				values[i%cols*rows+i/cols].Payoff[0] = c.Security[1]
			}
			values[i].Payoff[1] = new(big.Rat)
		}
		across := rows
		if role == 1 {
			across = cols
		}
		o.Security[role] = n.matrix(across, values).Payoff[0]
		o.Pure[role] = -1
		for i := range across {
			low := int16(1000)
			for j := range len(below) / across {
				at := i*cols + j
				if role == 1 {
					at = j*cols + i
				}
				low = min(low, below[at].Pure[role])
			}
			o.Pure[role] = max(o.Pure[role], low)
		}
	}
	return o
}

// rank compares two equilibria: positive if a is selected before b.
func rank(a, b value.Outcome) int {
	sum := func(o value.Outcome) *big.Rat { return new(big.Rat).Add(o.Payoff[0], o.Payoff[1]) }
	if c := sum(a).Cmp(sum(b)); c != 0 {
		return c
	}
	if c := a.Payoff[0].Cmp(a.Payoff[1]); c != 0 {
		panic("unequal payoffs: this referee is for common payoffs")
	}
	return b.Remoteness - a.Remoteness
}
