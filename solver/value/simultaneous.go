package value

import (
	"math/big"

	"zermelo/solver/matrix"
)

// simultaneousRule solves states of constant-sum games with joint moves as
// matrix games. Their entries are the exact values of the children. A cached
// list of children takes one lookup, and a new one with small fractions takes
// one or two microseconds. Numbers beyond 64 bits are computed with big.Int.
type simultaneousRule struct {
	total     int
	game      matrix.Game
	outcomes  []*Outcome
	fractions []matrix.Fraction
	rats      []*big.Rat
}

// newSimultaneousRule returns a rule for simultaneous games. Each worker needs
// its own.
func newSimultaneousRule(in *interner) *ruleMemo {
	return newRuleMemo(in, (&simultaneousRule{total: in.total}).solve)
}

func (r *simultaneousRule) solve(shape []int32, children []*internEntry) Outcome {
	r.outcomes, r.fractions = r.outcomes[:0], r.fractions[:0]
	for _, c := range children {
		r.outcomes, r.fractions = append(r.outcomes, &c.Outcome), append(r.fractions, c.fraction)
	}
	rows := int(shape[0])
	cols := len(children) / rows
	value, ok := r.game.SolveFractions(rows, cols, r.fractions)
	if !ok {
		r.rats = r.rats[:0]
		for _, o := range r.outcomes {
			r.rats = append(r.rats, o.Payoff[0])
		}
		value = r.game.Solve(rows, cols, r.rats)
	}
	if row, col, ok := r.game.Saddle(); ok {
		return simultaneousOutcome(shape, r.outcomes, r.outcomes[row*cols+col].Payoff)
	}
	return simultaneousOutcome(shape, r.outcomes, Payoffs{value, complement(r.total, value)})
}

// simultaneousOutcome returns the outcome of a state, given its payoffs and its
// children.
func simultaneousOutcome(shape []int32, children []*Outcome, payoff Payoffs) Outcome {
	return Outcome{Payoff: payoff, Security: payoff, Pure: stageOf(shape, children).pureSecurity(), Remoteness: -1}
}
