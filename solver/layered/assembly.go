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

// Assembly writes to a store the layers whose values Steps has computed, starting
// with the last layer.
type Assembly[S games.State] struct {
	d   *induction[S]
	run *run
}

// NewAssembly returns an Assembly for layers of the given sizes. If unstored
// terminal states were counted, ended must be set.
func NewAssembly[S games.State](g games.Game[S], work string, store job.Store[S], o job.Options, sizes []int64, ended bool) (*Assembly[S], error) {
	layered := any(g).(games.Layered[S])
	p, err := job.MakePlan[S](work, layered.Span(), o)
	if err != nil {
		return nil, err
	}
	outcomes, err := value.NewOutcomeSet(g.Info(), nil)
	if err != nil {
		return nil, err
	}
	d := newInduction(setup[S]{g, layered, work, p, o.Tracker()}, store, newSnapshot(sizes), outcomes)
	d.saved.EndsCounted = ended
	return &Assembly[S]{d, &run{saved: d.saved, meter: checkpoint.NewMeter()}}, nil
}

// Number returns the value that represents an outcome. All layers share the numbering.
func (a *Assembly[S]) Number(o *value.Outcome) value.Value { return a.d.outcomes.Number(o) }

// AddTerminals adds the statistics of unstored terminal states to a layer.
func (a *Assembly[S]) AddTerminals(layer int, ended *job.LayerStats) {
	addTerminals(&a.d.saved.Ended[layer], ended)
}

// Layer writes a layer to the store, renumbering the values in place. The
// argument seen must contain the statistics collected by Steps.Value. Layer
// closes both columns.
func (a *Assembly[S]) Layer(ctx context.Context, layer int, states *runs.Column[S], values *runs.Column[value.Value], seen *Survey) error {
	l := &Solved[S]{States: *states, Values: *values}
	defer l.close()
	if int64(states.N) != a.d.sizes[layer] || states.N != values.N {
		return errors.New("the layer has different sizes in the graph and in the shards")
	}
	if err := setCritical(seen, &l.States); err != nil {
		return err
	}
	if a.d.layered.Span() > 1 {
		err := cmp.Or(runs.SaveColumns(layerPath(a.d.work, layer), states), saveRecords(a.d.work, layer, layerRecord{Size: states.N})) // for countPlies
		if err != nil {
			return err
		}
	}
	a.d.saved.Stats[layer] = seen.Stats
	if err := a.d.storeLayer(ctx, layer, l); err != nil || layer > 0 {
		return err
	}
	return a.d.recordStart(l)
}

// Solution returns a summary of the solve. It must be called after all layers are
// stored. The argument usage is the total resource usage of all workers.
func (a *Assembly[S]) Solution(ctx context.Context, workers int, usage checkpoint.Usage) (*job.Solution, error) {
	if _, err := a.d.count(ctx); err != nil {
		return nil, err
	}
	a.d.saved.Usage, a.d.plan.Workers = usage, workers
	return a.d.solution(a.run), nil
}
