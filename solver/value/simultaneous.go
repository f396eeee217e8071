package value

import (
	"math/big"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// simultaneousRule solves states of constant-sum games with joint moves: each
// is a matrix game over the exact values of its children. A list of children
// met before costs one look-up, a new one with small fractions about a
// microsecond or two, one with numbers beyond 64 bits what big.Int takes.
type simultaneousRule struct {
	memo  ruleMemo
	total int
	game  matrix.Game

	entries   []*internEntry
	outs      []*Outcome
	fractions []matrix.Fraction
	rats      []*big.Rat
}

// newSimultaneousRule returns a rule for one worker. Total is the sum of the
// payoffs.
func newSimultaneousRule(in *interner, total int) *simultaneousRule {
	return &simultaneousRule{memo: newRuleMemo(in), total: total}
}

func (r *simultaneousRule) Terminal(p games.Payoff) Value { return r.memo.Terminal(p) }

func (r *simultaneousRule) Combine(rows int, children []Value) Value {
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
	cols := len(children) / rows
	value := r.value(rows, cols)
	if row, col, ok := r.game.Saddle(); ok {
		child := r.outs[row*cols+col]
		o := simultaneousOutcome(rows, r.outs, child.Payoff[0], child.Payoff[1])
		return r.memo.interner.intern(&o)
	}
	o := simultaneousOutcome(rows, r.outs, value, complement(r.total, value))
	return r.memo.interner.intern(&o)
}

// value is the value for role 0 of the matrix of r.entries; it may be nil if
// there is a saddle point.
func (r *simultaneousRule) value(rows, cols int) *big.Rat {
	r.fractions = r.fractions[:0]
	for _, e := range r.entries {
		r.fractions = append(r.fractions, e.fraction)
	}
	if v, ok := r.game.SolveFractions(rows, cols, r.fractions); ok {
		return v
	}
	r.rats = r.rats[:0]
	for _, o := range r.outs {
		r.rats = append(r.rats, o.Payoff[0])
	}
	return r.game.Solve(rows, cols, r.rats)
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
