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

// maxPlies is the number of plies that fit in a plySet.
const maxPlies = 128

// plySet is a bit set of ply numbers.
type plySet [maxPlies / 64]uint64

// countPlies counts the states by ply in games where a ply can skip layers.
// In these games a state can be reached after different numbers of plies. The
// ply set of each state is propagated to its children, from the first layer to
// the last. countPlies returns nil if a play is longer than maxPlies or the
// layers do not fit in memory.
//
// countPlies also returns the number of positions, counting symmetric ones
// separately. If a symmetry of an alternating game exchanges the roles, a canonical
// state represents positions with either role to move. If it is reached only after
// even numbers of plies, or only after odd numbers, it represents positions with
// only one role to move.
func (d *induction[S]) countPlies(ctx context.Context) ([]job.PlyStats, int64, error) {
	if !d.fitsPlies() {
		return nil, 0, nil
	}
	span := d.layered.Span()
	sets := make([][]plySet, len(d.sizes))
	counts := make([]plyCounts, len(d.workers))
	ended := make([]terminalPlies[S], len(d.workers))
	defer d.close()
	for layer := range d.sizes {
		if held := countTerminalPlies(d.workers[0], ended, &counts[0], layer); held > d.plan.Window {
			return nil, 0, nil
		}
		for l := layer; l <= layer+span && l < len(d.sizes); l++ {
			if sets[l] == nil {
				later, err := d.open(l)
				if err != nil {
					return nil, 0, err
				}
				for i := range later.Values.Mem {
					later.Values.Mem[i] = value.Value(i) // lookups then return indexes
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
	plies, raw := sumPlies(counts, d.game.Info())
	return plies, raw, nil
}

// fitsPlies reports whether the layers that countPlies visits together fit in memory.
func (d *induction[S]) fitsPlies() bool {
	for layer := range d.sizes {
		var held int64
		for l := layer; l <= layer+d.layered.Span() && l < len(d.sizes); l++ {
			held += d.sizes[l] * int64(8*d.plan.Words+4+16)
		}
		if held > d.plan.Window || d.sizes[layer] > 1<<31 {
			return false
		}
	}
	return true
}

// terminalPlies collects the unstored terminal states that one worker finds.
type terminalPlies[S games.State] struct {
	byLayer map[int32]*plyRecords[S]
	layers  []int32 // layers of the terminal children of the last expansion
	swaps   []bool  // role exchanges of these children
}

// plyRecords holds states and their ply sets. A state may occur several times.
type plyRecords[S games.State] struct {
	states []S
	plies  []plySet
}

// expand computes the canonical forms and the layers of the terminal children in w.
func (e *terminalPlies[S]) expand(w *worker[S]) {
	e.swaps = Resize(e.swaps, len(w.terminals))
	w.Canonizer.Canonize(w.terminals, e.swaps)
	e.layers = w.layered.Layers(e.layers[:0], w.terminals)
	if e.byLayer == nil {
		e.byLayer = map[int32]*plyRecords[S]{}
	}
}

// add records that the terminal child s is reached after the given numbers of plies.
// The argument child is the index of s among the terminal children.
func (e *terminalPlies[S]) add(s S, child int, plies plySet) {
	met := e.byLayer[e.layers[child]]
	if met == nil {
		met = &plyRecords[S]{}
		e.byLayer[e.layers[child]] = met
	}
	met.states, met.plies = append(met.states, s), append(met.plies, plies)
}

// countTerminalPlies counts the unstored terminal states of a layer. All
// earlier layers must have been expanded. The result is the memory in bytes
// held for terminal states of this layer and later ones.
func countTerminalPlies[S games.State](w *worker[S], ended []terminalPlies[S], counts *plyCounts, layer int) (held int64) {
	var all plyRecords[S]
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
	w.queries, w.spare = runs.SortQueries(queries, w.spare)
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

type plyCounts struct {
	plies  [maxPlies]job.PlyStats
	raw    int64 // positions, counting symmetric ones separately
	bySide int64 // like raw, but counted once per possible role to move
	swaps  bool  // a symmetry exchanged the roles
}

// passPlies counts the states of a layer. It also adds their ply numbers, incremented
// by one, to the ply sets of their children. The result tooLong reports whether a play
// exceeds maxPlies.
func (d *induction[S]) passPlies(ctx context.Context, layer int, sets [][]plySet, counts []plyCounts, ended []terminalPlies[S]) (tooLong bool, err error) {
	var long atomic.Bool
	states := d.window[layer].States.Mem
	err = parallel.For(ctx, len(d.workers), len(states), d.chunkSizer.size(layer, len(states), d.plan.Chunk), func(n, from, to int) error {
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
				if len(w.isTerminal) > 0 && w.isTerminal[c] {
					if d.saved.EndsCounted {
						ended[n].add(w.terminals[over], over, next)
					}
					over++
					continue
				}
				child := &sets[w.layers[open]][w.childValues[open]]
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

// add counts a state once for each ply in its set.
func (c *plyCounts) add(set plySet, orbit int64, terminal bool) {
	const even = 0x5555555555555555
	c.raw += orbit
	if (set[0]|set[1])&even != 0 {
		c.bySide += orbit
	}
	if (set[0]|set[1])&^even != 0 {
		c.bySide += orbit
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

// sumPlies adds up the counts of all workers.
func sumPlies(counts []plyCounts, info *games.Info) (sum []job.PlyStats, raw int64) {
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
	var bySide int64
	for w := range counts {
		raw += counts[w].raw
		bySide += counts[w].bySide
		swaps = swaps || counts[w].swaps
	}
	switch {
	case !swaps:
	case info.Stochastic && !info.Simultaneous:
		raw = 0 // a class contains positions with either role to move at the same ply
	case value.KindOf(info) == value.Alternating:
		raw = bySide
	}
	return sum, raw
}

// pliesOfLayers returns the per-ply statistics of a game whose layers are plies.
func pliesOfLayers(layers []job.LayerStats) []job.PlyStats {
	plies := make([]job.PlyStats, len(layers))
	for i, l := range layers {
		plies[i] = job.PlyStats{States: l.States, Terminals: l.Terminals, RawStates: l.RawStates, RawTerminals: l.RawTerminals}
	}
	return plies
}
