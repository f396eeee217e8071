package tablebase

import (
	"zermelo/solver"
)

// probe is the Probe of a table of tiers. Tiered games end with the greatest or
// the least of Info.Payoffs for the winner, all of the total or nothing where
// there are none, or with half of the total in a draw.
func (r *tierReader[S]) probe(dst []solver.Outcome, states []S) ([]solver.Outcome, error) {
	cells, err := r.cells(nil, r.game.Rank(nil, states), true)
	if err != nil {
		return dst, err
	}
	rows := r.game.Rows(nil, states)
	for i, cell := range cells {
		payoff, plies := int16(r.t.header.Solution.Outcomes.Total/2), -1
		switch {
		case rows[i] == 0:
			payoff, plies = r.game.Payoffs(nil, states[i:i+1])[0][0], 0
		case cell.IsWin() || cell.IsLoss():
			payoff, plies = r.decided(states[i], rows[i], cell), cell.Remoteness()
		}
		v := solver.Unmeasured(payoff)
		if plies >= 0 {
			v = solver.Decided(payoff, plies)
		}
		o, err := r.t.outcome(v)
		if err != nil {
			return dst, err
		}
		dst = append(dst, o)
	}
	return dst, nil
}

// decided is the payoff of role 0 at a state with so many rows where the player
// to move wins or loses.
//
// Who that is the rows do not tell where there is one child. But then play is
// forced, up to a state that tells, or to the end.
func (r *tierReader[S]) decided(s S, rows int32, cell solver.Cell) int16 {
	mover := 0 // at the first of the states
	for plies := range cell.Remoteness() + 1 {
		if rows == 0 {
			return r.game.Payoffs(nil, []S{s})[0][0]
		}
		if rows > 1 {
			mover = plies % 2
			break
		}
		children, _ := r.game.Expand(nil, nil, []S{s})
		if len(children) > 1 {
			mover = 1 - plies%2
			break
		}
		s = children[0]
		rows = r.game.Rows(nil, children)[0]
	}
	list := r.game.Info().Payoffs
	if len(list) == 0 {
		list = []int{0, r.t.header.Solution.Outcomes.Total}
	}
	if (mover == 0) == cell.IsWin() {
		return int16(list[len(list)-1])
	}
	return int16(list[0])
}
