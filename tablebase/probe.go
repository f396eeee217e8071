package tablebase

import (
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
)

// Probe appends the outcome of each state to dst, as the roles of that state
// see it. States need not be canonical. Those of terminal states may come from the
// rules, whether a play leads there or not. It returns an error that wraps
// ErrNotStored if a state is not in the table, a *CorruptError if that is
// damaged, and then dst with fewer outcomes than states. The rationals of the
// outcomes are shared and must not be changed.
func (t *Table[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	if t.Tiers != nil {
		return t.probeTiers(dst, states)
	}
	if t.Ender != nil {
		if over := t.Ender.Over(nil, states); slices.Contains(over, true) {
			return t.probeSome(dst, states, over)
		}
	}
	canonical := slices.Clone(states)
	swaps := make([]bool, len(states))
	t.canonizer.Canonize(canonical, swaps)
	values, _, err := t.Values(nil, nil, canonical, t.LayersOf(nil, canonical))
	if missing, ok := err.(*block.MissingError); ok {
		return dst, fmt.Errorf("%s of %s: %w", games.NotationOf(t.Game).FormatState(states[missing.Index]), t.Header().Name, store.ErrNotStored)
	}
	if err != nil {
		return dst, err
	}
	for i, v := range values {
		o, err := t.Outcome(v)
		if err != nil {
			return dst, err
		}
		if swaps[i] {
			o = o.Swapped()
		}
		dst = append(dst, o)
	}
	return dst, nil
}

// probeSome is Probe of states of which some are over, by the rules.
func (t *Table[S]) probeSome(dst []value.Outcome, states []S, over []bool) ([]value.Outcome, error) {
	var open, ended []S
	for i, s := range states {
		if over[i] {
			ended = append(ended, s)
		} else {
			open = append(open, s)
		}
	}
	var known []value.Outcome
	if len(open) > 0 {
		var err error
		if known, err = t.Probe(nil, open); err != nil {
			return dst, err
		}
	}
	payoffs := t.Game.Payoffs(nil, ended)
	for i := range states {
		if over[i] {
			dst = append(dst, value.TerminalOutcome(payoffs[0]))
			payoffs = payoffs[1:]
		} else {
			dst = append(dst, known[0])
			known = known[1:]
		}
	}
	return dst, nil
}

// LayersOf appends the layer of each state.
func (t *Table[S]) LayersOf(dst []int32, states []S) []int32 {
	if t.layered != nil {
		return t.layered.Layers(dst, states)
	}
	return append(dst, make([]int32, len(states))...)
}

// Outcome is the meaning of a value.
func (t *Table[S]) Outcome(v value.Value) (value.Outcome, error) {
	all := &t.Solution().Outcomes
	switch {
	case !all.Valid(v):
		return value.Outcome{}, t.Damaged(fmt.Sprintf("value %d is not one of %d", v, len(all.List)), nil)
	case all.Kind != value.Alternating:
		return all.List[v], nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	o, ok := t.outcomes[v]
	if !ok {
		o = all.Of(v)
		t.outcomes[v] = o
	}
	return o, nil
}

// probeTiers is the Probe of a table of tiers.
func (t *Table[S]) probeTiers(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	cells, err := t.Tiers.Cells(nil, states, true)
	if err != nil {
		return dst, err
	}
	g := t.Tiers.Game
	info := g.Info()
	movers, over := g.Movers(nil, states), drawn(g, states, cells)
	for i, cell := range cells {
		v := cell.Value(info, int(movers[i]))
		if over[i] {
			v = value.Measured(int16(info.Total/2), 0)
		}
		o, err := t.Outcome(v)
		if err != nil {
			return dst, err
		}
		dst = append(dst, o)
	}
	return dst, nil
}

// drawn tells which of some states with their cells are over in a draw.
func drawn[S games.State](g games.Game[S], states []S, cells []value.Cell) []bool {
	var draws []S
	for i, cell := range cells {
		if cell == value.Draw {
			draws = append(draws, states[i])
		}
	}
	_, ends := g.Expand(nil, nil, draws)
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
