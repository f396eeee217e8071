package shards

import (
	"bufio"
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/runs"
)

// Worker does the tasks of one game, one at a time.
type Worker[S games.State] struct {
	game    games.Game[S]
	store   Store
	steps   *layered.Steps[S]
	objects *objects
	packer  *packer
	states  stateCoder[S]
	values  *valueCoder
}

// NewWorker makes a worker that keeps what does not fit into its memory in the existing folder work.
func NewWorker[S games.State](g games.Game[S], store Store, work string, o job.Options) (*Worker[S], error) {
	steps, err := layered.NewSteps(g, work, o)
	if err != nil {
		return nil, err
	}
	return &Worker[S]{game: g, store: store, steps: steps, objects: newObjects(store), packer: newPacker(), values: newValueCoder()}, nil
}

// Run does a task and writes its object under a name. An error of an object that another task has
// left is a *DamagedError. What was written is nothing worth until the manifest is stored.
func (w *Worker[S]) Run(ctx context.Context, t Task, object string) (*Manifest, error) {
	m := &Manifest{Task: t}
	var err error
	switch t.Kind {
	case Expand:
		err = w.expand(ctx, m, object)
	case Merge:
		err = w.merge(ctx, m, object)
	case Solve:
		err = w.solve(ctx, m, object)
	default:
		err = fmt.Errorf("no kind of task")
	}
	if err != nil {
		w.steps.Drop()
		return nil, fmt.Errorf("%s: %w", t, err)
	}
	return m, nil
}

// shard reads the states of a shard.
func (w *Worker[S]) shard(ctx context.Context, layer, shard int) ([]S, error) {
	m, err := w.store.Made(ctx, Task{Merge, layer, shard})
	if err != nil {
		return nil, err
	}
	sections, err := w.objects.index(ctx, m, 1)
	if err != nil {
		return nil, err
	}
	return w.readStates(ctx, m, sections[0], make([]S, 0, m.States))
}

// readStates appends the states of a section to dst.
func (w *Worker[S]) readStates(ctx context.Context, m *Manifest, s section, dst []S) ([]S, error) {
	err := w.objects.section(ctx, m, s, func(r *bufio.Reader) error {
		return w.states.read(r, func(states []S) error {
			dst = append(dst, states...)
			return nil
		})
	})
	return dst, err
}

// shardsOf is how many shards each of the layers from..to has; none of a layer below 0.
func (w *Worker[S]) shardsOf(ctx context.Context, from, to int) (counts []int, sum int, err error) {
	for layer := from; layer <= to; layer++ {
		n := 0
		if layer >= 0 {
			l, err := w.store.Layer(ctx, layer)
			if err != nil {
				return nil, 0, err
			}
			n = l.Shards()
		}
		counts, sum = append(counts, n), sum+n
	}
	return counts, sum, nil
}

// expand writes a section for each shard of each later layer within reach.
func (w *Worker[S]) expand(ctx context.Context, m *Manifest, object string) error {
	states, err := w.shard(ctx, m.Layer, m.Shard)
	if err != nil {
		return err
	}
	span := w.steps.Span()
	cuts := make([][]S, span)
	for step := range cuts {
		l, err := w.store.Layer(ctx, m.Layer+1+step)
		if err != nil {
			return err
		}
		cuts[step] = fromWords[S](l.Cuts)
	}
	m.States, m.Children = int64(len(states)), make([]int64, span)
	m.Object, err = w.pack(ctx, object, func(p *packer) error {
		step, shard := 0, 0
		p.begin()
		to := func(wantStep, wantShard int) {
			for step < wantStep || step == wantStep && shard < wantShard {
				if shard++; shard > len(cuts[step]) {
					step, shard = step+1, 0
				}
				p.begin()
			}
		}
		err := w.steps.Children(ctx, m.Layer, &runs.Column[S]{N: len(states), Mem: states}, func(layer int, children []S) error {
			at := layer - m.Layer - 1
			m.Children[at] += int64(len(children))
			for len(children) > 0 {
				over, found := slices.BinarySearchFunc(cuts[at], children[0], games.Compare[S])
				if found {
					over++
				}
				n := len(children)
				if over < len(cuts[at]) {
					n, _ = slices.BinarySearchFunc(children, cuts[at][over], games.Compare[S])
				}
				to(at, over)
				if err := w.states.add(p, children[:n]); err != nil {
					return err
				}
				children = children[n:]
			}
			return nil
		})
		to(span-1, len(cuts[span-1]))
		return err
	})
	return err
}

// sectionIn is the section for the shard of m in the objects of an earlier layer that expand
// has made, of so many.
func (w *Worker[S]) sectionIn(ctx context.Context, m *Manifest, parent int) (at, sum int, err error) {
	before, sum, err := w.shardsOf(ctx, parent+1, parent+w.steps.Span())
	if err != nil {
		return 0, 0, err
	}
	at = m.Shard
	for _, n := range before[:m.Layer-parent-1] {
		at += n
	}
	return at, sum, nil
}

// merge writes one section, the states of the shard.
func (w *Worker[S]) merge(ctx context.Context, m *Manifest, object string) error {
	span := w.steps.Span()
	if m.Layer == 0 {
		start, _ := games.Canonical(w.game, w.game.Start())
		if err := w.steps.AddRun(0, []S{start}); err != nil {
			return err
		}
	}
	for parent := max(0, m.Layer-span); parent < m.Layer; parent++ {
		l, err := w.store.Layer(ctx, parent)
		if err != nil {
			return err
		}
		at, sum, err := w.sectionIn(ctx, m, parent)
		if err != nil {
			return err
		}
		for i := range l.Shards() {
			if err := w.addRuns(ctx, m.Layer, Task{Expand, parent, i}, at, sum); err != nil {
				return err
			}
		}
	}
	sampler := sampler[S]{}
	var err error
	m.Object, err = w.pack(ctx, object, func(p *packer) error {
		p.begin()
		return w.steps.Merge(ctx, m.Layer, func(states []S) error {
			m.States += int64(len(states))
			sampler.add(states)
			return w.states.add(p, states)
		})
	})
	if err == nil {
		m.Sample = sampler.sample(w.steps, m.Layer)
	}
	return err
}

// runStates is how many states are read before they become a run.
const runStates = 1 << 20

// addRuns makes runs of a section of what an expand has written.
func (w *Worker[S]) addRuns(ctx context.Context, layer int, t Task, at, sections int) error {
	made, err := w.store.Made(ctx, t)
	if err != nil {
		return err
	}
	index, err := w.objects.index(ctx, made, sections)
	if err != nil {
		return err
	}
	var run []S
	err = w.objects.section(ctx, made, index[at], func(r *bufio.Reader) error {
		return w.states.read(r, func(states []S) error {
			if len(run)+len(states) > runStates {
				if err := w.steps.AddRun(layer, run); err != nil {
					return err
				}
				run = run[:0]
			}
			run = append(run, states...)
			return nil
		})
	})
	if err == nil && len(run) > 0 {
		err = w.steps.AddRun(layer, run)
	}
	return err
}

// fromWords makes states of their words.
func fromWords[S games.State](list [][]uint64) []S {
	states := make([]S, len(list))
	for i, words := range list {
		copy(games.Bits(&states[i]), words)
	}
	return states
}
