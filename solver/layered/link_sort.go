package layered

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
)

// sortParts sorts the parts of a layer's children and completes the links. The states of the
// next layer go to emit, in order, or to place in any order with the number of the first.
func (e *enumeration[S]) sortParts(ctx context.Context, l *linking[S], emit func([]S) error, place func(first int, part []S)) error {
	defer func() {
		e.keys.reset()
		e.links.layers[l.layer] = l.links
	}()
	groups := e.groups(l)
	var order turns
	order.changed.L = &order.mu
	return parallel.For(ctx, e.plan.Workers, len(groups), 1, func(n, g, _ int) error {
		w, from := &e.linkers[n], 0
		if g > 0 {
			from = groups[g-1]
		}
		err := e.gather(w, l, from, groups[g])
		w.states, w.counts = w.states[:0], w.counts[:0]
		keys := w.keys
		for p := from; p < groups[g] && err == nil; p++ {
			before := len(w.states)
			err = e.sortPart(w, &l.parts[p], keys[:l.parts[p].children])
			keys = keys[l.parts[p].children:]
			w.counts = append(w.counts, len(w.states)-before)
		}
		first := 0
		err = order.inTurn(g, err, func() error {
			first = l.states
			for i, n := range w.counts {
				l.parts[from+i].first = l.states
				l.states += n
			}
			if emit == nil {
				return nil
			}
			return emit(w.states)
		})
		if err == nil && place != nil {
			place(first, w.states)
		}
		return err
	})
}

// sortInMemory is sortParts where there is room for all children. It returns the states,
// which are there until the layer after the next one is made.
func (e *enumeration[S]) sortInMemory(ctx context.Context, l *linking[S]) ([]S, error) {
	states := Resize(e.rooms[1], l.children)
	e.rooms[0], e.rooms[1] = states, e.rooms[0]
	err := e.sortParts(ctx, l, nil, func(first int, part []S) { copy(states[first:], part) })
	return states[:l.states], err
}

// groups are the ends of parts that are sorted together: as many as there is room for where
// children have to be read from a file, so that they are read in large pieces.
func (e *enumeration[S]) groups(l *linking[S]) (ends []int) {
	size, most := 0, 0
	if e.keys.end > 0 {
		most = e.plan.Buffer / 4
	}
	for p, part := range l.parts {
		if size > 0 && size+part.children > most {
			ends = append(ends, p)
			size = 0
		}
		size += part.children
	}
	return append(ends, len(l.parts))
}

// gather brings the children of the parts from..to together, part by part.
func (e *enumeration[S]) gather(w *linkWorker[S], l *linking[S], from, to int) error {
	size := 0
	for _, part := range l.parts[from:to] {
		size += part.children
	}
	w.keys = Resize(w.keys, size)
	for n := range l.segments {
		s, k, low := &l.segments[n], &l.keys[n], int32(0)
		if from > 0 {
			low = k.ends[from-1]
		}
		block := k.mem
		if block != nil {
			block = block[low:k.ends[to-1]]
		} else {
			w.children = Resize(w.children, int(k.ends[to-1]-low))
			block = w.children
			if err := e.keys.read(block, k.at+int(low)); err != nil {
				return err
			}
		}
		first := 0 // of the part's children in w.keys
		for p := from; p < to; p++ {
			n := k.ends[p] - low
			low = k.ends[p]
			copy(w.keys[first+int(s.starts[p]):], block[:n])
			block = block[n:]
			first += l.parts[p].children
		}
	}
	return nil
}

// sortPart sorts the children of a part, adds its states to those of w, and keeps the numbers
// of the children's states.
func (e *enumeration[S]) sortPart(w *linkWorker[S], p *part, children []S) (err error) {
	if len(children) == 0 {
		return nil
	}
	if p.wide = len(children) > 1<<16; p.wide {
		w.long = Resize(w.long, len(children))
		numberChildren(w, children, w.long)
		p.numbers, err = e.links.put(runs.BytesOf(w.long))
		return err
	}
	w.short = Resize(w.short, len(children))
	numberChildren(w, children, w.short)
	p.numbers, err = e.links.put(runs.BytesOf(w.short))
	return err
}

// numberChildren sorts children, appends each state once to those of w, and numbers the
// children by them.
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

// numberWords is numberChildren for states of one word, whose place among the children is
// put below them, if both fit into a word: else it returns 0.
func numberWords[S games.State, N uint16 | uint32](w *linkWorker[S], children, states []uint64, numbers []N) int {
	low, high := children[0], children[0]
	for _, c := range children {
		low, high = min(low, c), max(high, c)
	}
	below := uint(bits.Len(uint(len(children) - 1)))
	if uint(bits.Len64(high-low))+below > 64 {
		return 0
	}
	for i, c := range children {
		children[i] = (c-low)<<(below&63) | uint64(i)
	}
	w.spare = Resize(w.spare, len(children))
	sorted, _ := runs.SortWords(children, any(w.spare).([]uint64), below)
	last, n, mask := sorted[0]>>(below&63), 0, uint64(1)<<below-1
	for _, s := range sorted {
		state, one := s>>(below&63), 1
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

// numberQueries is numberChildren for any states.
func numberQueries[S games.State, N uint16 | uint32](w *linkWorker[S], children, states []S, numbers []N) int {
	queries := w.queries[0][:0]
	for i, c := range children {
		queries = append(queries, runs.Query[S]{State: c, Place: uint32(i)})
	}
	w.queries[0], w.queries[1] = runs.SortQueries(queries, w.queries[1], runs.Digits(children))
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

// asRuns sorts the children of each segment into runs, where a part has more of them than
// there is room for.
func (e *enumeration[S]) asRuns(l *linking[S], layer int) error {
	w := &e.linkers[0]
	for n := range l.keys {
		k := &l.keys[n]
		states := append(w.states[:0], k.mem...)
		if k.mem == nil {
			states = Resize(states, int(k.ends[len(k.ends)-1]))
			if err := e.keys.read(states, k.at); err != nil {
				return err
			}
		}
		if err := e.flush(0, &states, e.pending, layer); err != nil {
			return err
		}
		w.states = states
	}
	return nil
}

// turns lets workers do something one after the other.
type turns struct {
	mu      sync.Mutex
	changed sync.Cond
	next    int
	err     error // of one of them
}

// inTurn calls work after those of all lower numbers have returned. It does not where one of
// them has failed, or the caller has.
func (t *turns) inTurn(n int, failed error, work func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.changed.Broadcast()
	if failed != nil {
		t.err = failed
	}
	for t.next < n && t.err == nil {
		t.changed.Wait()
	}
	if t.err == nil {
		t.err = work()
		t.next++
	}
	return t.err
}
