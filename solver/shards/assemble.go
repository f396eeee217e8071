package shards

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Assembly configures Assemble.
type Assembly[S games.State] struct {
	Work    string // directory for layers that do not fit into memory; must exist
	Store   job.Store[S]
	Options job.Options
	Workers int                       // number of workers that ran the tasks
	Used    checkpoint.Usage          // total resource usage of these workers
	Repair  func(*DamagedError) error // called to recreate a damaged object
}

// Assemble writes the values of a solve to a.Store and returns a summary, as a
// single-machine solve does. All tasks of the solve must be done.
func (w *Worker[S]) Assemble(ctx context.Context, g *Graph, a Assembly[S]) (*job.Solution, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	sizes := g.LayerSizes()
	all, err := layered.NewAssembly(w.game, a.Work, a.Store, a.Options, sizes, g.countsTerminals())
	if err != nil {
		return nil, err
	}
	for layer := len(sizes) - 1; layer >= 0; layer-- {
		err := w.assembleLayer(ctx, g, layer, sizes[layer], a.Work, all)
		var damage *DamagedError
		if errors.As(err, &damage) {
			if err := a.Repair(damage); err != nil {
				return nil, err
			}
			layer++ // retry; nothing of the layer has been stored
			continue
		}
		if err != nil {
			return nil, err
		}
		if a.Options.Progress != nil {
			a.Options.Progress.Done.Add(sizes[layer])
		}
	}
	return all.Solution(ctx, a.Workers, a.Used)
}

// assembleLayer reads and stores a layer of n states. If an object is damaged, it
// stores nothing.
func (w *Worker[S]) assembleLayer(ctx context.Context, g *Graph, layer int, n int64, work string, all *layered.Assembly[S]) error {
	size := int(n)
	if n*int64(8*games.Words[S]()+4) > w.steps.Plan.Window {
		size = -1
	}
	states, err := newColumn[S](size, filepath.Join(work, "assembled.states"))
	if err != nil {
		return err
	}
	defer states.Close()
	values, err := newColumn[value.Value](size, filepath.Join(work, "assembled.values"))
	if err != nil {
		return err
	}
	defer values.Close()
	seen, err := w.load(ctx, g, layer, states, values, all.Number)
	if err == nil {
		if g.countsTerminals() && g.layers[layer].CountTerminals {
			for _, m := range g.manifests(Merge, layer) {
				all.AddTerminals(layer, m.TerminalStats)
			}
		}
		err = all.Layer(ctx, layer, states, values, seen)
	}
	return err
}

// newColumn returns an empty column, in memory with capacity size or, if size is
// negative, in an unlinked file.
func newColumn[T any](size int, path string) (*runs.Column[T], error) {
	if size >= 0 {
		return &runs.Column[T]{Mem: make([]T, 0, size)}, nil
	}
	file, err := os.Create(path)
	if err == nil {
		err = os.Remove(path) // the file stays open
	}
	return &runs.Column[T]{File: file}, err
}

// load appends the states and values of a layer's shards to the columns. It
// returns the combined survey.
func (w *Worker[S]) load(ctx context.Context, g *Graph, layer int, states *runs.Column[S], values *runs.Column[value.Value], number func(*value.Outcome) value.Value) (*layered.Survey, error) {
	seen := new(layered.Survey)
	var sections int
	for step := 1; step <= w.steps.Span() && step <= layer; step++ {
		sections += g.layers[layer-step].shards()
	}
	made := g.manifests(Solve, layer)
	for shard, m := range made {
		if shard%concurrentReads == 0 {
			var reads []read
			for i := shard; i < min(shard+concurrentReads, len(made)); i++ {
				reads = append(reads, read{m: made[i], sections: 2 + sections, to: 2}, read{m: g.made[Task{Kind: Merge, Layer: layer, Shard: i}], sections: -1, to: 1})
			}
			if err := w.objects.fetch(ctx, reads); err != nil {
				return nil, err
			}
		}
		found, known := states.Mem, values.Mem
		if found == nil { // the columns are in files
			found, known = w.stateBuf[:0], w.answerBuf[:0]
		}
		first := len(known)
		found, err := w.shard(ctx, layer, shard, found)
		if err != nil {
			return nil, err
		}
		index, err := w.objects.some(ctx, read{m: m, sections: 2 + sections, to: 2})
		if err == nil {
			known, err = w.readValues(ctx, m, index[0], known)
		}
		if err == nil {
			// Number all outcomes, including those that only terminal states
			// have. Terminal states are not stored.
			err = w.renumber(ctx, m, index[1], known[first:], number, true)
		}
		if err == nil {
			if states.Mem == nil {
				w.stateBuf, w.answerBuf = found, known
			}
			err = cmp.Or(appendTo(states, found), appendTo(values, known))
		}
		if err != nil {
			return nil, err
		}
		seen.Add(m.Survey)
	}
	return seen, nil
}

// appendTo appends values to a column stored in a file. If the column is in memory,
// values must consist of the column's elements followed by the new ones.
func appendTo[T any](c *runs.Column[T], values []T) error {
	if c.Mem != nil {
		c.Mem, c.N = values, len(values)
		return nil
	}
	from := c.N
	c.N += len(values)
	return c.Write(values, from)
}
