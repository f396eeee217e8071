package layered

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"zermelo/solver/runs"
)

// flush sorts a buffer of worker w into a pending run of a layer.
func (e *enumeration[S]) flush(w int, buffer *[]S, to map[int][]*runs.Run[S], layer int) error {
	if len(*buffer) == 0 {
		return nil
	}
	sorted, free := runs.SortStates(*buffer, e.spares[w])
	*buffer, e.spares[w] = sorted[:0], free[:0]
	return e.addRun(sorted, to, layer)
}

// addRun makes a pending run of a layer of sorted states, of which it keeps none.
func (e *enumeration[S]) addRun(sorted []S, to map[int][]*runs.Run[S], layer int) error {
	size := int64(len(runs.BytesOf(sorted)))

	e.mu.Lock()
	spill := e.held+size > e.plan.Held
	if spill {
		e.spilled += size
	} else {
		e.held += size
	}
	e.mu.Unlock()

	pending := &runs.Run[S]{N: len(sorted)}
	if spill {
		var err error
		if pending, err = runs.SpillRun(e.spillPath(), sorted); err != nil {
			return err
		}
	} else {
		pending.Mem = slices.Clone(sorted)
	}
	e.mu.Lock()
	to[layer] = append(to[layer], pending)
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

// merge makes the next layer, of what is linked or else of the pending runs: in memory if
// there is room, and in its scratch file. The file of a layer in memory is written while
// the next one is enumerated.
func (e *enumeration[S]) merge(ctx context.Context, layer int, l *linking[S]) (*runs.Column[S], error) {
	if err := e.saved(); err != nil {
		return nil, err
	}
	state := int64(8 * e.plan.Words)
	var states []S
	var err error
	if l != nil && 2*int64(l.children)*state <= e.plan.Window/4 {
		states, err = e.sortInMemory(ctx, l)
	} else {
		var file *runs.Column[S]
		room := int(max(0, e.plan.Window/16-e.keptBytes) / state)
		if states, file, err = e.mergeWithin(ctx, layer, l, room); file != nil {
			return file, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if bytes := int64(len(states)) * state; e.keptBytes+bytes <= e.plan.Window/16 {
		states = slices.Clone(states)
		e.kept[layer] = states
		e.keptBytes += bytes
	}
	saving := make(chan error, 1)
	e.saving = saving
	go func() {
		saving <- runs.SaveColumn(&runs.Column[S]{N: len(states), Mem: states}, layerPath(e.work, layer))
	}()
	return &runs.Column[S]{N: len(states), Mem: states}, nil
}

// mergeWithin is merge in memory as long as there is room for so many states, and then to
// the file, which it returns.
func (e *enumeration[S]) mergeWithin(ctx context.Context, layer int, l *linking[S], room int) ([]S, *runs.Column[S], error) {
	states := e.rooms[0][:0]
	var w *runs.ScratchWriter[S]
	emit := func(part []S) (err error) {
		if w == nil && len(states)+len(part) <= room {
			states = append(states, part...)
			return nil
		}
		if w == nil {
			if w, err = runs.CreateScratch[S](layerPath(e.work, layer)); err != nil {
				return err
			}
			if err := w.Append(states); err != nil {
				return err
			}
		}
		return w.Append(part)
	}
	var err error
	if l != nil {
		err = e.sortParts(ctx, l, emit, nil)
	} else {
		err = e.mergeRuns(ctx, e.pending, layer, emit)
	}
	e.rooms[0] = states
	switch {
	case w == nil:
		return states, nil, err
	case err != nil:
		w.Abort()
		return nil, nil, err
	}
	file, err := w.Finish()
	return nil, file, err
}

// saved waits until the file of the last layer in memory is written.
func (e *enumeration[S]) saved() error {
	if e.saving == nil {
		return nil
	}
	err := <-e.saving
	e.saving = nil
	return err
}

// mergeRuns gives the states of the pending runs of a layer to emit, in order, and
// releases the runs.
func (e *enumeration[S]) mergeRuns(ctx context.Context, pending map[int][]*runs.Run[S], layer int, emit func([]S) error) error {
	parts, err := e.merger.FewerRuns(ctx, pending[layer], e.spillPath, e.release)
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

// release gives back the memory or the file of a run.
func (e *enumeration[S]) release(r *runs.Run[S]) {
	e.held -= int64(len(runs.BytesOf(r.Mem)))
	r.Remove()
}

// drop releases what is left of runs and children, and waits for the file that is being written.
func (e *enumeration[S]) drop() {
	_ = e.saved() // the caller has an error already, if there is one
	closeScratch(&e.keys.file)
	for _, pending := range []map[int][]*runs.Run[S]{e.pending, e.pendingEnded} {
		for _, runs := range pending {
			for _, r := range runs {
				e.release(r)
			}
		}
	}
}
