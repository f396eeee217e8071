package layered

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// valueRange computes and stores the values of the states from..to of a layer.
func (d *induction[S]) valueRange(ctx context.Context, w *worker[S], layer int, l *Solved[S], from, to int) error {
	states, err := l.States.Read(&w.states, from, to)
	if err != nil {
		return err
	}
	if err := d.valueChunk(ctx, w, layer, from, states); err != nil {
		return err
	}
	d.prog.Done.Add(int64(to - from))
	return l.Values.Write(w.values, from)
}

// valueChunk sets w.values to the values of consecutive states of a layer. The
// argument index is the first state's index in the layer.
func (d *induction[S]) valueChunk(ctx context.Context, w *worker[S], layer, index int, states []S) error {
	w.values, w.leaves = Resize(w.values, len(states)), w.leaves[:0]
	if w.open != nil {
		w.expandOpen(states)
		if err := d.lookUp(w, layer); err != nil {
			return err
		}
		w.valueOpen(index, states)
		return d.valueTerminals(w)
	}
	w.Expand(states)
	w.Find(d.game, states, w.Ends)
	w.orbits = w.Canonizer.Orbits(w.orbits[:0], states)
	if err := d.lookUp(w, layer); err != nil {
		return err
	}
	for i, swap := range w.Swaps {
		if swap {
			w.childValues[i] = d.outcomes.Swap(w.childValues[i])
		}
	}
	children, err := d.allChildValues(w)
	if err == nil {
		err = d.valueParents(ctx, w, index, states, children)
	}
	if err != nil {
		return err
	}
	return d.valueTerminals(w)
}

// valueParents computes the values of a chunk's nonterminal states.
func (d *induction[S]) valueParents(ctx context.Context, w *worker[S], index int, states []S, children []value.Value) error {
	from := int32(0)
	for i := range states {
		childValues := children[from:w.Ends[i]]
		from = w.Ends[i]
		w.survey.Stats.RawStates += int64(w.orbits[i])
		w.survey.Stats.Moves += int64(len(childValues))
		if len(childValues) == 0 {
			w.addTerminal(states[i], w.orbits[i])
			continue
		}
		if err := ctx.Err(); err != nil { // a state can take a second; see value.LengthError
			return err
		}
		v, err := w.combine(i, childValues)
		if err != nil {
			return err
		}
		w.values[i] = v
		if mover := value.Chooser(w.Movers[i], w.Shape(i), len(childValues)); mover >= 0 {
			RecordChoice(&w.survey, d.outcomes, &states[i], index+i, mover, v, childValues)
		}
	}
	return nil
}

// combine computes the value of state i of the chunk.
func (w *worker[S]) combine(i int, childValues []value.Value) (value.Value, error) {
	if w.Movers[i] == games.Chance {
		return w.rule.Average(w.Odds(i, len(childValues)), childValues)
	}
	return w.rule.Combine(w.Shape(i), childValues)
}

// valueOpen is valueParents for states expanded by expandOpen. It may process terminal
// children last, because the order of the children does not affect the value.
func (w *worker[S]) valueOpen(index int, states []S) {
	x, stats := &w.expansion, &w.survey.Stats
	childValues, payoffs := w.childValues, x.Payoffs
	open, end := int32(0), int32(0)
	for i, orbit := range x.Orbits {
		nonTerminal, moves := int(x.Opens[i]-open), int(x.Ends[i]-end)
		open, end = x.Opens[i], x.Ends[i]
		stats.RawStates += int64(orbit)
		stats.Moves += int64(moves)
		if moves == 0 {
			w.addTerminal(states[i], orbit)
			continue
		}
		role := &w.rankings[x.Movers[i]&1]
		children, ends := childValues[:nonTerminal], payoffs[:moves-nonTerminal]
		childValues, payoffs = childValues[nonTerminal:], payoffs[moves-nonTerminal:]
		best := uint32(0)
		for _, v := range children {
			best = max(best, role.Rank(v))
		}
		for _, p := range ends {
			best = max(best, role.Rank(value.Measured(p, 0)))
		}
		v := role.Parent(best)
		w.values[i] = v
		if role.Wins(v) {
			stats.MoverWins++
		}
		if moves > 1 {
			stats.Choices++
			if keepingMoves(v, children, ends) == 1 {
				addOnlyMove(&w.survey, games.Bits(&states[i]), index+i, moves)
			}
		}
	}
}

// keepingMoves returns the number of moves that lead to the payoff of v.
func keepingMoves(v value.Value, children []value.Value, payoffs []int16) (n int) {
	for _, child := range children {
		if child>>16 == v>>16 {
			n++
		}
	}
	for _, p := range payoffs {
		if value.Measured(p, 0)>>16 == v>>16 {
			n++
		}
	}
	return n
}

func (w *worker[S]) addTerminal(s S, orbit int32) {
	w.survey.Stats.Terminals++
	w.survey.Stats.RawTerminals += int64(orbit)
	w.leaves = append(w.leaves, s)
}

// lookUp sets w.childValues to the values of w.Children. If the layer is linked, these
// values have already been set.
func (d *induction[S]) lookUp(w *worker[S], layer int) error {
	next := d.window[layer+1]
	if next != nil && next.numbers != nil {
		if len(w.childValues) != len(w.Children) {
			return fmt.Errorf("%d children, expected %d; the game violates its contract", len(w.Children), len(w.childValues))
		}
		return nil
	}
	w.childValues = Resize(w.childValues, len(w.Children))
	if w.Span == 1 && next != nil && next.table != nil {
		children := any(w.Children).([]uint64)
		if unknown := next.table.values(w.childValues, children); unknown >= 0 {
			return errMissingChild(children[unknown])
		}
		return nil
	}
	w.later = w.later[:0]
	for l := layer + 1; l <= layer+w.Span; l++ {
		w.later = append(w.later, d.window[l])
	}
	found, err := w.Lookup(w.childValues, w.Children, w.layers, layer+1, w.later...)
	if err != nil || found == len(w.Children) {
		return err
	}
	unknown := 0
	if w.Span > 1 {
		unknown = slices.IndexFunc(w.layers, func(l int32) bool { return int(l) <= layer || int(l) > layer+w.Span || d.window[int(l)] == nil })
	}
	return errMissingChild(w.Children[unknown])
}

// allChildValues returns the values of all children, including terminal ones, in
// order of expansion.
func (d *induction[S]) allChildValues(w *worker[S]) ([]value.Value, error) {
	if len(w.terminals) == 0 {
		return w.childValues, nil
	}
	w.payoffs = d.game.Payoffs(w.payoffs[:0], w.terminals)
	if len(w.payoffs) != len(w.terminals) {
		return nil, errPayoffs(len(w.payoffs), len(w.terminals))
	}
	w.all = Resize(w.all, len(w.isTerminal))
	open, ended := 0, 0
	last, known := w.payoffs[0], w.rule.Terminal(w.payoffs[0])
	for i, over := range w.isTerminal {
		if over {
			if p := w.payoffs[ended]; p != last {
				last, known = p, w.rule.Terminal(p)
			}
			w.all[i] = known
			ended++
		} else {
			w.all[i] = w.childValues[open]
			open++
		}
	}
	return w.all, nil
}

// valueTerminals sets the values of the states without children.
func (d *induction[S]) valueTerminals(w *worker[S]) error {
	w.payoffs = d.game.Payoffs(w.payoffs[:0], w.leaves)
	if len(w.payoffs) != len(w.leaves) {
		return errPayoffs(len(w.payoffs), len(w.leaves))
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
