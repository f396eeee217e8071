package layered

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
)

// linking is a layer whose children are linked. Its states are expanded segment by segment,
// and the children of each segment divided into parts. Then each part is sorted: that gives
// its states to the next layer, and their numbers to the children.
type linking[S games.State] struct {
	*links
	layer  int
	states int // of the next layer, so far
	route  *router
	keys   []segmentKeys[S]
	kinds  *kindSet
}

// segmentKeys are the children of a segment, part by part, in memory or in a file.
type segmentKeys[S games.State] struct {
	mem  []S
	at   int     // in the file, in states
	ends []int32 // by part
}

// linkWorker is what a worker has that links.
type linkWorker[S games.State] struct {
	kindFinder
	routes      []uint8
	children    []S
	keys, spare []S
	queries     [2][]runs.Query[S]
	states      []S
	counts      []int // of states, by part
	short       []uint16
	long        []uint32
}

// linkable reports whether the children of a layer of n states are linked.
func (e *enumeration[S]) linkable(n int) bool {
	if e.links.yield(); e.links.givenUp {
		return false
	}
	return e.layered.Span() == 1 && n >= e.plan.Linked && n > 1
}

// expandLinked divides the children of a layer. It returns nil where there are none by
// a sample, and the children are in runs.
func (e *enumeration[S]) expandLinked(ctx context.Context, layer int, states *runs.Column[S]) (*linking[S], error) {
	words, expanded, err := e.sample(states)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, e.expandLayer(ctx, layer, states)
	}
	want := partChunks * e.plan.Chunk // children of a part
	parts := min(max(1, len(words)*states.N/expanded/want), mostParts)
	per := max(1, min(2*want*expanded/len(words), states.N/(segmentsPerWorker*e.plan.Workers)))
	l := &linking[S]{layer: layer, links: &links{at: e.links.end}, route: newRouter(words, parts), kinds: &kindSet{numbers: map[string]uint8{}}}
	for w := range e.linkers {
		e.linkers[w].kindFinder = kindFinder{set: l.kinds, kinds: e.linkers[w].kinds}
	}
	n := (states.N + per - 1) / per
	l.segments, l.keys = make([]segment, n), make([]segmentKeys[S], n)
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

// partChunks is how many chunks of children make a part, as far as there are enough
// parts: 2^15 children, which are sorted in a second-level cache. Of segments there are
// several for each worker.
const (
	partChunks        = 8
	segmentsPerWorker = 8
)

// expandSegment expands the states of a segment and divides their children.
func (e *enumeration[S]) expandSegment(w, layer, n int, states *runs.Column[S], buf *[]S, l *linking[S]) error {
	x, lw, s := e.expanders[w], &e.linkers[w], &l.segments[n]
	fast := x.open != nil && !e.counting
	x.expansion.Reset()
	lw.children = lw.children[:0]
	for at := s.from; at < s.to; at += e.plan.Chunk {
		part, err := states.Read(*buf, at, min(at+e.plan.Chunk, s.to))
		if err != nil {
			return err
		}
		if states.Mem == nil {
			*buf = part
		}
		if fast {
			x.open.ExpandOpen(&x.expansion, any(part).([]uint64))
			continue
		}
		x.Expand(part)
		lw.children = append(lw.children, x.Children...)
		if err := e.collectEnded(w, layer, x); err != nil {
			return err
		}
		if err := e.flushFull(w, layer); err != nil {
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

// divide divides the children of a segment.
func (e *enumeration[S]) divide(w *linkWorker[S], l *linking[S], n int, children []S) error {
	w.routes = Resize(w.routes, len(children))
	var counts, at [mostParts]int32
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

// count finds how many children the parts have, and where those of the segments begin.
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

// keyStore keeps the children of a layer: in memory as far as there is room, then in a file.
type keyStore[S games.State] struct {
	work   string
	mu     sync.Mutex
	blocks [][]S
	most   int // states in memory
	held   int // states of all blocks
	block  int // that is being filled
	used   int // states of that block
	file   *os.File
	end    int   // states in the file
	spilt  int64 // states that went to the file, of all layers
}

// blockStates is how many states of room are made at once.
const blockStates = 1 << 20

// place makes room for n states.
func (s *keyStore[S]) place(k *segmentKeys[S], n int) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k.mem = s.take(n); k.mem != nil {
		return nil
	}
	if s.file == nil {
		if s.file, err = os.Create(filepath.Join(s.work, "children.work")); err != nil {
			return fmt.Errorf("keep children: %w", err)
		}
	}
	k.at = s.end
	s.end += n
	s.spilt += int64(n)
	return nil
}

// take is room for n states in memory, or nil.
func (s *keyStore[S]) take(n int) []S {
	for ; s.block < len(s.blocks); s.block, s.used = s.block+1, 0 {
		if b := s.blocks[s.block]; s.used+n <= len(b) {
			s.used += n
			return b[s.used-n : s.used : s.used]
		}
	}
	size := max(n, min(blockStates, s.most-s.held))
	if s.held+size > s.most {
		return nil
	}
	s.held += size
	s.blocks, s.used = append(s.blocks, make([]S, size)), n
	return s.blocks[s.block][:n:n]
}

// write writes states to the file.
func (s *keyStore[S]) write(states []S, at int) error {
	if _, err := s.file.WriteAt(runs.BytesOf(states), int64(at)*int64(8*games.Words[S]())); err != nil {
		return fmt.Errorf("keep children: %w", err)
	}
	return nil
}

// read reads states from the file.
func (s *keyStore[S]) read(states []S, at int) error {
	if _, err := s.file.ReadAt(runs.BytesOf(states), int64(at)*int64(8*games.Words[S]())); err != nil {
		return fmt.Errorf("read children: %w", err)
	}
	return nil
}

// reset makes all room free.
func (s *keyStore[S]) reset() {
	s.block, s.used, s.end = 0, 0, 0
	if s.file != nil {
		_ = s.file.Truncate(0) // else it takes more of the disk for a while
	}
}
