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
	_, err := parallelUntil(ctx, workers, 0, n, grain, func() bool { return false }, work)
	return err
}

// parallelUntil is parallel for the range from..n; a worker that has done a
// piece takes no more when due says so or the context ends. It returns where the rest begins that
// was not handed out. Everything before that is done if there is no error but
// that of the context.
func parallelUntil(ctx context.Context, workers, from, n, grain int, due func() bool, work func(worker, from, to int) error) (int, error) {
	workers = max(1, min(workers, (n-from+grain-1)/grain))
	var next atomic.Int64
	next.Store(int64(from))
	group, groupCtx := errgroup.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			for {
				if groupCtx.Err() != nil {
					return nil
				}
				from := int(next.Add(int64(grain))) - grain
				if from >= n {
					return nil
				}
				if err := work(w, from, min(from+grain, n)); err != nil {
					return err
				}
				if due() {
					return nil
				}
			}
		})
	}
	err := group.Wait()
	if err == nil {
		err = ctx.Err()
	}
	return min(n, int(next.Load())), err
}
