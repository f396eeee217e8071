package layered

import (
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// maxPlies is how many plies a plySet can hold.
const maxPlies = 128

// plySet is a set of plies, as two words of bits.
type plySet [maxPlies / 64]uint64

// countPlies counts the states by ply in games where a ply can skip layers, so
// that one state can be met after different numbers of plies. It sends the set
// of plies of each state on to its children, from the first layer to the last.
// It returns nil where the longest play is too long or the layers do not fit
// into memory: the counts by layer have to do then.
//
// It also counts the positions without symmetry. In an alternating game whose
// symmetries exchange the roles, a canonical state stands for positions with
// either side to move: for one if it is met after even or odd numbers of plies
// only, for both otherwise.
//
// Cost: like solving the layers once more; 16 bytes a state and the state
// itself for the layers within reach of one ply.
func (d *induction[S]) countPlies(ctx context.Context) ([]job.PlyStats, int64, error) {
	span := d.layered.Span()
	for layer := range d.sizes {
		var held int64
		for l := layer; l <= layer+span && l < len(d.sizes); l++ {
			held += d.sizes[l] * int64(8*d.plan.Words+4+16)
		}
		if held > d.plan.Window || d.sizes[layer] > 1<<31 {
			return nil, 0, nil
		}
	}
	sets := make([][]plySet, len(d.sizes))
	counts := make([]plyCounts, len(d.workers))
	ended := make([]endedPlies[S], len(d.workers))
	defer d.close()
	for layer := range d.sizes {
		if held := countEndedPlies(d.workers[0], ended, &counts[0], layer); held > d.plan.Window {
			return nil, 0, nil
		}
		for l := layer; l <= layer+span && l < len(d.sizes); l++ {
			if sets[l] == nil {
				later, err := d.open(l)
				if err != nil {
					return nil, 0, err
				}
				for i := range later.Values.Mem {
					later.Values.Mem[i] = value.Value(i) // an answer is an index
				}
				d.window[l], sets[l] = later, make([]plySet, d.sizes[l])
			}
		}
		if layer == 0 {
			sets[0][0][0] = 1
		}
		if tooLong, err := d.passPlies(ctx, layer, sets, counts, ended); err != nil || tooLong {
			return nil, 0, err
		}
		d.window[layer].close()
		delete(d.window, layer)
		sets[layer] = []plySet{}
	}
	plies, raw := sumPlies(counts, value.KindOf(d.game.Info()) == value.Alternating)
	return plies, raw, nil
}

// endedPlies is what one worker meets of terminal states that are not stored.
type endedPlies[S games.State] struct {
	byLayer map[int32]*metStates[S]
	layers  []int32 // of the ended children of the last states that were expanded
	swaps   []bool  // likewise
}

// metStates are states as often as they were met, with the plies of each time.
type metStates[S games.State] struct {
	states []S
	plies  []plySet
}

// expand makes the ended children of the states that w has expanded ready.
func (e *endedPlies[S]) expand(w *worker[S]) {
	e.swaps = Resize(e.swaps, len(w.ended))
	w.Canonizer.Canonize(w.ended, e.swaps)
	e.layers = w.layered.Layers(e.layers[:0], w.ended)
	if e.byLayer == nil {
		e.byLayer = map[int32]*metStates[S]{}
	}
}

// add notes the plies of an ended child.
func (e *endedPlies[S]) add(s S, child int, plies plySet) {
	met := e.byLayer[e.layers[child]]
	if met == nil {
		met = &metStates[S]{}
		e.byLayer[e.layers[child]] = met
	}
	met.states, met.plies = append(met.states, s), append(met.plies, plies)
}

// countEndedPlies counts the terminal states of a layer whose parents have all been
// expanded. It returns the bytes that are held for this layer and later ones.
func countEndedPlies[S games.State](w *worker[S], ended []endedPlies[S], counts *plyCounts, layer int) (held int64) {
	var all metStates[S]
	for i := range ended {
		for l, met := range ended[i].byLayer {
			held += int64(len(met.states)) * int64(8*games.Words[S]()+16)
			if int(l) == layer {
				all.states, all.plies = append(all.states, met.states...), append(all.plies, met.plies...)
				delete(ended[i].byLayer, l)
			}
		}
	}
	queries := w.queries[:0]
	for i, s := range all.states {
		queries = append(queries, runs.Query[S]{State: s, Place: uint32(i)})
	}
	w.queries, w.spare = runs.SortQueries(queries, w.spare, runs.Digits(all.states))
	for len(w.queries) > 0 {
		s, n := w.queries[0].State, 0
		var plies plySet
		for ; n < len(w.queries) && w.queries[n].State == s; n++ {
			for word, bits := range all.plies[w.queries[n].Place] {
				plies[word] |= bits
			}
		}
		w.orbits = w.Canonizer.Orbits(w.orbits[:0], []S{s})
		counts.add(plies, int64(w.orbits[0]), true)
		w.queries = w.queries[n:]
	}
	return held
}

// plyCounts is what one worker counts.
type plyCounts struct {
	plies   [maxPlies]job.PlyStats
	raw     int64 // positions by the symmetries that keep the start
	parties int64 // the same, counted once for each side to move
	swaps   bool  // a symmetry exchanged the roles
}

// passPlies counts the states of one layer and passes their plies on.
func (d *induction[S]) passPlies(ctx context.Context, layer int, sets [][]plySet, counts []plyCounts, ended []endedPlies[S]) (tooLong bool, err error) {
	var long atomic.Bool
	states := d.window[layer].States.Mem
	err = parallel.For(ctx, len(d.workers), len(states), d.pieces.size(layer, len(states), d.plan.Chunk), func(n, from, to int) error {
		w := d.workers[n]
		w.Expand(states[from:to])
		counts[n].swaps = counts[n].swaps || slices.Contains(w.Swaps, true)
		w.orbits = w.Canonizer.Orbits(w.orbits[:0], states[from:to])
		if err := d.lookUp(w, layer); err != nil {
			return err
		}
		if d.saved.EndsCounted {
			ended[n].expand(w)
			counts[n].swaps = counts[n].swaps || slices.Contains(ended[n].swaps, true)
		}
		first, open, over := int32(0), 0, 0
		for i, end := range w.Ends {
			set := sets[layer][from+i]
			counts[n].add(set, int64(w.orbits[i]), end == first)
			if set[1]>>63 != 0 && end > first {
				long.Store(true)
				return nil
			}
			next := plySet{set[0] << 1, set[1]<<1 | set[0]>>63}
			for c := first; c < end; c++ {
				if len(w.over) > 0 && w.over[c] {
					if d.saved.EndsCounted {
						ended[n].add(w.ended[over], over, next)
					}
					over++
					continue
				}
				child := &sets[w.layers[open]][w.below[open]]
				open++
				for word, bits := range next {
					if bits&^atomic.LoadUint64(&child[word]) != 0 {
						atomic.OrUint64(&child[word], bits)
					}
				}
			}
			first = end
		}
		d.prog.Done.Add(int64(to - from))
		return nil
	})
	return long.Load(), err
}

// add counts a state at each of its plies.
func (c *plyCounts) add(set plySet, orbit int64, terminal bool) {
	const even = 0x5555555555555555
	c.raw += orbit
	if (set[0]|set[1])&even != 0 {
		c.parties += orbit
	}
	if (set[0]|set[1])&^even != 0 {
		c.parties += orbit
	}
	for word, rest := range set {
		for ; rest != 0; rest &= rest - 1 {
			p := &c.plies[64*word+bits.TrailingZeros64(rest)]
			p.States++
			p.RawStates += orbit
			if terminal {
				p.Terminals++
				p.RawTerminals += orbit
			}
		}
	}
}

// sumPlies adds up what the workers counted, up to the last ply that is met,
// and the positions without symmetry.
func sumPlies(counts []plyCounts, alternating bool) (sum []job.PlyStats, raw int64) {
	for ply := range maxPlies {
		var total job.PlyStats
		for w := range counts {
			c := &counts[w].plies[ply]
			total.States += c.States
			total.Terminals += c.Terminals
			total.RawStates += c.RawStates
			total.RawTerminals += c.RawTerminals
		}
		if total.States == 0 {
			break
		}
		sum = append(sum, total)
	}
	swaps := false
	var parties int64
	for w := range counts {
		raw += counts[w].raw
		parties += counts[w].parties
		swaps = swaps || counts[w].swaps
	}
	if swaps && alternating {
		raw = parties
	}
	return sum, raw
}

// pliesOfLayers are the counts by ply of a game whose layers are plies.
func pliesOfLayers(layers []job.LayerStats) []job.PlyStats {
	plies := make([]job.PlyStats, len(layers))
	for i, l := range layers {
		plies[i] = job.PlyStats{States: l.States, Terminals: l.Terminals, RawStates: l.RawStates, RawTerminals: l.RawTerminals}
	}
	return plies
}
