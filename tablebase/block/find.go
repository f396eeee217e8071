package block

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// run remembers where the last state was found. When states are looked up in ascending order, each
// lookup continues from there.
type run[S games.State] struct {
	block  *Block[S]
	layer  int
	firsts []S // first state of each block in the layer
	number int // number of the current block
	next   int // index of the last state found in block, or -1
}

// find returns the value of state s and the index of s in the layer, or store.ErrMissing.
func (r *run[S]) find(t *Reader[S], s S, layer int) (value.Value, int64, error) {
	if r.block == nil || layer != r.layer || games.Less(s, r.firsts[r.number]) ||
		r.number+1 < len(r.firsts) && !games.Less(s, r.firsts[r.number+1]) {
		if err := r.seek(t, s, layer); err != nil {
			return 0, 0, err
		}
	}
	// Gallop from the last state found, then bisect. If s is present, states[low] <= s <
	// states[high].
	states := r.block.States
	low, high := max(r.next, 0), len(states)
	if r.next >= 0 && games.Less(s, states[low]) {
		low = 0
	} else if r.next >= 0 {
		step := 1
		for low+step < len(states) && !games.Less(s, states[low+step]) {
			low += step
			step *= 2
		}
		high = min(low+step, len(states))
	}
	for low+1 < high {
		if mid := (low + high) / 2; games.Less(s, states[mid]) {
			high = mid
		} else {
			low = mid
		}
	}
	if states[low] != s {
		return 0, 0, store.ErrMissing
	}
	r.next = low
	return r.block.Values[low], int64(r.number)*job.BlockStates + int64(low), nil
}

// seek moves the run to the block that would contain s.
func (r *run[S]) seek(t *Reader[S], s S, layer int) error {
	r.block = nil
	firsts, err := t.Directory(layer)
	if err != nil {
		return err
	}
	number, found := slices.BinarySearchFunc(firsts, s, games.Compare[S])
	if !found {
		number--
	}
	if number < 0 {
		return store.ErrMissing
	}
	b, err := t.block(layer, number)
	if err != nil {
		return err
	}
	*r = run[S]{block: b, layer: layer, firsts: firsts, number: number, next: -1}
	return nil
}

// Values looks up canonical states. For each state, it appends the value to dst and the index within
// the layer to at. The index of a missing state is -1. layers holds the layer of each state. Values
// visits states in sorted order, so each block is decoded at most once. The error is a
// [*store.CorruptError].
//
// With all blocks cached, looking up a single state takes 0.9 µs, and looking up a batch of 65536
// states takes 0.22 µs per state. Reading a block that is not cached takes 90 µs.
func (r *Reader[S]) Values(dst []value.Value, at []int64, states []S, layers []int32) ([]value.Value, []int64, error) {
	values := slices.Grow(dst, len(states))[:len(dst)+len(states)]
	indices := slices.Grow(at, len(states))[:len(at)+len(states)]
	queries := make([]runs.Query[S], 0, len(states))
	for i, s := range states {
		// The layer of an unreachable state may not exist.
		if layer := layers[i]; layer < 0 || int(layer) >= len(r.lists) {
			values[len(dst)+i], indices[len(at)+i] = 0, -1
			continue
		}
		queries = append(queries, runs.Query[S]{State: s, Place: uint32(i)})
	}
	queries, spare := runs.SortQueries(queries, nil)
	queries = byLayer(spare[:0], queries, layers)
	var run run[S]
	for _, q := range queries {
		v, index, err := run.find(r, q.State, int(layers[q.Place]))
		if err == store.ErrMissing {
			v, index, err = 0, -1, nil
		}
		if err != nil {
			return dst, at, err
		}
		values[len(dst)+int(q.Place)] = v
		indices[len(at)+int(q.Place)] = index
	}
	return values, indices, nil
}

// byLayer appends queries to dst, stably sorted by layer. If all queries are in the same layer, it
// returns queries unchanged.
func byLayer[S games.State](dst, queries []runs.Query[S], layers []int32) []runs.Query[S] {
	if len(queries) == 0 {
		return dst
	}
	first, last := layers[queries[0].Place], layers[queries[0].Place]
	for _, q := range queries {
		first, last = min(first, layers[q.Place]), max(last, layers[q.Place])
	}
	if first == last {
		return queries
	}
	at := make([]int, last-first+2)
	for _, q := range queries {
		at[layers[q.Place]-first+1]++
	}
	for i := range at[1:] {
		at[i+1] += at[i]
	}
	dst = slices.Grow(dst, len(queries))[:len(queries)]
	for _, q := range queries {
		n := &at[layers[q.Place]-first]
		dst[*n] = q
		*n++
	}
	return dst
}
