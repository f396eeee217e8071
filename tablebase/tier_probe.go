package tablebase

import "zermelo/solver"

// probe is the Probe of a table of tiers.
func (r *tierReader[S]) probe(dst []solver.Outcome, states []S) ([]solver.Outcome, error) {
	cells, err := r.cells(nil, states, r.game.Rank(nil, states), true)
	if err != nil {
		return dst, err
	}
	info := r.game.Info()
	rows, movers := r.game.Rows(nil, states), r.game.Movers(nil, states)
	for i, cell := range cells {
		v := cell.Value(info, int(movers[i]))
		if cell == solver.Draw && rows[i] == 0 {
			v = solver.Decided(int16(info.Total/2), 0)
		}
		o, err := r.t.outcome(v)
		if err != nil {
			return dst, err
		}
		dst = append(dst, o)
	}
	return dst, nil
}
