package layered

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
)

// enumeration is the first sweep. It enumerates the reachable states layer by
// layer, keeping one canonical state per class of symmetric states. The
// children of a large layer are divided into parts, each of which is sorted in
// the processor's cache; see linking. If the layer is small or plies skip
// layers, the children are collected in buffers. A full buffer is sorted into a
// run, and the runs of the next layer are merged. Data beyond the memory limits
// is written to files.
//
// Terminal states that the game recognizes are valued during expansion and not
// stored. If they are to be counted, they are sorted into separate runs.
type enumeration[S games.State] struct {
	setup[S]

	expanders  []*Expander[S] // indexed by worker, as are the following slices
	buffers    [][][]S        // nonterminal children, by worker and by layers advanced - 1
	terminals  [][][]S        // terminal children, likewise
	spares     [][]S
	merged     [2][]S // buffers of compact
	swaps      [][]bool
	layers     [][]int32
	filters    []filter[S]
	chunkSizer chunkSizer
	merger     *runs.Merger[S]

	linkers []linkWorker[S] // indexed by worker
	keys    childStore[S]   // children of the layer being linked
	links   *linkStore

	rooms     [2][]S      // buffers for the states of the next and the current layer
	kept      map[int][]S // layers kept in memory in addition to their files
	keptBytes int64
	files     *Layers[S]
	unsaved   layerFile[S] // layers to be saved in the next file
	lastSave  time.Time
	saving    chan error // result of writing a file; nil if none is being written

	mu       sync.Mutex
	pending  map[int][]*runs.Run[S] // keyed by layer
	held     int64                  // bytes of pending runs in memory
	spills   int                    // number of runs written to files
	spilled  int64                  // total size of these runs in bytes
	complete int                    // last complete layer; states up to this layer are not collected again

	counting         bool                   // terminal states are being counted
	pendingTerminals map[int][]*runs.Run[S] // keyed by layer
	counted          []job.LayerStats       // statistics of terminal states, by layer
}

func newEnumeration[S games.State](s setup[S]) *enumeration[S] {
	e := &enumeration[S]{setup: s, pending: map[int][]*runs.Run[S]{}, pendingTerminals: map[int][]*runs.Run[S]{}, kept: map[int][]S{}, counting: true, files: NewLayers[S](s.work), lastSave: time.Now()}
	e.linkers = make([]linkWorker[S], s.plan.Workers)
	e.links = &linkStore{layers: map[int]*links{}, work: s.work, room: s.plan.Window / 16}
	e.keys = childStore[S]{work: s.work, most: int(s.plan.RunMemory) * 3 / 2 / (8 * games.Words[S]())}
	e.chunkSizer.plan = s.plan
	e.merger = runs.NewMerger[S](s.plan.Workers, s.plan.Buffer)
	for range s.plan.Workers {
		e.expanders = append(e.expanders, newExpander(s.game, s.layered))
		e.buffers = append(e.buffers, make([][]S, s.layered.Span()))
		e.terminals = append(e.terminals, make([][]S, s.layered.Span()))
		e.spares, e.swaps, e.layers = append(e.spares, nil), append(e.swaps, nil), append(e.layers, nil)
		e.filters = append(e.filters, newFilter[S]())
	}
	return e
}

// expandLayer expands a layer and adds the children to the pending runs.
func (e *enumeration[S]) expandLayer(ctx context.Context, layer int, states *runs.Column[S]) error {
	bufs := make([][]S, e.plan.Workers)
	var children atomic.Int64
	err := parallel.For(ctx, e.plan.Workers, states.N, e.chunkSizer.size(layer, states.N, e.plan.Chunk), func(w, from, to int) error {
		part, err := states.Read(&bufs[w], from, to)
		if err != nil {
			return err
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
	e.chunkSizer.record(layer, states.N, int(children.Load()))
	return e.flushAll(ctx, layer)
}

// collect adds the children in x to the buffers of worker w.
func (e *enumeration[S]) collect(w, layer int, x *Expander[S]) error {
	if err := e.addNew(w, layer, e.buffers[w], x.Children, x.layers); err != nil {
		return err
	}
	if err := e.collectTerminals(w, layer, x); err != nil {
		return err
	}
	return e.flushBuffers(w, layer, e.plan.Buffer)
}

func (e *enumeration[S]) collectTerminals(w, layer int, x *Expander[S]) error {
	if !e.counting {
		return nil
	}
	e.swaps[w] = Resize(e.swaps[w], len(x.terminals))
	x.Canonizer.Canonize(x.terminals, e.swaps[w])
	if x.Span > 1 {
		e.layers[w] = x.layered.Layers(e.layers[w][:0], x.terminals)
	}
	return e.addNew(w, layer, e.terminals[w], x.terminals, e.layers[w])
}

// addNew adds the children that pass worker w's filter to buffers. A child that is i+1
// layers further on is added to buffers[i]. If there is only one buffer, addNew ignores
// the argument layers.
func (e *enumeration[S]) addNew(w, layer int, buffers [][]S, children []S, layers []int32) error {
	if len(buffers) == 1 {
		buffers[0] = e.filters[w].add(buffers[0], children)
		return nil
	}
	for i, l := range layers {
		step := int(l) - layer - 1
		if step < 0 || step >= len(buffers) {
			return errWrongLayer(int(l), layer, children[i])
		}
		if int(l) > e.complete && e.filters[w].isNew(children[i]) {
			buffers[step] = append(buffers[step], children[i])
		}
	}
	return nil
}

func (e *enumeration[S]) flushAll(ctx context.Context, layer int) error {
	return parallel.For(ctx, e.plan.Workers, e.plan.Workers, 1, func(_, w, _ int) error {
		return e.flushBuffers(w, layer, 1)
	})
}

// flushBuffers flushes the buffers of worker w that contain at least the given
// number of states.
func (e *enumeration[S]) flushBuffers(w, layer, least int) error {
	for step := range e.buffers[w] {
		if len(e.buffers[w][step]) >= least {
			if err := e.flush(w, &e.buffers[w][step], e.pending, layer+1+step); err != nil {
				return err
			}
		}
		if len(e.terminals[w][step]) >= least {
			if err := e.flush(w, &e.terminals[w][step], e.pendingTerminals, layer+1+step); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush sorts the states in a buffer of worker w, adds them to the pending runs, and
// empties the buffer.
func (e *enumeration[S]) flush(w int, buffer *[]S, to map[int][]*runs.Run[S], layer int) error {
	if len(*buffer) == 0 {
		return nil
	}
	sorted, free := runs.SortStates(*buffer, e.spares[w])
	*buffer, e.spares[w] = sorted[:0], free[:0]
	return e.addRun(sorted, to, layer)
}

// mergeRuns merges the pending runs of a layer, passes their distinct states to
// emit in ascending order, and releases the runs.
func (e *enumeration[S]) mergeRuns(ctx context.Context, pending map[int][]*runs.Run[S], layer int, emit func([]S) error) error {
	parts, err := e.merger.ReduceRuns(ctx, pending[layer], e.spillPath, e.release)
	pending[layer] = parts
	if err == nil {
		err = e.merger.Merge(ctx, parts, emit)
	}
	if err != nil {
		return fmt.Errorf("merge layer %d: %w", layer, err)
	}
	for _, r := range parts {
		e.release(r)
	}
	delete(pending, layer)
	return nil
}

// mergeTerminals returns the statistics of a layer's terminal states if they are counted.
func (e *enumeration[S]) mergeTerminals(ctx context.Context, layer int) (job.LayerStats, error) {
	if !e.counting {
		return job.LayerStats{}, nil
	}
	return countStates(e.expanders[0], func(count func([]S) error) error {
		return e.mergeRuns(ctx, e.pendingTerminals, layer, count)
	})
}

// stopCounting stops counting terminal states if states exceeds plan.MaxCounted. In
// this case it also discards the terminal states collected so far.
func (e *enumeration[S]) stopCounting(states int64) {
	if states <= e.plan.MaxCounted {
		return
	}
	e.counting = false
	for layer, pending := range e.pendingTerminals {
		for _, r := range pending {
			e.release(r)
		}
		delete(e.pendingTerminals, layer)
	}
	clear(e.counted)
}

func (e *enumeration[S]) release(r *runs.Run[S]) {
	e.held -= int64(len(runs.BytesOf(r.Mem)))
	r.Remove()
}

// drop saves the complete layers, releases all pending runs, and closes the file of
// children.
func (e *enumeration[S]) drop() {
	_ = cmp.Or(e.startSave(), e.waitSaved()) // a successful run has checked these errors already
	closeScratch(&e.keys.file)
	for _, pending := range []map[int][]*runs.Run[S]{e.pending, e.pendingTerminals} {
		for _, runs := range pending {
			for _, r := range runs {
				e.release(r)
			}
		}
	}
}
