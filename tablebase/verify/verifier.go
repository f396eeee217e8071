package verify

import (
	"context"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// verifier holds the buffers of a worker.
type verifier[S games.State] struct {
	v     *verification[S]
	state stateVerifier[S]
	batch tablebase.Batch[S]

	images   []S
	swaps    []bool
	layers   []int32
	children []S
	ends     []int32
	stages   games.Stages[S]
	lookup   tablebase.Lookup[S] // results for the children
	payoffs  []games.Payoff
	digest   uint64
}

func (w *verifier[S]) unit(ctx context.Context, u tablebase.Range) error {
	v := w.v
	firsts, err := v.t.Directory(u.Layer)
	if err != nil {
		return err
	}
	w.batch.Reset()
	for first := u.First; first < u.End; first += job.BlockStates {
		block := tablebase.Range{Layer: u.Layer, First: first, End: min(first+job.BlockStates, u.End)}
		from, to := v.picks(block)
		if from == to {
			continue
		}
		kept := len(w.batch.States)
		if err := w.batch.Append(ctx, v.t, block, nil); err != nil {
			return err
		}
		states, values := w.batch.States[kept:], w.batch.Values[kept:]
		if next := int(first/job.BlockStates) + 1; next < len(firsts) && !games.Less(states[len(states)-1], firsts[next]) {
			v.wrong(firsts[next], "blocks of layer %d overlap", u.Layer)
		}
		for n := from; n < to; n++ {
			at := v.pick(n) - v.bases[u.Layer] - int64(first)
			states[n-from], values[n-from] = states[at], values[at]
		}
		w.batch.States, w.batch.Values = w.batch.States[:kept+int(to-from)], w.batch.Values[:kept+int(to-from)]
	}
	w.digest = 0
	stats, err := w.check(u.Layer, int(u.First), w.batch.States, w.batch.Values)
	if err != nil {
		return err
	}
	if v.links != nil {
		w.link(int(u.First))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stats[u.Layer].Terminals += stats.Terminals
	v.stats[u.Layer].Moves += stats.Moves
	v.report.Digest += w.digest
	v.report.Checked += int64(len(w.batch.States))
	if v.progress != nil {
		v.progress(v.report.Checked, v.sample)
	}
	return nil
}

// link records the children of the checked states. index is the index of the first of
// these states.
func (w *verifier[S]) link(index int) {
	from := int32(0)
	for i, end := range w.ends {
		for _, child := range w.lookup.Indexes[from:end] {
			if child >= 0 {
				w.v.links[index+i] = append(w.v.links[index+i], int32(child))
			}
		}
		from = end
	}
}

// check verifies states of a layer and counts their terminal states and moves. In a full
// verification, index is the index of the first state.
func (w *verifier[S]) check(layer, index int, states []S, values []value.Value) (stats job.LayerStats, err error) {
	v, t := w.v, w.v.t
	w.images = append(w.images[:0], states...)
	w.swaps = slices.Grow(w.swaps[:0], len(states))[:len(states)]
	v.canonizer.Canonize(w.images, w.swaps)
	w.layers = t.LayersOf(w.layers[:0], states)
	for i, s := range states {
		if w.images[i] != s {
			v.wrong(s, "the position is not canonical")
		}
		if int(w.layers[i]) != layer {
			v.wrong(s, "stored in layer %d, but belongs to layer %d", layer, w.layers[i])
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
		case slices.Contains(w.lookup.Indexes[from:end], tablebase.Missing):
			finding = "a child is not stored"
		case v.layered && slices.Min(w.lookup.Layers[from:end]) <= int32(layer):
			finding = "a child is not in a later layer"
		default:
			var odds []uint32
			if w.stages.Movers[i] == games.Chance {
				odds = w.stages.Odds(i, int(end-from))
			}
			finding, err = w.state.inner(values[i], known, w.stages.Movers[i], odds, w.stages.Shape(i), w.lookup.Values[from:end], w.lookup.Swaps[from:end])
			if v.links != nil && finding != "" && !w.state.chance {
				v.suspect(index+i, finding)
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

func (w *verifier[S]) expand(states []S) error {
	v, t := w.v, w.v.t
	w.children, w.ends = t.Game.Expand(w.children[:0], w.ends[:0], states)
	w.stages.Find(t.Game, states, w.ends)
	if err := w.lookup.Find(t, w.children, nil); err != nil || !v.report.Full {
		return err
	}
	for i, index := range w.lookup.Indexes {
		if index >= 0 {
			v.reached[w.lookup.Layers[i]][index/64].Or(1 << (index % 64))
		}
	}
	return nil
}
