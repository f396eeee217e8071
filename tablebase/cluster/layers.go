package cluster

import (
	"context"

	"zermelo/solver/shards"
)

// layers are the tasks of a table, those of a coordinator's graph.
type layers struct{ *coordinator }

// Add implements schedule.
func (c layers) Add(m *shards.Manifest) error { return c.graph.Add(m) }

// Made implements schedule.
func (c layers) Made(t shards.Task) *shards.Manifest { return c.graph.Made(t) }

// Forget implements schedule.
func (c layers) Forget(t shards.Task) { c.graph.Forget(t) }

// rescan implements schedule.
func (c layers) rescan(ctx context.Context) error {
	if c.graph.Divided() > 0 {
		return nil // it is known
	}
	return c.store.fill(ctx, c.graph)
}

// next implements schedule. It divides layers.
func (c layers) next(ctx context.Context) ([]shards.Task, error) {
	for {
		tasks, layer := c.graph.Next()
		if layer == nil {
			return tasks, nil
		}
		layer, err := c.store.divide(ctx, layer)
		if err != nil {
			return nil, err
		}
		c.graph.Divide(layer)
		if err := c.plan.Check(c.graph.LayerSizes()); err != nil {
			return nil, err
		}
	}
}
