package layered

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
)

// run enumerates all layers and returns their sizes. It resumes after the last
// complete layer in the directory work.
func (e *enumeration[S]) run(ctx context.Context) ([]int64, error) {
	defer e.drop()
	sizes, current, err := e.resume(ctx)
	if err != nil {
		return nil, err
	}
	e.prog.Layer.Store(int64(len(sizes) - 1))
	e.prog.Phase.Store(int64(job.Enumerating)) // unlike Enter, do not reset the counters
	for {
		layer := len(sizes) - 1
		e.prog.Layer.Store(int64(layer))
		if err := cmp.Or(e.plan.Check(sizes), e.plan.Endless(sizes, func() (string, error) {
			s, err := current.Read(nil, 0, 1)
			if err != nil {
				return "", err
			}
			return games.NotationOf(e.game).FormatState(s[0]), nil
		})); err != nil {
			current.Close()
			return nil, err
		}
		stop := e.saveWhenDue()
		l, err := e.expand(ctx, layer, current)
		err = cmp.Or(err, stop())
		current.Close()
		e.stopCounting(e.prog.States.Load())
		if err := cmp.Or(err, games.Failure(e.game)); err != nil {
			return nil, err // a layer computed by failed rules must not be saved
		}
		if l == nil && len(e.pending) == 0 && len(e.pendingTerminals) == 0 {
			return sizes, cmp.Or(e.startSave(), e.waitSaved())
		}
		ended, err := e.mergeTerminals(ctx, layer+1)
		if err != nil {
			return nil, err
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

// resume opens the layers found by an interrupted run and returns their sizes
// and the last layer. It expands earlier layers again if they can have children
// beyond the last layer. If no layer exists, resume creates layer 0.
func (e *enumeration[S]) resume(ctx context.Context) (sizes []int64, last *runs.Column[S], err error) {
	sizes, last, err = e.openLayers()
	if err != nil {
		return nil, nil, err
	}
	if last == nil {
		last, err = e.createFirstLayer()
		return []int64{1}, last, err
	}
	e.complete = len(sizes) - 1
	if e.stopCounting(e.prog.States.Load()); !e.counting {
		clear(e.counted)
	}
	again := max(0, len(sizes)-e.layered.Span())
	for _, n := range sizes[:again] {
		e.prog.Done.Add(n)
	}
	for layer := again; layer < len(sizes)-1; layer++ {
		c, err := e.openLayer(layer)
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

// openLayers opens the layers found by an interrupted run. It returns their sizes
// and the last layer, which is nil if there are no layers. It also restores the
// counts of terminal states.
func (e *enumeration[S]) openLayers() (sizes []int64, last *runs.Column[S], err error) {
	for {
		c, err := e.files.Open(len(sizes))
		if err != nil {
			return nil, nil, err
		}
		if c == nil {
			break
		}
		c.Close()
		f := &e.files.file
		if f.first != len(sizes) {
			break // without a file that starts here, later runs would not find the next one
		}
		for _, r := range f.records {
			if r.Ended.Unstored < 0 {
				e.counting, r.Ended = false, job.LayerStats{}
			}
			e.counted = append(e.counted, r.Ended)
			sizes = append(sizes, int64(r.Size))
			e.prog.States.Add(int64(r.Size))
		}
	}
	if len(sizes) > 0 {
		last, err = e.openLayer(len(sizes) - 1)
	}
	return sizes, last, err
}

func (e *enumeration[S]) openLayer(layer int) (*runs.Column[S], error) {
	c, err := e.files.Open(layer)
	if c == nil && err == nil {
		err = fmt.Errorf("layer %d: scratch file is missing", layer)
	}
	return c, err
}

func (e *enumeration[S]) createFirstLayer() (*runs.Column[S], error) {
	e.counted = []job.LayerStats{{}}
	start, _ := games.Canonical(e.game, e.game.Start())
	e.prog.States.Store(1)
	return &runs.Column[S]{N: 1, Mem: []S{start}}, e.save(0, []S{start})
}

// expand expands a layer. The children are in the returned linking or, if that is
// nil, in the pending runs.
func (e *enumeration[S]) expand(ctx context.Context, layer int, states *runs.Column[S]) (*linking[S], error) {
	if !e.linkable(states.N) {
		return nil, e.expandLayer(ctx, layer, states)
	}
	l, err := e.expandLinked(ctx, layer, states)
	if l == nil || err != nil {
		return nil, err
	}
	e.chunkSizer.record(layer, states.N, l.children)
	for _, p := range l.parts {
		if p.children > max(e.plan.Buffer, 1<<13) {
			err = e.spillToRuns(l, layer+1)
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

// merge creates the next layer from l, or from the pending runs if l is nil. If the
// layer is in memory, merge also calls save.
func (e *enumeration[S]) merge(ctx context.Context, layer int, l *linking[S]) (*runs.Column[S], error) {
	if err := e.waitSaved(); err != nil {
		return nil, err
	}
	state := int64(8 * e.plan.Words)
	var states []S
	var err error
	if l != nil && 2*int64(l.children)*state <= e.plan.Window/4 {
		states, err = e.sortInMemory(ctx, l)
	} else {
		var file *runs.Column[S]
		room := int(max(e.plan.SmallLayers, e.plan.Window/16-e.keptBytes) / state)
		if states, file, err = e.mergeLimited(ctx, layer, l, room); file != nil {
			if err := cmp.Or(e.waitSaved(), saveRecords(e.work, layer, e.record(layer, file.N))); err != nil {
				file.Close()
				return nil, err
			}
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
	return &runs.Column[S]{N: len(states), Mem: states}, e.save(layer, states)
}

// mergeLimited merges a layer. If the layer has at most room states, mergeLimited
// returns them in memory. Otherwise it writes all states to the scratch file and
// returns a column.
func (e *enumeration[S]) mergeLimited(ctx context.Context, layer int, l *linking[S], room int) ([]S, *runs.Column[S], error) {
	states := e.rooms[0][:0]
	var w *runs.ScratchWriter[S]
	emit := func(part []S) (err error) {
		if w == nil && len(states)+len(part) <= room {
			states = append(states, part...)
			return nil
		}
		if w == nil {
			if err := e.startSave(); err != nil {
				return err
			}
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
