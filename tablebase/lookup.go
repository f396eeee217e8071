package tablebase

import (
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Special values of Lookup.Indexes, for states that are not stored.
const (
	Missing = -1
	ByRules = -2 // the state is terminal, so the rules determine its value
)

// Lookup looks up batches of states. The zero value is ready to use. Because a Lookup reuses its
// buffers, it must not be used concurrently.
type Lookup[S games.State] struct {
	// Values holds the value of each state from the perspective of the roles in its canonical
	// state. Swaps reports for each state whether canonization exchanged the roles.
	Values []value.Value
	Swaps  []bool
	// Layers holds the layer of each state. Indexes holds the index of each state in its layer,
	// or Missing, or ByRules. A tiered table contains every position and leaves both slices
	// empty.
	Layers  []int32
	Indexes []int64
	// Slots holds the slot of each state. It is set for tiered tables only.
	Slots []games.Slot

	terminals    map[games.Payoff]value.Value
	terminal     []bool
	open, ended  []S
	openLayers   []int32
	foundValues  []value.Value
	foundIndexes []int64
	payoffs      []games.Payoff
	cells        []value.Cell
	movers       []int8
}

// Find looks up states and sets the exported fields of l. Unless the table is tiered, Find
// replaces each element of states with its canonical state. Values of a tiered table are taken
// from cells or, if missing there, from the table. The error is a [*store.CorruptError].
func (l *Lookup[S]) Find(t *Table[S], states []S, cells Cells) (err error) {
	l.Swaps = slices.Grow(l.Swaps[:0], len(states))[:len(states)]
	if t.Tiers != nil {
		clear(l.Swaps)
		return l.findInTiers(t, states, cells)
	}
	t.canonizer.Canonize(states, l.Swaps)
	l.Layers = t.LayersOf(l.Layers[:0], states)
	if t.Ender == nil {
		l.Values, l.Indexes, err = t.Values(l.Values[:0], l.Indexes[:0], states, l.Layers)
		return err
	}
	l.terminal = t.Ender.IsTerminal(l.terminal[:0], states)
	l.open, l.openLayers, l.ended = l.open[:0], l.openLayers[:0], l.ended[:0]
	for i, s := range states {
		if l.terminal[i] {
			l.ended = append(l.ended, s)
		} else {
			l.open, l.openLayers = append(l.open, s), append(l.openLayers, l.Layers[i])
		}
	}
	l.foundValues, l.foundIndexes, err = t.Values(l.foundValues[:0], l.foundIndexes[:0], l.open, l.openLayers)
	if err != nil {
		return err
	}
	l.payoffs = t.Game.Payoffs(l.payoffs[:0], l.ended)
	l.Values, l.Indexes = l.Values[:0], l.Indexes[:0]
	values, indexes, payoffs := l.foundValues, l.foundIndexes, l.payoffs
	for _, terminal := range l.terminal {
		if !terminal {
			l.Values, l.Indexes = append(l.Values, values[0]), append(l.Indexes, indexes[0])
			values, indexes = values[1:], indexes[1:]
			continue
		}
		v, err := l.terminalValue(t, payoffs[0])
		if err != nil {
			return err
		}
		l.Values, l.Indexes, payoffs = append(l.Values, v), append(l.Indexes, ByRules), payoffs[1:]
	}
	return nil
}

// terminalValue returns the value of a terminal state with payoffs p.
func (l *Lookup[S]) terminalValue(t *Table[S], p games.Payoff) (value.Value, error) {
	v, ok := l.terminals[p]
	if !ok {
		if v, ok = t.Solution().Outcomes.Terminal(p); !ok {
			return 0, t.Damaged(fmt.Sprintf("unexpected payoffs %v", p), nil)
		}
		if l.terminals == nil {
			l.terminals = map[games.Payoff]value.Value{}
		}
		l.terminals[p] = v
	}
	return v, nil
}

func (l *Lookup[S]) findInTiers(t *Table[S], states []S, cells Cells) (err error) {
	l.Slots = t.Tiers.Game.Rank(l.Slots[:0], states)
	l.cells = l.cells[:0]
	for _, s := range l.Slots {
		c, ok := cells.At(s)
		if !ok {
			if l.cells, err = t.Tiers.Cells(l.cells[:0], states, true); err != nil {
				return err
			}
			break
		}
		l.cells = append(l.cells, c)
	}
	l.movers = t.Game.Movers(l.movers[:0], states)
	l.Values = slices.Grow(l.Values[:0], len(l.cells))
	info := t.Game.Info()
	for i, c := range l.cells {
		l.Values = append(l.Values, c.Value(info, int(l.movers[i])))
	}
	return nil
}
