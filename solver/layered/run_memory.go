package layered

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"zermelo/games"
	"zermelo/solver/runs"
)

// addRun adds a copy of sorted states to the pending runs of a layer. If the memory for
// runs is exhausted, it makes room or writes the run to a file.
func (e *enumeration[S]) addRun(sorted []S, to map[int][]*runs.Run[S], layer int) error {
	size := int64(len(runs.BytesOf(sorted)))

	e.mu.Lock()
	if e.held+size > e.plan.RunMemory && e.layered.Span() > 1 {
		if err := e.makeRoom(); err != nil {
			e.mu.Unlock()
			return err
		}
	}
	spill := e.held+size > e.plan.RunMemory
	path := ""
	if spill {
		e.spilled += size
		path = e.spillPath()
	} else {
		e.held += size
	}
	e.mu.Unlock()

	pending := &runs.Run[S]{N: len(sorted)}
	if spill {
		var err error
		if pending, err = runs.SpillRun(path, sorted); err != nil {
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

// pendingLayer identifies pending runs of one layer.
type pendingLayer[S games.State] struct {
	runs  map[int][]*runs.Run[S]
	layer int
}

// inMemory returns the size in bytes of the runs in memory.
func (p pendingLayer[S]) inMemory() (size int) {
	for _, r := range p.runs[p.layer] {
		size += len(runs.BytesOf(r.Mem))
	}
	return size
}

// makeRoom reduces the runs in memory to half of the limit. If a ply can skip layers,
// the children of a layer are divided into many small runs, which have many states in
// common with the runs of other layers' children. makeRoom therefore merges the runs of
// each layer in memory, unless this would take much memory. If necessary, it then
// writes runs to files, starting with the largest layer. The caller must hold e.mu.
func (e *enumeration[S]) makeRoom() error {
	var layers []pendingLayer[S]
	for _, pending := range []map[int][]*runs.Run[S]{e.pending, e.pendingTerminals} {
		for layer := range pending {
			p := pendingLayer[S]{pending, layer}
			if layers = append(layers, p); p.inMemory() <= int(e.plan.RunMemory/16) {
				if err := e.compact(p, false); err != nil {
					return err
				}
			}
		}
	}
	slices.SortFunc(layers, func(a, b pendingLayer[S]) int { return b.inMemory() - a.inMemory() })
	for _, p := range layers {
		if e.held <= e.plan.RunMemory/2 {
			break
		}
		if err := e.compact(p, true); err != nil {
			return err
		}
	}
	return nil
}

// compact merges the runs of a layer that are in memory, either in memory or to a file.
func (e *enumeration[S]) compact(p pendingLayer[S], toFile bool) (err error) {
	var merge, files []*runs.Run[S]
	for _, r := range p.runs[p.layer] {
		if r.Mem != nil {
			merge = append(merge, r)
		} else {
			files = append(files, r)
		}
	}
	if len(merge) == 0 || len(merge) == 1 && !toFile {
		return nil
	}
	merged := &runs.Run[S]{}
	if toFile {
		if len(files) >= runs.MaxFanIn {
			merge, files = append(files, merge...), nil
		}
		if merged, err = e.merger.MergeToFile(context.Background(), merge, e.spillPath()); err == nil {
			e.spilled += int64(merged.N * 8 * games.Words[S]())
		}
	} else {
		states := e.merged[0][:0]
		for _, r := range merge {
			states = append(states, r.Mem...)
		}
		e.merged[0], e.merged[1] = runs.SortStates(states, e.merged[1])
		merged.Mem, merged.N = slices.Clone(e.merged[0]), len(e.merged[0])
		e.held += int64(len(runs.BytesOf(merged.Mem)))
	}
	if err != nil {
		return err
	}
	for _, r := range merge {
		e.release(r)
	}
	p.runs[p.layer] = append(files, merged)
	return nil
}

// spillPath returns the name of a new file. The caller must hold e.mu while workers run.
func (e *enumeration[S]) spillPath() string {
	e.spills++
	return filepath.Join(e.work, fmt.Sprintf("spill-%d", e.spills))
}
