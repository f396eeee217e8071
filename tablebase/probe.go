package tablebase

import (
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// Probe is like [Table.Find], but requires every state to be in the table. If a
// state is missing, Probe returns the outcomes of the preceding states and an error
// that wraps [store.ErrNotStored].
func (t *Table[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	from := len(dst)
	dst, err := t.Find(dst, states)
	for i, o := range dst[from:] {
		if o.Security[0] == nil {
			return dst[:from+i], fmt.Errorf("look up %s in %s: %w", games.NotationOf(t.Game).FormatState(states[i]), t.Header().Name, store.ErrNotStored)
		}
	}
	return dst, err
}

// Find appends the outcome of each state to dst. Payoffs are in the order of the
// state's roles. If a state is not in the table, its outcome has no payoffs or
// security levels. States need not be canonical. The outcome of a terminal state
// may be derived from the rules, even if the state is unreachable.
//
// If the table is damaged, Find returns dst unchanged and a [*store.CorruptError].
// Outcomes share their rationals, so callers must not modify them.
func (t *Table[S]) Find(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	if t.Tiers != nil {
		return t.findInTiers(dst, states)
	}
	canonical := slices.Clone(states)
	swaps := make([]bool, len(states))
	t.canonizer.Canonize(canonical, swaps)
	layers := t.LayersOf(nil, canonical)
	terminal, err := t.findTerminal(states, layers)
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
		case layers[i] == terminalLayer:
			*o, terminal = terminal[0], terminal[1:]
		case indices[i] < 0:
			*o = value.Outcome{Remoteness: -1}
		case swaps[i]:
			*o = o.Swapped()
		}
	}
	return dst, nil
}

// terminalLayer is used as the layer number of terminal states that are not stored.
const terminalLayer = -1

// findTerminal returns the outcomes of the terminal states that the table omits, as
// determined by the rules. It sets the elements of layers for these states to
// terminalLayer.
func (t *Table[S]) findTerminal(states []S, layers []int32) (outcomes []value.Outcome, err error) {
	if t.Ender == nil {
		return nil, nil
	}
	var terminal []S
	for i, ok := range t.Ender.IsTerminal(nil, states) {
		if ok {
			terminal = append(terminal, states[i])
			layers[i] = terminalLayer
		}
	}
	payoffs := t.Game.Payoffs(nil, terminal)
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

// Contains reports whether a canonical state is stored in any layer. It does not
// call any method of the game.
func (t *Table[S]) Contains(s S) (bool, error) {
	layers := make([]int32, len(t.Solution().Layers))
	for i := range layers {
		layers[i] = int32(i)
	}
	_, at, err := t.Values(nil, nil, slices.Repeat([]S{s}, len(layers)), layers)
	return slices.ContainsFunc(at, func(index int64) bool { return index >= 0 }), err
}

// LayersOf appends the layer number of each state to dst.
func (t *Table[S]) LayersOf(dst []int32, states []S) []int32 {
	if t.layered != nil {
		return t.layered.Layers(dst, states)
	}
	return append(dst, make([]int32, len(states))...)
}

// Outcome decodes a value of the table.
func (t *Table[S]) Outcome(v value.Value) (value.Outcome, error) {
	list, err := t.outcomesOf(nil, []value.Value{v})
	if err != nil {
		return value.Outcome{}, err
	}
	return list[0], nil
}

const maxOutcomes = 1 << 16 // maximum number of outcomes kept in memory

// outcomesOf appends the outcome of each value to dst. The outcomes of equal values
// share their rationals.
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
			return dst, t.Damaged(fmt.Sprintf("value %d is out of range (the table has %d)", v, all.Len()), nil)
		default:
			o = all.Of(v)
			if len(t.outcomes) < maxOutcomes {
				t.outcomes[v] = o
			}
			dst = append(dst, o)
		}
	}
	return dst, nil
}

// findInTiers implements Find for a tiered table, which contains every position.
func (t *Table[S]) findInTiers(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	cells, err := t.Tiers.Cells(nil, states, true)
	if err != nil {
		return dst, err
	}
	g := t.Tiers.Game
	info := g.Info()
	movers, draws := g.Movers(nil, states), TerminalDraws(g, states, cells)
	values := make([]value.Value, len(cells))
	for i, cell := range cells {
		values[i] = cell.Value(info, int(movers[i]))
		if draws[i] {
			values[i] = value.Measured(int16(info.Draw()), 0)
		}
	}
	return t.outcomesOf(dst, values)
}

// TerminalDraws reports for each state whether it is terminal and drawn. cells
// holds the cell of each state.
func TerminalDraws[S games.State](g games.Game[S], states []S, cells []value.Cell) []bool {
	var draws []S
	for i, cell := range cells {
		if cell == value.Draw {
			draws = append(draws, states[i])
		}
	}
	_, ends := g.Expand(nil, nil, draws)
	terminal := make([]bool, len(states))
	from := int32(0)
	for i, cell := range cells {
		if cell == value.Draw {
			terminal[i] = ends[0] == from
			from, ends = ends[0], ends[1:]
		}
	}
	return terminal
}
