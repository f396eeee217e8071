package solver

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"zermelo/games"
)

// enumeration finds all states that can be reached from the start, up to
// symmetry, layer by layer. Workers expand the states of a layer into buffers,
// sort each full buffer into a run, and the runs that belong to the next layer
// are merged into one sorted scratch file. Runs that do not fit into a quarter
// of the memory limit are spilled to files; of many files some are merged before
// (merge.go).
//
// Cost: sorting, about 15 ns a child with 48-bit states; one word (or two, or
// four) a state on disk; memory for the children of one layer, or the limit.
// A hash set was rejected: it needs its size before it is filled, twice the
// memory, and the table wants sorted states anyway.
type enumeration[S games.State] struct {
	game    games.Game[S]
	layered games.Layered[S]
	work    string
	plan    plan
	prog    *Progress

	expanders []*expander[S]
	buffers   [][][]S // by worker and layer step - 1
	spares    [][]S   // by worker
	merger    *merger[S]

	mu       sync.Mutex
	pending  map[int][]*run[S] // by layer
	held     int64             // bytes of pending runs in memory
	spills   int
	complete int // the last layer that is whole: children in layers up to here are dropped
}

// layerPath is the scratch file of a layer's states.
func layerPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.states", layer))
}

func newEnumeration[S games.State](g games.Game[S], layered games.Layered[S], work string, p plan, prog *Progress) *enumeration[S] {
	e := &enumeration[S]{game: g, layered: layered, work: work, plan: p, prog: prog, pending: map[int][]*run[S]{}}
	e.merger = newMerger[S](p.workers, p.buffer)
	for range p.workers {
		e.expanders = append(e.expanders, newExpander(g, layered))
		e.buffers = append(e.buffers, make([][]S, layered.Span()))
		e.spares = append(e.spares, nil)
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
	for {
		layer := len(sizes) - 1
		e.prog.layer.Store(int64(layer))
		if err := e.plan.check(sizes); err != nil {
			current.close()
			return nil, err
		}
		err := e.expandLayer(ctx, layer, current)
		current.close()
		if err != nil {
			return nil, err
		}
		if len(e.pending) == 0 {
			return sizes, nil
		}
		if current, err = e.merge(ctx, layer+1); err != nil {
			return nil, err
		}
		e.complete = layer + 1
		sizes = append(sizes, int64(current.n))
		e.prog.states.Add(int64(current.n))
	}
}

// takeOver opens the layers that an earlier sitting left and expands again
// those that have children in later layers. Without any it makes layer 0. It
// returns the last layer open.
func (e *enumeration[S]) takeOver(ctx context.Context) (sizes []int64, last *column[S], err error) {
	for {
		c, err := openScratch[S](layerPath(e.work, len(sizes)))
		if c == nil && err == nil {
			break
		}
		if last != nil {
			last.close()
		}
		if err != nil {
			return nil, nil, err
		}
		last = c
		sizes = append(sizes, int64(c.n))
		e.prog.states.Add(int64(c.n))
	}
	if last == nil {
		start, _ := games.Canonical(e.game, e.game.Start())
		w, err := createScratch[S](layerPath(e.work, 0))
		if err != nil {
			return nil, nil, err
		}
		if err := w.append([]S{start}); err != nil {
			w.abort()
			return nil, nil, err
		}
		last, err = w.finish()
		e.prog.states.Store(1)
		return []int64{1}, last, err
	}
	e.complete = len(sizes) - 1
	for layer := max(0, len(sizes)-e.layered.Span()); layer < len(sizes)-1; layer++ {
		c, err := openScratch[S](layerPath(e.work, layer))
		if err == nil && c == nil {
			err = fmt.Errorf("layer %d has vanished", layer)
		}
		if err == nil {
			err = e.expandLayer(ctx, layer, c)
			c.close()
		}
		if err != nil {
			last.close()
			return nil, nil, err
		}
	}
	return sizes, last, nil
}

// expandLayer adds the children of a layer's states to the pending runs.
func (e *enumeration[S]) expandLayer(ctx context.Context, layer int, states *column[S]) error {
	bufs := make([][]S, e.plan.workers)
	err := parallel(ctx, e.plan.workers, states.n, e.plan.chunk, func(w, from, to int) error {
		var err error
		if bufs[w], err = states.read(bufs[w], from, to); err != nil {
			return err
		}
		x := e.expanders[w]
		x.expand(bufs[w])
		e.prog.done.Add(int64(to - from))
		return e.collect(w, layer, x)
	})
	for w := range e.buffers {
		for step := range e.buffers[w] {
			if err == nil {
				err = e.flush(w, layer, step)
			}
		}
	}
	return err
}

// collect adds the children that x found in a layer to the buffers of worker w.
func (e *enumeration[S]) collect(w, layer int, x *expander[S]) error {
	if len(x.layers) == 0 {
		e.buffers[w][0] = append(e.buffers[w][0], x.children...)
	}
	for i, l := range x.layers {
		step := int(l) - layer - 1
		if step < 0 || step >= x.span {
			return fmt.Errorf("a child in layer %d was met in layer %d (state %x): the game breaks its contract", l, layer, games.Bits(&x.children[i]))
		}
		if int(l) > e.complete {
			e.buffers[w][step] = append(e.buffers[w][step], x.children[i])
		}
	}
	for step := range e.buffers[w] {
		if len(e.buffers[w][step]) >= e.plan.buffer {
			if err := e.flush(w, layer, step); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush sorts a buffer into a pending run.
func (e *enumeration[S]) flush(w, layer, step int) error {
	if len(e.buffers[w][step]) == 0 {
		return nil
	}
	sorted, free := sortStates(e.buffers[w][step], e.spares[w])
	defer func() { e.buffers[w][step], e.spares[w] = sorted[:0], free[:0] }()
	size := int64(len(bytesOf(sorted)))

	e.mu.Lock()
	spill := e.held+size > e.plan.held
	if !spill {
		e.held += size
	}
	e.mu.Unlock()

	pending := &run[S]{n: len(sorted)}
	if spill {
		var err error
		if pending, err = spillRun(e.spillPath(), sorted); err != nil {
			return err
		}
	} else {
		pending.mem = slices.Clone(sorted)
	}
	e.mu.Lock()
	e.pending[layer+1+step] = append(e.pending[layer+1+step], pending)
	e.mu.Unlock()
	return nil
}

// spillPath is the file of the next run on disk.
func (e *enumeration[S]) spillPath() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spills++
	return filepath.Join(e.work, fmt.Sprintf("spill-%d", e.spills))
}

// merge turns the pending runs of a layer into its scratch file.
func (e *enumeration[S]) merge(ctx context.Context, layer int) (*column[S], error) {
	runs, err := e.merger.fewerRuns(ctx, e.pending[layer], e.spillPath, e.release)
	e.pending[layer] = runs
	if err != nil {
		return nil, fmt.Errorf("merge layer %d: %w", layer, err)
	}
	w, err := createScratch[S](layerPath(e.work, layer))
	if err != nil {
		return nil, err
	}
	if err := e.merger.merge(ctx, runs, w.append); err != nil {
		w.abort()
		return nil, fmt.Errorf("merge layer %d: %w", layer, err)
	}
	for _, r := range runs {
		e.release(r)
	}
	delete(e.pending, layer)
	return w.finish()
}

// release gives back the memory or the file of a run.
func (e *enumeration[S]) release(r *run[S]) {
	e.held -= int64(len(bytesOf(r.mem)))
	r.remove()
}

// drop releases all runs that are left.
func (e *enumeration[S]) drop() {
	for _, runs := range e.pending {
		for _, r := range runs {
			e.release(r)
		}
	}
}
