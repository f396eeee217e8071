package matrix

import (
	"math"
	"math/big"
	"math/bits"
)

// Fraction is the number Num/Den in lowest terms, with Den > 0. A Fraction whose Den
// is 0 represents a number that does not fit.
type Fraction struct{ Num, Den int64 }

// SolveFractions is like Solve for small fractions. If a saddle point exists,
// value is nil; see Saddle. If the fractions have no common denominator that
// keeps all numbers within 64 bits, ok is false and the game is not solved.
func (g *Game) SolveFractions(rows, cols int, a []Fraction) (value *big.Rat, ok bool) {
	common, ok := g.scale(a)
	if !ok {
		return nil, false
	}
	num, den, ok := g.solveInts(rows, cols, g.ints)
	if g.saddle {
		return nil, true
	}
	if hi, lo := bits.Mul64(uint64(den), uint64(common)); ok && hi == 0 && lo <= math.MaxInt64 {
		return big.NewRat(num, int64(lo)), true
	}
	value = g.value()
	return value.Quo(value, new(big.Rat).SetInt64(common)), true
}

// scale sets g.ints to the fractions multiplied by their common denominator. It
// reports whether all numbers fit into 64 bits.
func (g *Game) scale(a []Fraction) (common int64, ok bool) {
	common = 1
	for _, f := range a {
		if f.Den == 0 {
			return 0, false
		}
		if f.Den != 1 && common%f.Den != 0 {
			hi, lo := bits.Mul64(uint64(common), uint64(f.Den/gcd(common, f.Den)))
			if hi != 0 || lo > math.MaxInt64 {
				return 0, false
			}
			common = int64(lo)
		}
	}
	g.ints = g.ints[:0]
	for _, f := range a {
		n := f.Num
		if f.Den != common {
			hi, lo := multiply(n, common/f.Den)
			if n, ok = quotient(int64(hi), lo, 1); !ok {
				return 0, false
			}
		}
		if n == math.MinInt64 {
			return 0, false
		}
		g.ints = append(g.ints, n)
	}
	return common, true
}
