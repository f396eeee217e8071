package tablebase

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// parallel calls work for i from 0 to n-1, in any order, from a number of
// goroutines. Each call has the number of its worker, so that workers can own
// buffers.
func parallel(ctx context.Context, workers, n int, work func(worker, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for worker := range min(workers, n) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := work(worker, i); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
