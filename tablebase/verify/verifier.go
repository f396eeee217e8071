package verify

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
)

// verifier is one worker.
type verifier[S games.State] struct {
	v     *verification[S]
	state stateVerifier[S]
	block block.Block[S]

	states, images []S
	values         []value.Value
	children       []S
	ends           []int32
	stages         games.Stages[S]
	swaps          []bool
	layers         []int32
	below          []value.Value
	indices        []int64
	payoffs        []games.Payoff
	digest         uint64
}

// unit verifies the states to look at in a run of blocks.
func (w *verifier[S]) unit(u unit) error {
	v := w.v
	firsts, err := v.blocks.Directory(u.layer)
	if err != nil {
		return err
	}
	w.states, w.values = w.states[:0], w.values[:0]
	for i := u.from; i < u.to; i++ {
		from, to := v.picks(unit{u.layer, i, i + 1})
		if from == to {
			continue
		}
		if err := v.blocks.Read(&w.block, u.layer, i); err != nil {
			return err
		}
		if i+1 < len(firsts) && !games.Less(w.block.States[len(w.block.States)-1], firsts[i+1]) {
			v.wrong(firsts[i+1], "blocks of layer %d overlap", u.layer)
		}
		for n := from; n < to; n++ {
			at := v.pick(n) - v.bases[u.layer] - int64(i)*job.BlockStates
			w.states = append(w.states, w.block.States[at])
			w.values = append(w.values, w.block.Values[at])
		}
	}
	w.digest = 0
	stats, err := w.check(u.layer, u.from*job.BlockStates, w.states, w.values)
	if err != nil {
		return err
	}
	if v.links != nil {
		w.link(u.from * job.BlockStates)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stats[u.layer].Terminals += stats.Terminals
	v.stats[u.layer].Moves += stats.Moves
	v.report.Digest += w.digest
	v.report.Checked += int64(len(w.states))
	if v.progress != nil {
		v.progress(v.report.Checked, v.sample)
	}
	return nil
}

// link notes the children of the states that were checked, the first of them at index.
func (w *verifier[S]) link(index int) {
	from := int32(0)
	for i, end := range w.ends {
		for _, child := range w.indices[from:end] {
			if child >= 0 {
				w.v.links[index+i] = append(w.v.links[index+i], int32(child))
			}
		}
		from = end
	}
}

// check verifies states of a layer, the first of them at index if all are looked at.
func (w *verifier[S]) check(layer, index int, states []S, values []value.Value) (stats job.LayerStats, err error) {
	v, t := w.v, w.v.t
	w.images = append(w.images[:0], states...)
	w.swaps = slices.Grow(w.swaps[:0], len(states))[:len(states)]
	v.canonizer.Canonize(w.images, w.swaps)
	w.layers = t.LayersOf(w.layers[:0], states)
	for i, s := range states {
		if w.images[i] != s {
			v.wrong(s, "it is not canonical")
		}
		if int(w.layers[i]) != layer {
			v.wrong(s, "it is stored in layer %d and belongs to layer %d", layer, w.layers[i])
		}
	}
	if err := w.expand(states); err != nil {
		return stats, err
	}
	from := int32(0)
	for i, s := range states {
		end := w.ends[i]
		known, err := w.state.meaning(values[i])
		if err != nil {
			return stats, err
		}
		if v.report.Full {
			w.digest += value.PairHash(games.Bits(&states[i]), known.hash)
		}
		stats.Moves += int64(end - from)
		var finding string
		switch {
		case end == from:
			stats.Terminals++
			w.payoffs = t.Game.Payoffs(w.payoffs[:0], states[i:i+1])
			finding = w.state.terminal(known, w.payoffs[0])
		case slices.Contains(w.indices[from:end], -1):
			finding = "a child is not stored"
		case v.layered && slices.Min(w.layers[from:end]) <= int32(layer):
			finding = "a child is not in a later layer"
		default:
			finding, err = w.state.inner(values[i], known, w.stages.Shape(i), w.below[from:end], w.swaps[from:end])
			if v.links != nil && finding != "" {
				v.doubt(index+i, finding)
				finding = ""
			}
		}
		if err != nil {
			return stats, err
		}
		if finding != "" {
			v.wrong(s, "%s", finding)
		}
		from = end
	}
	return stats, nil
}

// expand finds the children of states, their values and their indices in their
// layers, -1 for a child that is not stored.
func (w *verifier[S]) expand(states []S) error {
	v, t := w.v, w.v.t
	w.children, w.ends = t.Game.Expand(w.children[:0], w.ends[:0], states)
	w.stages.Find(t.Game, states, w.ends)
	w.swaps = slices.Grow(w.swaps[:0], len(w.children))[:len(w.children)]
	v.canonizer.Canonize(w.children, w.swaps)
	w.layers = t.LayersOf(w.layers[:0], w.children)
	w.below, w.indices = w.below[:0], w.indices[:0]
	if err := w.find(); err != nil || !v.report.Full {
		return err
	}
	for i, index := range w.indices {
		if index >= 0 {
			v.reached[w.layers[i]][index/64].Or(1 << (index % 64))
		}
	}
	return nil
}

// byRules is the index of a child whose value follows from the rules.
const byRules = -2

// find finds the values and indices of the children.
func (w *verifier[S]) find() error {
	t := w.v.t
	if t.Ender == nil {
		return w.look(w.children, w.layers)
	}
	over := t.Ender.Over(nil, w.children)
	var open, ended []S
	var layers []int32
	for i, s := range w.children {
		if over[i] {
			ended = append(ended, s)
		} else {
			open, layers = append(open, s), append(layers, w.layers[i])
		}
	}
	if err := w.look(open, layers); err != nil {
		return err
	}
	payoffs := t.Game.Payoffs(nil, ended)
	below, indices := w.below, w.indices
	w.below, w.indices = make([]value.Value, 0, len(over)), make([]int64, 0, len(over))
	for _, isOver := range over {
		if !isOver {
			w.below, w.indices = append(w.below, below[0]), append(w.indices, indices[0])
			below, indices = below[1:], indices[1:]
			continue
		}
		v, err := w.state.ended(payoffs[0])
		if err != nil {
			return err
		}
		w.below, w.indices = append(w.below, v), append(w.indices, byRules)
		payoffs = payoffs[1:]
	}
	return nil
}

// look appends the values and indices of states that are stored; -1 for one that is not.
func (w *verifier[S]) look(states []S, layers []int32) (err error) {
	w.below, w.indices, err = w.v.blocks.Values(w.below, w.indices, states, layers)
	return err
}
