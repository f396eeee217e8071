package tablebase

import (
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// Probe is Find where all states must be in the table. It returns an error that wraps
// ErrNotStored if one is not, and then dst with fewer outcomes than states.
func (t *Table[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	from := len(dst)
	dst, err := t.Find(dst, states)
	for i, o := range dst[from:] {
		if o.Security[0] == nil {
			return dst[:from+i], fmt.Errorf("%s of %s: %w", games.NotationOf(t.Game).FormatState(states[i]), t.Header().Name, store.ErrNotStored)
		}
	}
	return dst, err
}

// Find appends the outcome of each state to dst, as the roles of that state see it; one
// that is not in the table has an outcome without payoffs or security levels. States need not be canonical.
// Those of terminal states may come from the rules, whether a play leads there or not. It
// returns a *CorruptError if the table is damaged, and then dst as it was. The rationals
// of the outcomes are shared and must not be changed.
func (t *Table[S]) Find(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	if t.Tiers != nil {
		return t.findInTiers(dst, states)
	}
	canonical := slices.Clone(states)
	swaps := make([]bool, len(states))
	t.canonizer.Canonize(canonical, swaps)
	layers := t.LayersOf(nil, canonical)
	ended, err := t.findEnded(states, layers)
	if err != nil {
		return dst, err
	}
	values, indices, err := t.Values(nil, nil, canonical, layers)
	if err != nil {
		return dst, err
	}
	from := len(dst)
	if dst, err = t.outcomesOf(dst, values); err != nil {
		return dst[:from], err
	}
	for i := range states {
		switch o := &dst[from+i]; {
		case layers[i] == atEnd:
			*o, ended = ended[0], ended[1:]
		case indices[i] < 0:
			*o = value.Outcome{Remoteness: -1}
		case swaps[i]:
			*o = o.Swapped()
		}
	}
	return dst, nil
}

// atEnd stands for the layer of a terminal state that no layer holds.
const atEnd = -1

// findEnded sets the layers of terminal states to atEnd, if the rules tell their values,
// and returns their outcomes.
func (t *Table[S]) findEnded(states []S, layers []int32) (outcomes []value.Outcome, err error) {
	if t.Ender == nil {
		return nil, nil
	}
	var ended []S
	for i, over := range t.Ender.Over(nil, states) {
		if over {
			ended = append(ended, states[i])
			layers[i] = atEnd
		}
	}
	payoffs := t.Game.Payoffs(nil, ended)
	if t.Solution().Outcomes.Kind == value.Alternating {
		values := make([]value.Value, len(payoffs))
		for i, p := range payoffs {
			values[i] = value.Measured(p[0], 0)
		}
		return t.outcomesOf(nil, values)
	}
	for _, p := range payoffs {
		outcomes = append(outcomes, value.TerminalOutcome(p, len(t.Game.Info().Roles)))
	}
	return outcomes, nil
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
	list, err := t.outcomesOf(nil, []value.Value{v})
	if err != nil {
		return value.Outcome{}, err
	}
	return list[0], nil
}

// outcomesOf appends the meaning of each value. Equal ones share their rationals.
func (t *Table[S]) outcomesOf(dst []value.Outcome, values []value.Value) ([]value.Outcome, error) {
	all := &t.Solution().Outcomes
	dst = slices.Grow(dst, len(values))
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, v := range values {
		switch o, known := t.outcomes[v]; {
		case known:
			dst = append(dst, o)
		case !all.Valid(v):
			return dst, t.Damaged(fmt.Sprintf("value %d is not one of %d", v, len(all.List)), nil)
		default:
			o = all.Of(v)
			t.outcomes[v] = o
			dst = append(dst, o)
		}
	}
	return dst, nil
}

// findInTiers is the Find of a table of tiers, which has all positions.
func (t *Table[S]) findInTiers(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	cells, err := t.Tiers.Cells(nil, states, true)
	if err != nil {
		return dst, err
	}
	g := t.Tiers.Game
	info := g.Info()
	movers, over := g.Movers(nil, states), drawn(g, states, cells)
	values := make([]value.Value, len(cells))
	for i, cell := range cells {
		values[i] = cell.Value(info, int(movers[i]))
		if over[i] {
			values[i] = value.Measured(int16(info.Total/2), 0)
		}
	}
	return t.outcomesOf(dst, values)
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
