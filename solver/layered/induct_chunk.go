package layered

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// What a worker of an induction does with a chunk of a layer's states.

// valueChunk finds the values of some states of a layer, the first of them at
// index, and leaves them in w.values.
func (d *induction[S]) valueChunk(ctx context.Context, w *worker[S], layer, index int, states []S) error {
	if w.open != nil {
		return d.valueOpen(w, layer, index, states)
	}
	w.Expand(states)
	w.Find(d.game, states, w.Ends)
	w.orbits = w.Canonizer.Orbits(w.orbits[:0], states)
	w.values = Resize(w.values, len(states))
	if err := d.lookUp(w, layer); err != nil {
		return err
	}
	for i, swap := range w.Swaps {
		if swap {
			w.below[i] = d.outcomes.Swap(w.below[i])
		}
	}
	all, err := d.withEnded(w)
	if err != nil {
		return err
	}
	w.terminal = w.terminal[:0]
	from := int32(0)
	stats := &w.survey.Stats
	for i := range states {
		below := all[from:w.Ends[i]]
		from = w.Ends[i]
		stats.RawStates += int64(w.orbits[i])
		stats.Moves += int64(len(below))
		if len(below) == 0 {
			stats.Terminals++
			stats.RawTerminals += int64(w.orbits[i])
			w.terminal = append(w.terminal, states[i])
			continue
		}
		if err := ctx.Err(); err != nil { // a state can take a second: see value.LengthError
			return err
		}
		v, err := w.rule.Combine(w.Shape(i), below)
		if err != nil {
			return err
		}
		w.values[i] = v
		if mover := value.Chooser(w.Movers[i], w.Shape(i), len(below)); mover >= 0 {
			Choice(&w.survey, d.outcomes, &states[i], index+i, mover, v, below)
		}
	}
	return d.valueTerminals(w)
}

// valueOpen is valueChunk for games that expand in one pass. Which child is the best does
// not depend on their order, so those that are over come after the others.
func (d *induction[S]) valueOpen(w *worker[S], layer, index int, states []S) error {
	w.expandOpen(states)
	if err := d.lookUp(w, layer); err != nil {
		return err
	}
	x := &w.expansion
	w.values, w.terminal = Resize(w.values, len(states)), w.terminal[:0]
	stats := &w.survey.Stats
	below, payoffs := w.below, x.Payoffs
	open, end := int32(0), int32(0)
	for i, orbit := range x.Orbits {
		going, moves := int(x.Opens[i]-open), int(x.Ends[i]-end)
		open, end = x.Opens[i], x.Ends[i]
		stats.RawStates += int64(orbit)
		stats.Moves += int64(moves)
		if moves == 0 {
			stats.Terminals++
			stats.RawTerminals += int64(orbit)
			w.terminal = append(w.terminal, states[i])
			continue
		}
		role, best := &w.rankings[x.Movers[i]&1], uint32(0)
		for _, v := range below[:going] {
			best = max(best, role.Rank(v))
		}
		for _, p := range payoffs[:moves-going] {
			best = max(best, role.Rank(value.Measured(p, 0)))
		}
		v := role.Parent(best)
		w.values[i] = v
		if role.Wins(v) {
			stats.MoverWins++
		}
		if moves > 1 {
			keep := 0
			for _, child := range below[:going] {
				if child>>16 == v>>16 {
					keep++
				}
			}
			for _, p := range payoffs[:moves-going] {
				if value.Measured(p, 0)>>16 == v>>16 {
					keep++
				}
			}
			stats.Choices++
			if keep == 1 {
				onlyMove(&w.survey, games.Bits(&states[i]), index+i, moves)
			}
		}
		below, payoffs = below[going:], payoffs[moves-going:]
	}
	return d.valueTerminals(w)
}

// lookUp finds what the later layers say of the children of states of a layer,
// and leaves it in w.below.
func (d *induction[S]) lookUp(w *worker[S], layer int) error {
	next := d.window[layer+1]
	if next != nil && next.numbers != nil {
		if len(w.below) != len(w.Children) {
			return fmt.Errorf("%d children where there were %d: the game breaks its contract", len(w.Children), len(w.below))
		}
		return nil // they are there already
	}
	w.below = Resize(w.below, len(w.Children))
	if w.Span == 1 && next != nil && next.table != nil {
		children := any(w.Children).([]uint64)
		if unknown := next.table.values(w.below, children); unknown >= 0 {
			return errUnknown(children[unknown])
		}
		return nil
	}
	answered := 0
	for l := layer + 1; l <= layer+w.Span; l++ {
		if later := d.window[l]; later != nil {
			if err := w.Answer(w.below, w.Children, w.layers, l, later); err != nil {
				return err
			}
			answered += len(w.queries)
		}
	}
	if answered == len(w.Children) {
		return nil
	}
	unknown := 0
	if w.Span > 1 {
		unknown = slices.IndexFunc(w.layers, func(l int32) bool { return int(l) <= layer || int(l) > layer+w.Span || d.window[int(l)] == nil })
	}
	return errUnknown(w.Children[unknown])
}

// withEnded is the values of all children, those that are over put in their places.
func (d *induction[S]) withEnded(w *worker[S]) ([]value.Value, error) {
	if len(w.ended) == 0 {
		return w.below, nil
	}
	w.payoffs = d.game.Payoffs(w.payoffs[:0], w.ended)
	if len(w.payoffs) != len(w.ended) {
		return nil, errPayoffs(len(w.payoffs), len(w.ended))
	}
	w.all = Resize(w.all, len(w.over))
	open, ended := 0, 0
	last, known := w.payoffs[0], w.rule.Terminal(w.payoffs[0])
	for i, over := range w.over {
		if over {
			if p := w.payoffs[ended]; p != last {
				last, known = p, w.rule.Terminal(p)
			}
			w.all[i] = known
			ended++
		} else {
			w.all[i] = w.below[open]
			open++
		}
	}
	return w.all, nil
}

// errPayoffs says that a game gives payoffs for fewer or more states than it was asked.
func errPayoffs(payoffs, states int) error {
	return fmt.Errorf("%d payoffs for %d terminal states: the game breaks its contract", payoffs, states)
}

// valueTerminals fills in the values of the states without children.
func (d *induction[S]) valueTerminals(w *worker[S]) error {
	w.payoffs = d.game.Payoffs(w.payoffs[:0], w.terminal)
	if len(w.payoffs) != len(w.terminal) {
		return errPayoffs(len(w.payoffs), len(w.terminal))
	}
	next, from := 0, int32(0)
	for i, end := range w.Ends {
		if end == from {
			w.values[i] = w.rule.Terminal(w.payoffs[next])
			next++
		}
		from = end
	}
	return nil
}
