package layered

import (
	"context"
	"errors"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Steps are the steps of a solve one by one, for a driver that divides layers into shards.
// What a step finds depends on its arguments alone. A Steps is for one goroutine.
type Steps[S games.State] struct {
	Plan job.Plan

	e    *enumeration[S]
	room []uint64 // of a table
}

// NewSteps makes the steps of a game, with one worker. What does not fit into the memory goes to files
// in the existing folder work, which are removed when they have been read.
func NewSteps[S games.State](g games.Game[S], work string, o job.Options) (*Steps[S], error) {
	layered := any(g).(games.Layered[S])
	o.Workers = 1
	p, err := job.MakePlan[S](work, layered.Span(), o)
	if err != nil {
		return nil, err
	}
	e := newEnumeration(g, layered, work, p, o.Tracker())
	e.counting, e.complete = false, -1
	return &Steps[S]{Plan: p, e: e}, nil
}

// Span is the largest step that a ply takes, in layers.
func (s *Steps[S]) Span() int { return s.e.layered.Span() }

// Drop gives back what a step holds that has failed.
func (s *Steps[S]) Drop() {
	s.e.drop()
	clear(s.e.pending)
}

// Children finds the children of states of a layer that are stored. It gives those of each later layer
// within reach to emit, layer by layer: ascending, each once.
func (s *Steps[S]) Children(ctx context.Context, layer int, states *runs.Column[S], emit func(layer int, states []S) error) error {
	s.e.filters[0] = newFilter[S]() // what an earlier shard has met is not in the runs of this one
	if err := s.e.expandLayer(ctx, layer, states); err != nil {
		return err
	}
	for step := range s.Span() {
		if err := s.Merge(ctx, layer+1+step, func(part []S) error { return emit(layer+1+step, part) }); err != nil {
			return err
		}
	}
	return nil
}

// Sample finds the children of a few states of a layer, and the layer of each.
func (s *Steps[S]) Sample(layer int, states []S) (children []S, layers []int) {
	x := s.e.expanders[0]
	x.Expand(states)
	for i, c := range x.Children {
		at := layer + 1
		if len(x.layers) > 0 {
			at = int(x.layers[i])
		}
		children, layers = append(children, c), append(layers, at)
	}
	return children, layers
}

// AddRun keeps ascending states of a layer for Merge.
func (s *Steps[S]) AddRun(layer int, states []S) error {
	return s.e.addRun(states, s.e.pending, layer)
}

// Merge gives the states of all runs of a layer to emit: ascending, each once.
func (s *Steps[S]) Merge(ctx context.Context, layer int, emit func([]S) error) error {
	return s.e.mergeRuns(ctx, s.e.pending, layer, emit)
}

// Value finds the values of states of a layer. Below has the children of all of them, with their values,
// by layer. First is the place of the first state in its layer. The values of games with a dictionary are
// the numbers of outcomes, which are renumbered at the end so that nothing depends on the order of work.
func (s *Steps[S]) Value(ctx context.Context, layer, first int, states *runs.Column[S], below map[int]*Solved[S], outcomes value.OutcomeSet) ([]value.Value, *Survey, error) {
	sizes := make([]int64, layer+s.Span()+1)
	sizes[layer] = int64(states.N)
	d := s.induction(sizes, outcomes, nil)
	for at, l := range below {
		l.piece, d.window[at], sizes[at] = s.Plan.Piece, l, int64(l.States.N)
		if err := l.prepare(); err != nil {
			return nil, nil, err
		}
		if s.Span() == 1 && s.Plan.Words == 1 {
			s.room = Resize(s.room, int(roomyTable(int64(l.States.N))/8))
			var err error
			if l.table, err = newTable(ctx, 1, l, s.room); err != nil {
				return nil, nil, err
			}
		}
	}
	l := &Solved[S]{States: *states, Values: runs.Column[value.Value]{N: states.N, Mem: make([]value.Value, states.N)}}
	for from := 0; from < states.N; from += s.Plan.Chunk {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if err := d.valueRange(d.workers[0], layer, l, from, min(from+s.Plan.Chunk, states.N)); err != nil {
			return nil, nil, err
		}
	}
	values := l.Values.Mem
	if renamed := outcomes.Renumber(); renamed != nil {
		for i, v := range values {
			values[i] = renamed[v]
		}
	}
	survey := &d.workers[0].survey
	survey.CriticalIndex += first
	return values, survey, nil
}

// induction is one with one worker, that knows so many states of each layer.
func (s *Steps[S]) induction(sizes []int64, outcomes value.OutcomeSet, store job.Store[S]) *induction[S] {
	d := &induction[S]{
		game: s.e.game, layered: s.e.layered, work: s.e.work, plan: s.Plan, prog: s.e.prog, store: store,
		sizes: sizes, outcomes: outcomes, window: map[int]*Solved[S]{},
		saved: &snapshot{Sizes: sizes, Stats: make([]job.LayerStats, len(sizes)), Ended: make([]job.LayerStats, len(sizes))},
	}
	d.addWorkers(1)
	return d
}

// Answer appends the values of ascending states of a solved shard in memory to dst.
func (s *Steps[S]) Answer(dst []value.Value, states []S, from *Solved[S]) ([]value.Value, error) {
	known, values, at := from.States.Mem, from.Values.Mem, 0
	for _, asked := range states {
		if at = seek(known, at, asked); at >= len(known) || known[at] != asked {
			return dst, errUnknown(asked)
		}
		dst = append(dst, values[at])
		at++
	}
	return dst, nil
}

// NewSolved is a shard in memory, with its values.
func NewSolved[S games.State](states []S, values []value.Value) *Solved[S] {
	return &Solved[S]{States: runs.Column[S]{N: len(states), Mem: states}, Values: runs.Column[value.Value]{N: len(values), Mem: values}}
}

// Assembly gives layers to a store whose values another driver has found, the last layer first.
type Assembly[S games.State] struct {
	d   *induction[S]
	run *run
}

// NewAssembly makes the assembly of layers of so many states.
func NewAssembly[S games.State](g games.Game[S], work string, store job.Store[S], o job.Options, sizes []int64) (*Assembly[S], error) {
	p, err := job.MakePlan[S](work, any(g).(games.Layered[S]).Span(), o)
	if err != nil {
		return nil, err
	}
	outcomes, err := value.NewOutcomeSet(g.Info(), nil)
	if err != nil {
		return nil, err
	}
	s := &Steps[S]{Plan: p, e: &enumeration[S]{game: g, layered: any(g).(games.Layered[S]), work: work, prog: o.Tracker()}}
	d := s.induction(sizes, outcomes, store)
	d.addWorkers(p.Workers)
	return &Assembly[S]{d, &run{saved: d.saved, meter: checkpoint.NewMeter()}}, nil
}

// Number is the number of an outcome in the dictionary of all layers.
func (a *Assembly[S]) Number(o *value.Outcome) value.Value { return a.d.outcomes.Number(o) }

// Layer gives a layer to the store, with what was seen of it while it was valued. The values are
// renumbered in place. States and values are closed.
func (a *Assembly[S]) Layer(ctx context.Context, layer int, states *runs.Column[S], values *runs.Column[value.Value], seen *Survey) error {
	l := &Solved[S]{States: *states, Values: *values}
	defer l.close()
	if int64(states.N) != a.d.sizes[layer] || states.N != values.N {
		return errors.New("a layer has not as many values as states")
	}
	a.d.saved.Stats[layer] = seen.Stats
	if err := a.d.keep(ctx, layer, l); err != nil || layer > 0 {
		return err
	}
	return a.d.noteStart(l)
}

// Solution describes the solve when all layers are stored. Used is what all workers have used.
func (a *Assembly[S]) Solution(workers int, used checkpoint.Usage) *job.Solution {
	a.d.saved.Usage, a.d.plan.Workers = used, workers
	return a.d.solution(a.run)
}
