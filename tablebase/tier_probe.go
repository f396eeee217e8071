package tablebase

import "zermelo/solver/value"

// probe is the Probe of a table of tiers.
func (r *tierReader[S]) probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	cells, err := r.cells(nil, states, r.game.Rank(nil, states), true)
	if err != nil {
		return dst, err
	}
	info := r.game.Info()
	movers, over := r.game.Movers(nil, states), r.drawn(states, cells)
	for i, cell := range cells {
		v := cell.Value(info, int(movers[i]))
		if over[i] {
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

// drawn tells which of some states with their cells are over in a draw.
func (r *tierReader[S]) drawn(states []S, cells []value.Cell) []bool {
	var draws []S
	for i, cell := range cells {
		if cell == value.Draw {
			draws = append(draws, states[i])
		}
	}
	_, ends := r.game.Expand(nil, nil, draws)
	over := make([]bool, len(states))
	from := int32(0)
	for i, cell := range cells {
		if cell == value.Draw {
			over[i] = ends[0] == from
			from, ends = ends[0], ends[1:]
		}
	}
	return over
}
