package cluster

import (
	"context"

	"zermelo/solver/job"
	"zermelo/solver/shards"
)

type graphTasks struct {
	*shards.Graph
	store *jobStore
	plan  job.Plan // limits the number of states
	prog  *job.Progress
}

func (g graphTasks) rescan(ctx context.Context) error {
	if g.Divided() > 0 {
		return nil // already loaded
	}
	return g.store.fill(ctx, g.Graph)
}

// next returns the tasks that can run. It divides a layer into shards as soon as all
// of its states have been found.
func (g graphTasks) next(ctx context.Context) ([]shards.Task, bool, error) {
	for {
		tasks, fresh, layer := g.Next()
		if layer == nil {
			return tasks, fresh, nil
		}
		layer, err := g.store.divide(ctx, layer)
		if err != nil {
			return nil, false, err
		}
		g.Divide(layer)
		if err := g.plan.Check(g.LayerSizes()); err != nil {
			return nil, false, err
		}
	}
}

func (g graphTasks) updateProgress() {
	f := g.Progress()
	phase, done, total := job.Enumerating, f.Expanded, int64(0)
	switch {
	case f.Layers > 0:
		phase, done, total = job.Solving, f.Solved, f.States
	case f.Tiers > 0:
		phase, done, total = job.Deciding, f.Solved, f.States
	}
	if now := g.prog.Snapshot(); now.Phase != phase {
		g.prog.Enter(phase, f.Layers, total)
	}
	g.prog.Layer.Store(int64(f.Layer))
	g.prog.States.Store(f.States)
	g.prog.Done.Store(done)
}
