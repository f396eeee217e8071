package solver

import (
	"math"
	"math/big"
	"math/bits"

	"zermelo/games"
)

// simultaneousRule solves states of constant-sum games with joint moves: each
// is a matrix game over the exact values of its children. A list of children
// met before costs one look-up, a new one with small fractions about a
// microsecond or two, one with numbers beyond 64 bits what big.Int takes.
type simultaneousRule struct {
	memo  ruleMemo
	total int
	game  matrixGame

	entries []*internEntry
	outs    []*Outcome
	ints    []int64
	rats    []*big.Rat
}

// newSimultaneousRule returns a rule for one worker. Total is the sum of the
// payoffs.
func newSimultaneousRule(in *interner, total int) *simultaneousRule {
	return &simultaneousRule{memo: newRuleMemo(in), total: total}
}

func (r *simultaneousRule) terminal(p games.Payoff) Value { return r.memo.terminal(p) }

func (r *simultaneousRule) combine(rows int, children []Value) Value {
	v, hash, ok := r.memo.find(rows, children)
	if !ok {
		v = r.solve(rows, children)
		r.memo.add(hash, rows, children, v)
	}
	return v
}

// solve works out a value that is not in the memo.
func (r *simultaneousRule) solve(rows int, children []Value) Value {
	r.entries, r.outs = r.entries[:0], r.outs[:0]
	for _, c := range children {
		e := r.memo.interner.at(c)
		r.entries, r.outs = append(r.entries, e), append(r.outs, &e.Outcome)
	}
	value := r.value(rows, len(children)/rows)
	if r.game.saddle {
		child := r.outs[r.game.at[0]*r.game.cols+r.game.at[1]]
		o := simultaneousOutcome(rows, r.outs, child.Payoff[0], child.Payoff[1])
		return r.memo.interner.intern(&o)
	}
	o := simultaneousOutcome(rows, r.outs, value, complement(r.total, value))
	return r.memo.interner.intern(&o)
}

// value is the value for role 0 of the matrix of r.entries; it may be nil if
// there is a saddle point.
func (r *simultaneousRule) value(rows, cols int) *big.Rat {
	common, ok := r.scale()
	if !ok {
		r.rats = r.rats[:0]
		for _, o := range r.outs {
			r.rats = append(r.rats, o.Payoff[0])
		}
		return r.game.solve(rows, cols, r.rats)
	}
	num, den, ok := r.game.solveInts(rows, cols, r.ints)
	if r.game.saddle {
		return nil
	}
	if hi, lo := bits.Mul64(uint64(den), uint64(common)); ok && hi == 0 && lo <= math.MaxInt64 {
		return big.NewRat(num, int64(lo))
	}
	value := r.game.value()
	return value.Quo(value, new(big.Rat).SetInt64(common))
}

// scale writes the payoffs of role 0 as r.ints over a common denominator and
// reports whether all of that fits into 64 bits.
func (r *simultaneousRule) scale() (common int64, ok bool) {
	common = 1
	for _, e := range r.entries {
		if e.den == 0 {
			return 0, false
		}
		if common%e.den != 0 {
			hi, lo := bits.Mul64(uint64(common), uint64(e.den/gcd(common, e.den)))
			if hi != 0 || lo > math.MaxInt64 {
				return 0, false
			}
			common = int64(lo)
		}
	}
	r.ints = r.ints[:0]
	for _, e := range r.entries {
		n := e.num
		if e.den != common {
			hi, lo := multiply(n, common/e.den)
			if n, ok = quotient(int64(hi), lo, 1); !ok {
				return 0, false
			}
		}
		if n == math.MinInt64 {
			return 0, false
		}
		r.ints = append(r.ints, n)
	}
	return common, true
}

// simultaneousOutcome is the outcome of a state with the given payoffs.
func simultaneousOutcome(rows int, children []*Outcome, payoff0, payoff1 *big.Rat) Outcome {
	o := Outcome{
		Pure:       pureSecurity(rows, children),
		Remoteness: -1,
	}
	o.Payoff = [games.MaxRoles]*big.Rat{payoff0, payoff1}
	o.Security = o.Payoff
	return o
}
