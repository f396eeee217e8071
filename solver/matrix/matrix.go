// Package matrix solves matrix games exactly: the value and optimal strategies of
// a game of constant sum (Solve, Game), and equilibria of a bimatrix game
// (PureEquilibria, MixedEquilibrium). Matrices are lists, row by row.
//
// A game of constant sum is solved exactly in three steps, each only
// where the one before leaves something to do:
//
//  1. a pure saddle point, the first in row-major order;
//  2. elimination of rows and columns that another one dominates, weakly and
//     again and again (of equal ones the first stays);
//  3. the linear program of what is left: with all entries made positive,
//     maximise sum(q) where A q <= 1, q >= 0. Then 1/sum(q) is the value, q
//     scaled is the column player's strategy and the dual solution the row
//     player's (Dantzig 1951). Entering column: the most negative; leaving row:
//     lexicographic, so it ends; exact by integer pivoting (tableau). Where only the
//     value is asked for and fractions are long, see support.
//
// Cost of games that need step 3, with entries 0..100, on one core of a shared
// x86-64 machine: 2x2 0.3 us, 3x3 0.6 us, 4x4 1.2 us, 8x8 9.5 us, 32x32 14 ms,
// 64x64 0.4 s (the last two in big.Int). Memory: two tableaux, 16 bytes an entry,
// kept between games.
package matrix

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// Game solves matrix games and keeps its buffers from one to the next.
// It is not safe for concurrent use.
type Game struct {
	rows, cols int
	order      []int64 // entries as integers of the same order
	live       [2][]int
	saddle     bool
	at         [2]int  // the saddle point
	ints       []int64 // what SolveFractions has scaled

	// The tableau holds (a - low)/step + 1 for each entry a that is left.
	tableau   tableau
	low, step int64
	lowRat    *big.Rat // set where low and step do not fit
	stepRat   *big.Rat

	support support
}

// Solve solves a constant-sum matrix game exactly. The row player
// maximises a (row by row), the column player minimises it. It returns the
// value and one optimal mixed strategy of each player: pure ones if there is a
// saddle point. The value may be one of the entries.
func Solve(rows, cols int, a []*big.Rat) (value *big.Rat, x, y []*big.Rat) {
	var g Game
	g.reduce(rows, cols, Ranks(a))
	value = g.exact(a)
	x, y = g.Strategies()
	return value, x, y
}

// SolveInts is Solve for integers, none of them MinInt64. It returns the value
// as a fraction, not reduced, den > 0; ok is false if that does not fit: then
// Value tells.
func (g *Game) SolveInts(rows, cols int, a []int64) (num, den int64, ok bool) {
	if g.reduce(rows, cols, a) {
		g.low, g.lowRat = a[g.at[0]*cols+g.at[1]], nil
		return g.low, 1, true
	}
	if !g.loadInts(a) {
		rats := make([]*big.Rat, len(a))
		for i, v := range a {
			rats[i] = big.NewRat(v, 1)
		}
		g.loadRats(rats)
	}
	g.maximise()
	if g.lowRat != nil || g.tableau.isLarge {
		return 0, 0, false
	}
	// value = low + step*(d-w)/w, where d/w is the value in the tableau.
	t := &g.tableau
	w := t.small[len(t.small)-1]
	h1, l1 := multiply(g.low, w)
	h2, l2 := multiply(g.step, t.den-w)
	lo, carry := bits.Add64(l1, l2, 0)
	hi, _ := bits.Add64(h1, h2, carry)
	num, ok = quotient(int64(hi), lo, 1)
	return num, w, ok
}

// Solve returns the value of a game, which may be one of the entries, and no strategies.
func (g *Game) Solve(rows, cols int, a []*big.Rat) *big.Rat {
	if !g.reduce(rows, cols, Ranks(a)) {
		if v := g.bySupport(a); v != nil {
			return v
		}
	}
	return g.exact(a)
}

// exact solves what reduce has left of a game, with strategies, and returns its value.
func (g *Game) exact(a []*big.Rat) *big.Rat {
	if g.saddle {
		g.lowRat = a[g.at[0]*g.cols+g.at[1]]
		return g.lowRat
	}
	g.loadRats(a)
	g.maximise()
	return g.Value()
}

// Value is the value of the game that SolveInts has solved last.
func (g *Game) Value() *big.Rat {
	low, step := g.lowRat, g.stepRat
	if low == nil {
		low, step = big.NewRat(g.low, 1), big.NewRat(g.step, 1)
	}
	if g.saddle {
		return low
	}
	t := &g.tableau
	w := t.entry(t.rows, t.cols)
	v := new(big.Rat).SetFrac(new(big.Int).Sub(t.denominator(), w), w)
	return v.Add(v.Mul(v, step), low)
}

// Saddle is the pure saddle point of the game solved last, if there is one.
func (g *Game) Saddle() (row, col int, ok bool) { return g.at[0], g.at[1], g.saddle }

// Strategies are optimal strategies of the game that SolveInts has solved last.
func (g *Game) Strategies() (x, y []*big.Rat) {
	if g.saddle {
		return Pure(g.rows, g.at[0]), Pure(g.cols, g.at[1])
	}
	x, y = zeros(g.rows), zeros(g.cols)
	t := &g.tableau
	w := t.entry(t.rows, t.cols)
	for i, row := range g.live[0] {
		if at := t.where[t.cols+i]; at >= 0 {
			x[row].SetFrac(t.entry(t.rows, at), w)
		}
	}
	for j, col := range g.live[1] {
		if at := t.where[j]; at < 0 {
			y[col].SetFrac(t.entry(^at, t.cols), w)
		}
	}
	return x, y
}

// Pure is the mixed strategy that always plays choice i of n.
func Pure(n, i int) []*big.Rat {
	p := zeros(n)
	p[i].SetInt64(1)
	return p
}

func zeros(n int) []*big.Rat {
	z := make([]*big.Rat, n)
	for i := range z {
		z[i] = new(big.Rat)
	}
	return z
}

// Ranks gives integers in the same order as a.
func Ranks(a []*big.Rat) []int64 {
	by, near := make([]int, len(a)), make([]float64, len(a))
	for i := range by {
		by[i], near[i] = i, approximate(a[i])
	}
	compare := func(i, j int) int {
		if a[i] == a[j] {
			return 0
		}
		if x, y := near[i], near[j]; math.Abs(x-y) > 1e-14*(math.Abs(x)+math.Abs(y))+subnormal {
			return cmp.Compare(x, y)
		}
		return a[i].Cmp(a[j])
	}
	slices.SortFunc(by, compare)
	order := make([]int64, len(a))
	for k := 1; k < len(by); k++ {
		order[by[k]] = order[by[k-1]]
		if compare(by[k], by[k-1]) != 0 {
			order[by[k]]++
		}
	}
	return order
}

// loadInts puts what is left into the tableau and reports whether it fits.
func (g *Game) loadInts(a []int64) bool {
	rows, cols := g.live[0], g.live[1]
	low, high := a[rows[0]*g.cols+cols[0]], a[rows[0]*g.cols+cols[0]]
	for _, i := range rows {
		for _, j := range cols {
			low, high = min(low, a[i*g.cols+j]), max(high, a[i*g.cols+j])
		}
	}
	if d := high - low; d < 0 || d == math.MaxInt64 {
		return false // high-low+1 overflows
	}
	step := int64(0)
	for _, i := range rows {
		for _, j := range cols {
			if step != 1 {
				step = gcd(a[i*g.cols+j]-low, step)
			}
		}
	}
	g.low, g.step, g.lowRat = low, step, nil
	t := &g.tableau
	t.reset(len(rows), len(cols), -1)
	for i, row := range rows {
		for j, col := range cols {
			t.put(i, j, (a[row*g.cols+col]-low)/step+1)
		}
	}
	return true
}

// gcd is the greatest common divisor of two numbers that are not negative.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// loadRats is loadInts for fractions.
func (g *Game) loadRats(a []*big.Rat) {
	rows, cols := g.live[0], g.live[1]
	left := make([]*big.Rat, 0, len(rows)*len(cols))
	for _, i := range rows {
		for _, j := range cols {
			left = append(left, a[i*g.cols+j])
		}
	}
	var entries []*big.Int
	entries, g.lowRat, g.stepRat = positiveIntegers(left)
	t := &g.tableau
	t.reset(len(rows), len(cols), -1)
	for n, e := range entries {
		t.putLarge(n/len(cols), n%len(cols), e)
	}
}

// positiveIntegers writes each a as low + step*(n-1) with the largest step that
// makes all n integers. The least n is 1.
func positiveIntegers(a []*big.Rat) (n []*big.Int, low, step *big.Rat) {
	low = slices.MinFunc(a, (*big.Rat).Cmp)
	den, num := big.NewInt(1), new(big.Int)
	above := make([]*big.Rat, len(a))
	var common big.Int
	for i, r := range a {
		above[i] = new(big.Rat).Sub(r, low)
		d := above[i].Denom()
		common.GCD(nil, nil, den, d)
		den.Mul(den, d).Quo(den, &common)
	}
	n = make([]*big.Int, len(a))
	for i, r := range above {
		n[i] = new(big.Int).Quo(den, r.Denom())
		n[i].Mul(n[i], r.Num())
		num.GCD(nil, nil, num, n[i])
	}
	one := big.NewInt(1)
	if num.Sign() == 0 {
		num.Set(one) // all equal
	}
	for _, v := range n {
		v.Add(v.Quo(v, num), one)
	}
	return n, low, new(big.Rat).SetFrac(num, den)
}

// maximise solves the linear program in the tableau.
func (g *Game) maximise() {
	t := &g.tableau
	for k := t.steepest(); k >= 0; k = t.steepest() {
		t.pivot(t.leaving(k), k)
	}
}
