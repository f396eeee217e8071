package layered

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
)

// enumeration finds all states that can be reached from the start, up to
// symmetry, layer by layer. Workers expand the states of a layer. The children of a large
// layer are divided into parts, which are sorted (link.go). Those of a small one, or of one
// that plies can skip, go into buffers; each full buffer is sorted into a run, and the runs
// that belong to the next layer are merged (merge.go). What does not fit into its share of
// the memory goes to files.
//
// Cost: for a child that is linked, 20 ns besides its expansion, and 3 bytes; one word (or
// two, or four) a state on disk; memory for the children of one layer, or the limit.
type enumeration[S games.State] struct {
	game    games.Game[S]
	layered games.Layered[S]
	work    string
	plan    job.Plan
	prog    *job.Progress

	expanders []*Expander[S]
	buffers   [][][]S     // by worker and layer step - 1
	ended     [][][]S     // likewise, of children that are over
	spares    [][]S       // by worker
	swaps     [][]bool    // likewise
	layers    [][]int32   // likewise
	filters   []filter[S] // by worker
	pieces    pieces
	merger    *runs.Merger[S]

	linkers []linkWorker[S] // by worker
	keys    keyStore[S]     // of the layer being linked
	links   *linkStore

	rooms     [2][]S      // of the layer being made, and of the one before
	kept      map[int][]S // layers that are in memory as well as in their files
	keptBytes int64
	saving    chan error // of the layer whose file is being written; nil if none is

	mu       sync.Mutex
	pending  map[int][]*runs.Run[S] // by layer
	held     int64                  // bytes of pending runs in memory
	spills   int
	spilled  int64 // bytes of the runs in files
	complete int   // the last layer that is whole: children in layers up to here are dropped

	counting     bool                   // of states that are over
	pendingEnded map[int][]*runs.Run[S] // by layer, of states that are over
	counted      []job.LayerStats       // of such states, by layer
}

// layerPath is the scratch file of a layer's states.
func layerPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.states", layer))
}

// OpenStates opens the states of a layer that a solve in a work directory has
// enumerated, in order; nil if the layer is not complete.
func OpenStates[S games.State](work string, layer int) (*runs.Column[S], error) {
	return runs.OpenScratch[S](layerPath(work, layer))
}

// EnumeratedSizes are the numbers of states in the layers that a solve in a work
// directory has enumerated.
func EnumeratedSizes[S games.State](work string) (sizes []int64) {
	for {
		n, ok := runs.ScratchLength[S](layerPath(work, len(sizes)))
		if !ok {
			return sizes
		}
		sizes = append(sizes, int64(n))
	}
}

func newEnumeration[S games.State](g games.Game[S], layered games.Layered[S], work string, p job.Plan, prog *job.Progress) *enumeration[S] {
	e := &enumeration[S]{game: g, layered: layered, work: work, plan: p, prog: prog, pending: map[int][]*runs.Run[S]{}, pendingEnded: map[int][]*runs.Run[S]{}, kept: map[int][]S{}, counting: true}
	e.linkers = make([]linkWorker[S], p.Workers)
	e.links = &linkStore{layers: map[int]*links{}, work: work, room: p.Window / 16}
	e.keys = keyStore[S]{work: work, most: int(p.Held) * 3 / 2 / (8 * games.Words[S]())}
	e.pieces.plan = p
	e.merger = runs.NewMerger[S](p.Workers, p.Buffer)
	for range p.Workers {
		e.expanders = append(e.expanders, newExpander(g, layered))
		e.buffers = append(e.buffers, make([][]S, layered.Span()))
		e.ended = append(e.ended, make([][]S, layered.Span()))
		e.spares, e.swaps, e.layers = append(e.spares, nil), append(e.swaps, nil), append(e.layers, nil)
		e.filters = append(e.filters, newFilter[S]())
	}
	return e
}

// run enumerates all layers and returns their sizes. Layers found whole in the
// work directory are taken over.
func (e *enumeration[S]) run(ctx context.Context) ([]int64, error) {
	defer e.drop()
	sizes, current, err := e.takeOver(ctx)
	if err != nil {
		return nil, err
	}
	e.prog.Layer.Store(int64(len(sizes) - 1))
	e.prog.Phase.Store(int64(job.Enumerating)) // what was taken over counts
	for {
		layer := len(sizes) - 1
		e.prog.Layer.Store(int64(layer))
		if err := e.plan.Check(sizes); err != nil {
			current.Close()
			return nil, err
		}
		l, err := e.expand(ctx, layer, current)
		current.Close()
		e.stopCounting(e.prog.States.Load())
		if err := cmp.Or(err, games.Failure(e.game)); err != nil {
			return nil, err // before a layer is kept that failed rules have led to
		}
		if l == nil && len(e.pending) == 0 && len(e.pendingEnded) == 0 {
			return sizes, e.saved()
		}
		ended, err := e.countEnded(ctx, layer+1)
		if err != nil {
			return nil, err
		}
		if !e.counting {
			ended = job.LayerStats{}
		}
		e.counted = append(e.counted, ended)
		if current, err = e.merge(ctx, layer+1, l); err != nil {
			return nil, err
		}
		e.complete = layer + 1
		sizes = append(sizes, int64(current.N))
		e.prog.States.Add(int64(current.N))
	}
}

// takeOver opens the layers that an earlier run left and expands again
// those that have children in later layers. Without any it makes layer 0. It
// returns the last layer open.
func (e *enumeration[S]) takeOver(ctx context.Context) (sizes []int64, last *runs.Column[S], err error) {
	for {
		ended, err := openEnded(e.work, len(sizes))
		if ended == nil && err == nil {
			break
		}
		var c *runs.Column[S]
		if err == nil {
			c, err = runs.OpenScratch[S](layerPath(e.work, len(sizes)))
		}
		if c == nil && err == nil {
			break
		}
		if last != nil {
			last.Close()
		}
		if err != nil {
			return nil, nil, err
		}
		last = c
		if ended.Unstored < 0 {
			e.counting, *ended = false, job.LayerStats{}
		}
		e.counted = append(e.counted, *ended)
		sizes = append(sizes, int64(c.N))
		e.prog.States.Add(int64(c.N))
	}
	if last == nil {
		e.counted = []job.LayerStats{{}}
		if err := saveEnded(e.work, 0, job.LayerStats{}); err != nil {
			return nil, nil, err
		}
		start, _ := games.Canonical(e.game, e.game.Start())
		w, err := runs.CreateScratch[S](layerPath(e.work, 0))
		if err != nil {
			return nil, nil, err
		}
		if err := w.Append([]S{start}); err != nil {
			w.Abort()
			return nil, nil, err
		}
		last, err = w.Finish()
		e.prog.States.Store(1)
		return []int64{1}, last, err
	}
	e.complete = len(sizes) - 1
	if e.stopCounting(e.prog.States.Load()); !e.counting {
		clear(e.counted)
	}
	for layer := max(0, len(sizes)-e.layered.Span()); layer < len(sizes)-1; layer++ {
		c, err := runs.OpenScratch[S](layerPath(e.work, layer))
		if err == nil && c == nil {
			err = fmt.Errorf("layer %d has vanished", layer)
		}
		if err == nil {
			err = e.expandLayer(ctx, layer, c)
			c.Close()
		}
		if err != nil {
			last.Close()
			return nil, nil, err
		}
	}
	return sizes, last, nil
}

// expand finds the children of a layer's states. They are in the linking that it returns,
// or else in the pending runs.
func (e *enumeration[S]) expand(ctx context.Context, layer int, states *runs.Column[S]) (*linking[S], error) {
	if !e.linkable(states.N) {
		return nil, e.expandLayer(ctx, layer, states)
	}
	l, err := e.expandLinked(ctx, layer, states)
	if l == nil || err != nil {
		return nil, err
	}
	e.pieces.note(layer, states.N, l.children)
	for _, p := range l.parts {
		if p.children > max(e.plan.Buffer, 1<<13) {
			err = e.asRuns(l, layer+1)
			e.keys.reset()
			return nil, err
		}
	}
	if l.children == 0 {
		e.keys.reset()
		return nil, nil
	}
	return l, nil
}

// expandLayer adds the children of a layer's states to the pending runs.
func (e *enumeration[S]) expandLayer(ctx context.Context, layer int, states *runs.Column[S]) error {
	bufs := make([][]S, e.plan.Workers)
	var children atomic.Int64
	err := parallel.For(ctx, e.plan.Workers, states.N, e.pieces.size(layer, states.N, e.plan.Chunk), func(w, from, to int) error {
		part, err := states.Read(bufs[w], from, to)
		if err != nil {
			return err
		}
		if states.Mem == nil {
			bufs[w] = part
		}
		x := e.expanders[w]
		if x.open != nil && !e.counting {
			x.expandOpen(part)
		} else {
			x.Expand(part)
		}
		children.Add(int64(len(x.Children)))
		e.prog.Done.Add(int64(to - from))
		return e.collect(w, layer, x)
	})
	if err != nil {
		return err
	}
	e.pieces.note(layer, states.N, int(children.Load()))
	return e.flushAll(ctx, layer)
}

// flushAll makes runs of what is left in the buffers after a layer.
func (e *enumeration[S]) flushAll(ctx context.Context, layer int) error {
	return parallel.For(ctx, e.plan.Workers, e.plan.Workers, 1, func(_, w, _ int) error {
		for step := range e.buffers[w] {
			if err := e.flush(w, &e.buffers[w][step], e.pending, layer+1+step); err != nil {
				return err
			}
			if e.counting {
				if err := e.flush(w, &e.ended[w][step], e.pendingEnded, layer+1+step); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// collect adds the children that x found in a layer to the buffers of worker w.
func (e *enumeration[S]) collect(w, layer int, x *Expander[S]) error {
	if len(x.layers) == 0 {
		e.buffers[w][0] = e.filters[w].add(e.buffers[w][0], x.Children)
	}
	for i, l := range x.layers {
		step := int(l) - layer - 1
		if step < 0 || step >= x.Span {
			return errWrongLayer(int(l), layer, x.Children[i])
		}
		if int(l) > e.complete && e.filters[w].isNew(x.Children[i]) {
			e.buffers[w][step] = append(e.buffers[w][step], x.Children[i])
		}
	}
	if err := e.collectEnded(w, layer, x); err != nil {
		return err
	}
	return e.flushFull(w, layer)
}

// flushFull makes runs of the buffers of worker w that are full.
func (e *enumeration[S]) flushFull(w, layer int) error {
	for step := range e.buffers[w] {
		if len(e.buffers[w][step]) >= e.plan.Buffer {
			if err := e.flush(w, &e.buffers[w][step], e.pending, layer+1+step); err != nil {
				return err
			}
		}
		if e.counting && len(e.ended[w][step]) >= e.plan.Buffer {
			if err := e.flush(w, &e.ended[w][step], e.pendingEnded, layer+1+step); err != nil {
				return err
			}
		}
	}
	return nil
}

// errWrongLayer says that a child was met where its layer cannot be.
func errWrongLayer[S games.State](child, layer int, s S) error {
	return fmt.Errorf("a child in layer %d was met in layer %d (state %x): the game breaks its contract", child, layer, games.Bits(&s))
}
