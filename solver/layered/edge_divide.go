package layered

import (
	"context"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
)

// linking is a layer whose children are being linked. Its segments are expanded and
// their children divided into parts. Sorting a part yields states of the next layer
// and, for each child, the index of its state.
type linking[S games.State] struct {
	*links
	layer  int
	states int // number of states found so far in the next layer
	route  *router
	keys   []segmentChildren[S]
	kinds  *kindSet
}

// linkable reports whether to link the children of a layer of n states.
func (e *enumeration[S]) linkable(n int) bool {
	if e.links.checkDisk(); e.links.disabled {
		return false
	}
	return e.layered.Span() == 1 && n >= e.plan.MinLinked && n > 1
}

// expandLinked expands a layer and divides its children into parts. If a sample
// of the layer has only terminal children, expandLinked returns nil and adds
// the children of the layer to the pending runs instead.
func (e *enumeration[S]) expandLinked(ctx context.Context, layer int, states *runs.Column[S]) (*linking[S], error) {
	words, expanded, err := e.sample(states)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, e.expandLayer(ctx, layer, states)
	}
	want := partChunks * e.plan.Chunk // children per part
	parts := min(max(1, len(words)*states.N/expanded/want), maxParts)
	per := max(1, min(2*want*expanded/len(words), states.N/(segmentsPerWorker*e.plan.Workers)))
	l := &linking[S]{layer: layer, links: &links{at: e.links.end}, route: newRouter(words, parts), kinds: &kindSet{numbers: map[string]uint8{}}}
	for w := range e.linkers {
		e.linkers[w].kindFinder = kindFinder{set: l.kinds, kinds: e.linkers[w].kinds}
	}
	n := (states.N + per - 1) / per
	l.segments, l.keys = make([]segment, n), make([]segmentChildren[S], n)
	bufs := make([][]S, e.plan.Workers)
	err = parallel.For(ctx, e.plan.Workers, states.N, per, func(w, from, to int) error {
		l.segments[from/per].from, l.segments[from/per].to = from, to
		return e.expandSegment(w, layer, from/per, states, &bufs[w], l)
	})
	if err != nil {
		return nil, err
	}
	if !l.kinds.failed {
		l.links.kinds = l.kinds.list
	}
	l.count()
	return l, e.flushAll(ctx, layer)
}

const (
	// partChunks is the intended number of chunks of children per part. A part
	// of 2^15 children fits in a second-level cache while it is sorted.
	partChunks        = 8
	segmentsPerWorker = 8 // minimum
)

const (
	sampleSpots  = 64      // maximum number of ranges in a sample
	sampleStates = 1 << 13 // maximum number of states in a sample
	sampleOf     = 1 << 8  // ratio of layer size to sample size for small layers
)

// sample expands a sample of a layer. It returns the first word of each child
// and the number of states expanded.
func (e *enumeration[S]) sample(states *runs.Column[S]) (words []uint64, expanded int, err error) {
	per := max(1, min(states.N/sampleOf, sampleStates)/sampleSpots)
	var buf []S
	for at := 0; at+per <= states.N; at += max(per, states.N/sampleSpots) {
		part, err := states.Read(&buf, at, at+per)
		if err != nil {
			return nil, 0, err
		}
		x := e.expanders[0]
		x.Expand(part)
		for i := range x.Children {
			words = append(words, games.Bits(&x.Children[i])[0])
		}
		expanded += per
	}
	return words, expanded, nil
}

// expandSegment expands segment n and divides its children into parts.
func (e *enumeration[S]) expandSegment(w, layer, n int, states *runs.Column[S], buf *[]S, l *linking[S]) error {
	x, lw, s := e.expanders[w], &e.linkers[w], &l.segments[n]
	fast := x.open != nil && !e.counting
	x.expansion.Reset()
	lw.children = lw.children[:0]
	for at := s.from; at < s.to; at += e.plan.Chunk {
		part, err := states.Read(buf, at, min(at+e.plan.Chunk, s.to))
		if err != nil {
			return err
		}
		if fast {
			x.open.ExpandOpen(&x.expansion, any(part).([]uint64))
			continue
		}
		x.Expand(part)
		lw.children = append(lw.children, x.Children...)
		if err := e.collectTerminals(w, layer, x); err != nil {
			return err
		}
		if err := e.flushBuffers(w, layer, e.plan.Buffer); err != nil {
			return err
		}
	}
	e.prog.Done.Add(int64(s.to - s.from))
	if !fast {
		l.kinds.fail()
		return e.divide(lw, l, n, lw.children)
	}
	if lw.find(&x.expansion) {
		var err error
		if s.kinds, err = e.links.put(lw.kindFinder.kinds); err != nil {
			return err
		}
	}
	return e.divide(lw, l, n, any(x.expansion.Children).([]S))
}

// divide stores the children of segment n, grouped by part.
func (e *enumeration[S]) divide(w *linkWorker[S], l *linking[S], n int, children []S) error {
	w.routes = Resize(w.routes, len(children))
	var counts, at [maxParts]int32
	route(l.route, w.routes, children, &counts)
	k := &l.keys[n]
	k.ends = make([]int32, l.route.parts)
	sum := int32(0)
	for p := range k.ends {
		at[p] = sum
		sum += counts[p]
		k.ends[p] = sum
	}
	if err := e.keys.place(k, len(children)); err != nil {
		return err
	}
	to := k.mem
	if to == nil {
		w.keys = Resize(w.keys, len(children))
		to = w.keys
	}
	for i, p := range w.routes {
		to[at[p]] = children[i]
		at[p]++
	}
	if k.mem == nil {
		if err := e.keys.write(to, k.at); err != nil {
			return err
		}
	}
	var err error
	l.segments[n].routes, err = e.links.put(w.routes)
	return err
}

// count computes the number of children in each part and, for each segment, its
// offset within each part.
func (l *linking[S]) count() {
	l.parts = make([]part, l.route.parts)
	for n := range l.segments {
		s, before := &l.segments[n], int32(0)
		s.starts = make([]int32, len(l.parts))
		for p, end := range l.keys[n].ends {
			s.starts[p] = int32(l.parts[p].children)
			l.parts[p].children += int(end - before)
			before = end
		}
	}
	for p := range l.parts {
		l.parts[p].from = l.children
		l.children += l.parts[p].children
	}
}
