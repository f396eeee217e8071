package layered

import (
	"fmt"
	"slices"

	"zermelo/solver/value"
)

// What a worker of an induction does with a chunk of a layer's states.

// valueChunk finds the values of some states of a layer, the first of them at
// index, and leaves them in h.values.
func (d *induction[S]) valueChunk(h *hand[S], layer, index int, states []S) error {
	h.Expand(states)
	h.Look(d.game, states, h.Ends)
	h.orbits = h.Canonizer.Orbits(h.orbits[:0], states)
	h.values = Resize(h.values, len(states))
	if err := d.lookUp(h, layer); err != nil {
		return err
	}
	for i, swap := range h.Swaps {
		if swap {
			h.below[i] = d.book.Swap(h.below[i])
		}
	}
	h.terminal = h.terminal[:0]
	from := int32(0)
	stats := &h.survey.Stats
	for i := range states {
		below := h.below[from:h.Ends[i]]
		from = h.Ends[i]
		stats.RawStates += int64(h.orbits[i])
		stats.Moves += int64(len(below))
		if len(below) == 0 {
			stats.Terminals++
			stats.RawTerminals += int64(h.orbits[i])
			h.terminal = append(h.terminal, states[i])
			continue
		}
		v := h.rule.Combine(int(h.Rows[i]), below)
		h.values[i] = v
		if mover := value.Chooser(h.Movers[i], int(h.Rows[i]), len(below)); mover >= 0 {
			Choice(&h.survey, d.book, &states[i], index+i, mover, v, below)
		}
	}
	return d.valueTerminals(h)
}

// lookUp finds what the later layers say of the children of states of a layer,
// and leaves it in h.below.
func (d *induction[S]) lookUp(h *hand[S], layer int) error {
	h.below = Resize(h.below, len(h.Children))
	answered := 0
	for l := layer + 1; l <= layer+h.Span; l++ {
		if later := d.window[l]; later != nil {
			if err := h.Answer(h.below, h.Children, h.layers, l, later); err != nil {
				return err
			}
			answered += len(h.queries)
		}
	}
	if answered == len(h.Children) {
		return nil
	}
	unknown := 0
	if h.Span > 1 {
		unknown = slices.IndexFunc(h.layers, func(l int32) bool { return int(l) <= layer || int(l) > layer+h.Span || d.window[int(l)] == nil })
	}
	return errUnknown(h.Children[unknown])
}

// valueTerminals fills in the values of the states without children.
func (d *induction[S]) valueTerminals(h *hand[S]) error {
	h.payoffs = d.game.Payoffs(h.payoffs[:0], h.terminal)
	if len(h.payoffs) != len(h.terminal) {
		return fmt.Errorf("%d payoffs for %d terminal states: the game breaks its contract", len(h.payoffs), len(h.terminal))
	}
	next, from := 0, int32(0)
	for i, end := range h.Ends {
		if end == from {
			h.values[i] = h.rule.Terminal(h.payoffs[next])
			next++
		}
		from = end
	}
	return nil
}
