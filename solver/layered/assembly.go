package layered

import (
	"cmp"
	"context"
	"errors"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Assembly collects the statistics of layers whose values Steps has computed, starting
// with the last layer.
type Assembly[S games.State] struct {
	NeedsStates bool // AddLayer requires the states, to count them by ply
	d           *induction[S]
	run         *run
}

// NewAssembly returns an Assembly for layers of the given sizes. If unstored
// terminal states were counted, ended must be set.
func NewAssembly[S games.State](g games.Game[S], work string, o job.Options, sizes []int64, ended bool) (*Assembly[S], error) {
	layered := any(g).(games.Layered[S])
	p, err := job.MakePlan[S](work, layered.Span(), o)
	if err != nil {
		return nil, err
	}
	outcomes, err := value.NewOutcomeSet(g.Info(), value.Outcomes{})
	if err != nil {
		return nil, err
	}
	d := newInduction(setup[S]{g, layered, work, p, o.Tracker()}, nil, newSnapshot(sizes), outcomes)
	d.saved.EndsCounted = ended
	return &Assembly[S]{layered.Span() > 1 && d.fitsPlies(), d, &run{saved: d.saved, meter: checkpoint.NewMeter()}}, nil
}

// Number returns the value that represents an outcome. All layers share the numbering. The
// numbers of a layer's new outcomes are final after EndNumbering.
func (a *Assembly[S]) Number(o *value.Outcome) value.Value { return a.d.outcomes.Number(o) }

// EndNumbering must be called when all outcomes of a layer are numbered.
func (a *Assembly[S]) EndNumbering() { a.d.outcomes.Renumber() }

// Outcomes returns the outcomes that have been numbered.
func (a *Assembly[S]) Outcomes() value.Outcomes { return a.d.outcomes.Outcomes() }

// AddTerminals adds the statistics of unstored terminal states to a layer.
func (a *Assembly[S]) AddTerminals(layer int, ended *job.LayerStats) {
	addCounts(&a.d.saved.Ended[layer], ended)
}

// AddLayer records the statistics of a layer that has been stored, including a tally.
// If NeedsStates is set, states are the states of the layer.
func (a *Assembly[S]) AddLayer(layer int, states []S, seen *Survey) error {
	stats := &a.d.saved.Stats[layer]
	*stats = seen.Stats
	if stats.States != a.d.sizes[layer] {
		return errors.New("the layer has different sizes in the graph and in the shards")
	}
	addCounts(stats, &a.d.saved.Ended[layer])
	a.d.saved.Digest += seen.Digest
	if !a.NeedsStates {
		return nil
	}
	column := runs.Column[S]{N: len(states), Mem: states}
	return cmp.Or(runs.SaveColumns(layerPath(a.d.work, layer), &column), saveRecords(a.d.work, layer, layerRecord{Size: len(states)})) // for countPlies
}

// SetStart records the value of the only state of layer 0.
func (a *Assembly[S]) SetStart(v value.Value) { a.d.setStart(v) }

// Solution returns a summary of the solve. It must be called after all layers are
// stored. The argument usage is the total resource usage of all workers.
func (a *Assembly[S]) Solution(ctx context.Context, workers int, usage checkpoint.Usage) (*job.Solution, error) {
	if _, err := a.d.count(ctx); err != nil {
		return nil, err
	}
	a.d.saved.Usage, a.d.plan.Workers = usage, workers
	return a.d.solution(a.run), nil
}
