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

// Assemble gives the values of a solve whose tasks are all done to a store, as a solve on one machine does.
// Layers that do not fit into the memory go through files in the existing folder work. Repair has a damaged
// object made again.
func (w *Worker[S]) Assemble(ctx context.Context, g *Graph, work string, to job.Store[S], o job.Options, workers int, used checkpoint.Usage, repair func(*DamagedError) error) (*job.Solution, error) {
	sizes := g.LayerSizes()
	all, err := layered.NewAssembly(w.game, work, to, o, sizes, g.countsEnded())
	if err != nil {
		return nil, err
	}
	for layer := len(sizes) - 1; layer >= 0; layer-- {
		err := w.assembleLayer(ctx, g, layer, sizes[layer], work, all)
		var damage *DamagedError
		if errors.As(err, &damage) {
			if err := repair(damage); err != nil {
				return nil, err
			}
			layer++ // once more: nothing of it is stored
			continue
		}
		if err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress.Done.Add(sizes[layer])
		}
	}
	return all.Solution(ctx, workers, used)
}

// assembleLayer reads a layer of n states, and stores it if no object is damaged.
func (w *Worker[S]) assembleLayer(ctx context.Context, g *Graph, layer int, n int64, work string, all *layered.Assembly[S]) error {
	room := int(n)
	if n*int64(8*games.Words[S]()+4) > w.steps.Plan.Window {
		room = -1
	}
	states, err := newColumn[S](room, filepath.Join(work, "assembled.states"))
	if err != nil {
		return err
	}
	defer states.Close()
	values, err := newColumn[value.Value](room, filepath.Join(work, "assembled.values"))
	if err != nil {
		return err
	}
	defer values.Close()
	seen, err := w.load(ctx, g, layer, states, values, all.Number)
	if err == nil {
		if g.countsEnded() && g.layers[layer].Ended {
			for _, m := range g.of(Merge, layer) {
				all.AddEnded(layer, m.Ended)
			}
		}
		err = all.Layer(ctx, layer, states, values, seen)
	}
	return err
}

// newColumn makes an empty column in memory with that room, or in a file where that is negative.
func newColumn[T any](room int, path string) (*runs.Column[T], error) {
	if room >= 0 {
		return &runs.Column[T]{Mem: make([]T, 0, room)}, nil
	}
	file, err := os.Create(path)
	if err == nil {
		err = os.Remove(path) // nobody else needs it
	}
	return &runs.Column[T]{File: file}, err
}

// load adds the shards of a layer to columns.
func (w *Worker[S]) load(ctx context.Context, g *Graph, layer int, states *runs.Column[S], values *runs.Column[value.Value], number func(*value.Outcome) value.Value) (*layered.Survey, error) {
	seen := new(layered.Survey)
	var sections int
	for step := 1; step <= w.steps.Span() && step <= layer; step++ {
		sections += g.layers[layer-step].Shards()
	}
	for shard, m := range g.of(Solve, layer) {
		found, known := states.Mem, values.Mem
		if found == nil { // they are in files
			found, known = w.room[:0], w.asked[:0]
		}
		first := len(known)
		found, err := w.shard(ctx, layer, shard, found)
		if err != nil {
			return nil, err
		}
		index, err := w.objects.index(ctx, m, 2+sections)
		if err == nil {
			known, err = w.readValues(ctx, m, index[0], known)
		}
		if err == nil {
			// All outcomes: those of ends, which no stored state has, are looked up as well.
			err = w.renumber(ctx, m, index[1], known[first:], number, true)
		}
		if err == nil {
			if states.Mem == nil {
				w.room, w.asked = found, known
			}
			err = cmp.Or(appendTo(states, found), appendTo(values, known))
		}
		if err != nil {
			return nil, err
		}
		seen.Add(m.Seen)
	}
	return seen, nil
}

// appendTo adds values to a column. That in memory has them already.
func appendTo[T any](c *runs.Column[T], values []T) error {
	if c.Mem != nil {
		c.Mem, c.N = values, len(values)
		return nil
	}
	from := c.N
	c.N += len(values)
	return c.Write(values, from)
}
