package layered

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/solver/runs"
)

type linkWorker[S games.State] struct {
	kindFinder
	routes      []uint8
	children    []S
	keys, spare []S
	queries     [2][]runs.Query[S]
	states      []S
	counts      []int // number of distinct states, by part
	short       []uint16
	long        []uint32
}

// numberChildren sorts children, appends the distinct states to w.states, and
// sets numbers[i] to the index of children[i] among the appended states. It
// overwrites children.
func numberChildren[S games.State, N uint16 | uint32](w *linkWorker[S], children []S, numbers []N) {
	before := len(w.states)
	w.states = slices.Grow(w.states, len(children))
	states := w.states[before : before+len(children)]
	n := 0
	if words, one := any(children).([]uint64); one {
		n = numberWords(w, words, any(states).([]uint64), numbers)
	}
	if n == 0 {
		n = numberQueries(w, children, states, numbers)
	}
	w.states = w.states[:before+n]
}

// numberWords is numberChildren for one-word states. It packs the index of each
// child into the low bits of its word. If the indexes do not fit, it returns 0 and
// leaves children unchanged.
func numberWords[S games.State, N uint16 | uint32](w *linkWorker[S], children, states []uint64, numbers []N) int {
	low, high := children[0], children[0]
	for _, c := range children {
		low, high = min(low, c), max(high, c)
	}
	indexBits := uint(bits.Len(uint(len(children) - 1)))
	if uint(bits.Len64(high-low))+indexBits > 64 {
		return 0
	}
	for i, c := range children {
		children[i] = (c-low)<<(indexBits&63) | uint64(i)
	}
	w.spare = Resize(w.spare, len(children))
	sorted, _ := runs.SortWords(children, any(w.spare).([]uint64), indexBits)
	last, n, mask := sorted[0]>>(indexBits&63), 0, uint64(1)<<indexBits-1
	for _, s := range sorted {
		state, one := s>>(indexBits&63), 1
		if state == last {
			one = 0
		}
		n += one
		last = state
		states[n] = state + low
		numbers[s&mask] = N(n)
	}
	return n + 1
}

// numberQueries is numberChildren for states of any size.
func numberQueries[S games.State, N uint16 | uint32](w *linkWorker[S], children, states []S, numbers []N) int {
	queries := w.queries[0][:0]
	for i, c := range children {
		queries = append(queries, runs.Query[S]{State: c, Place: uint32(i)})
	}
	w.queries[0], w.queries[1] = runs.SortQueries(queries, w.queries[1])
	n := 0
	for i, q := range w.queries[0] {
		if i > 0 && q.State != states[n] {
			n++
		}
		states[n] = q.State
		numbers[q.Place] = N(n)
	}
	return n + 1
}
