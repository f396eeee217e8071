package tablebase

import "zermelo/solver/value"

// probe is the Probe of a table of tiers.
func (r *tierReader[S]) probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	cells, err := r.cells(nil, states, r.game.Rank(nil, states), true)
	if err != nil {
		return dst, err
	}
	info := r.game.Info()
	rows, movers := r.game.Rows(nil, states), r.game.Movers(nil, states)
	for i, cell := range cells {
		v := cell.Value(info, int(movers[i]))
		if cell == value.Draw && rows[i] == 0 {
			v = value.Decided(int16(info.Total/2), 0)
		}
		o, err := r.t.outcome(v)
		if err != nil {
			return dst, err
		}
		dst = append(dst, o)
	}
	return dst, nil
}
