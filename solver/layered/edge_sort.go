package layered

import (
	"context"
	"sync"

	"zermelo/solver/parallel"
	"zermelo/solver/runs"
)

// sortParts sorts the children of each part and completes the links. If emit is not
// nil, sortParts passes it the states of the next layer in ascending order. If place
// is not nil, sortParts calls it concurrently for ranges of these states. The
// argument first of place is the index of a range's first state.
func (e *enumeration[S]) sortParts(ctx context.Context, l *linking[S], emit func([]S) error, place func(first int, part []S)) error {
	defer func() {
		e.keys.reset()
		e.links.layers[l.layer] = l.links
	}()
	groups := e.groups(l)
	var order sequencer
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
		err = order.do(g, err, func() error {
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

// sortInMemory calls sortParts and collects the states in a buffer. The second call
// after this one reuses the buffer.
func (e *enumeration[S]) sortInMemory(ctx context.Context, l *linking[S]) ([]S, error) {
	states := Resize(e.rooms[1], l.children)
	e.rooms[0], e.rooms[1] = states, e.rooms[0]
	err := e.sortParts(ctx, l, nil, func(first int, part []S) { copy(states[first:], part) })
	return states[:l.states], err
}

// groups returns the end of each group of parts. A worker processes one group
// at a time. If children are read from a file, groups contain several parts to
// allow for large reads.
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

// gather copies the children of the parts from..to into w.keys, part by part.
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
		first := 0 // start of part p in w.keys
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

// sortPart sorts the children of a part, appends the distinct states to
// w.states, and stores the index of each child's state.
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

// spillToRuns sorts the children of each segment into a run. It is used instead
// of sortParts if a part does not fit in the sort buffer.
func (e *enumeration[S]) spillToRuns(l *linking[S], layer int) error {
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

// sequencer runs numbered steps of concurrent workers in order, one at a time.
type sequencer struct {
	mu      sync.Mutex
	changed sync.Cond
	next    int
	err     error // first error
}

// do calls work after all calls to do with lower numbers have returned. If failed is
// not nil or an earlier call has failed, do returns that error instead.
func (t *sequencer) do(n int, failed error, work func() error) error {
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
