package solver

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// parallel hands out the range 0..n in pieces of grain to workers, by an
// atomic counter. Each call of work has the number of its worker, so that
// workers can own buffers. The context is looked at once a piece.
func parallel(ctx context.Context, workers, n, grain int, work func(worker, from, to int) error) error {
	workers = max(1, min(workers, (n+grain-1)/grain))
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			for {
				from := int(next.Add(int64(grain))) - grain
				if from >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := work(w, from, min(from+grain, n)); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
