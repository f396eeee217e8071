package value

import (
	"math/big"

	"zermelo/solver/matrix"
)

// simultaneousRule solves states of constant-sum games with joint moves. It solves
// each state as a matrix game whose entries are the exact values of the children.
type simultaneousRule struct {
	total     int
	game      matrix.Game
	outcomes  []*Outcome
	fractions []matrix.Fraction
	rats      []*big.Rat
}

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

func simultaneousOutcome(shape []int32, children []*Outcome, payoff Payoffs) Outcome {
	return Outcome{Payoff: payoff, Security: payoff, Pure: stageOf(shape, children).pureSecurity(), Remoteness: -1}
}
