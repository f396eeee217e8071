package block

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// MissingError says which of the states is not stored.
type MissingError struct{ Index int }

func (*MissingError) Error() string { return store.ErrNotStored.Error() }

func (*MissingError) Unwrap() error { return store.ErrNotStored }

// query is a state to look up and its number among those asked for.
type query[S games.State] struct {
	state S
	layer int32
	index int32
}

// run is the block in which the last state was found, and how far: the next
// state of a sorted run is near.
type run[S games.State] struct {
	block  *Block[S]
	layer  int
	firsts []S // of the layer
	number int // of the block
	next   int // in the block: where to go on, -1 at its beginning
}

// find is the value of a state and its index in its layer, or ErrMissing.
func (r *run[S]) find(t *Reader[S], s S, layer int) (value.Value, int64, error) {
	if layer < 0 || layer >= len(t.lists) {
		return 0, 0, store.ErrMissing
	}
	if r.block == nil || layer != r.layer || games.Less(s, r.firsts[r.number]) ||
		r.number+1 < len(r.firsts) && !games.Less(s, r.firsts[r.number+1]) {
		if err := r.seek(t, s, layer); err != nil {
			return 0, 0, err
		}
	}
	// Gallop from where the last one was found, then halve: invariantly
	// states[low] <= s < states[high], if s is there.
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

// seek goes to the block of a state.
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

// Values appends the values of canonical states with the given layers to dst,
// and their indices within their layers to at. States are looked up in order,
// so that each block is decoded once at most. The error is a *MissingError or
// a *CorruptError.
//
// Measured with all blocks in the cache, a state: 0.75 µs alone, 0.31 µs among
// 65536. A block that is not there takes 90 µs.
func (r *Reader[S]) Values(dst []value.Value, at []int64, states []S, layers []int32) ([]value.Value, []int64, error) {
	queries := make([]query[S], len(states))
	for i, s := range states {
		queries[i] = query[S]{s, layers[i], int32(i)}
	}
	slices.SortFunc(queries, func(a, b query[S]) int {
		if a.layer != b.layer {
			return int(a.layer) - int(b.layer)
		}
		return games.Compare(a.state, b.state)
	})
	values := slices.Grow(dst, len(states))[:len(dst)+len(states)]
	indices := slices.Grow(at, len(states))[:len(at)+len(states)]
	var run run[S]
	for _, q := range queries {
		v, index, err := run.find(r, q.state, int(q.layer))
		if err == store.ErrMissing {
			return dst, at, &MissingError{int(q.index)}
		}
		if err != nil {
			return dst, at, err
		}
		values[len(dst)+int(q.index)] = v
		indices[len(at)+int(q.index)] = index
	}
	return values, indices, nil
}
