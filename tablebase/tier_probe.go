package tablebase

import "zermelo/solver"

// probe is the Probe of a table of tiers. Tiered games end with the greatest or
// the least of Info.Payoffs for role 0, all of the total or nothing where there
// are none, or with half of the total in a draw.
func (r *tierReader[S]) probe(dst []solver.Outcome, states []S) ([]solver.Outcome, error) {
	cells, err := r.cells(nil, r.game.Rank(nil, states), true)
	if err != nil {
		return dst, err
	}
	total := r.t.header.Solution.Outcomes.Total
	list := r.game.Info().Payoffs
	if len(list) == 0 {
		list = []int{0, total}
	}
	rows, movers := r.game.Rows(nil, states), r.game.Movers(nil, states)
	for i, cell := range cells {
		var v solver.Value
		switch wins := cell.IsWin(); {
		case cell.IsLoss() || wins:
			payoff := list[0]
			if wins == (movers[i] == 0) {
				payoff = list[len(list)-1]
			}
			v = solver.Decided(int16(payoff), cell.Remoteness())
		case rows[i] == 0:
			v = solver.Decided(int16(total/2), 0)
		default:
			v = solver.Unmeasured(int16(total / 2))
		}
		o, err := r.t.outcome(v)
		if err != nil {
			return dst, err
		}
		dst = append(dst, o)
	}
	return dst, nil
}
