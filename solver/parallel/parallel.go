// Package parallel distributes work among goroutines.
//
// The first worker runs in the caller's goroutine. The context is checked once per
// piece, and an error cancels the context of the other workers.
package parallel

import (
	"cmp"
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// For calls work for pieces of the range 0..n. A piece has at most grain elements. The
// argument worker identifies the worker, so that each worker can have its own buffers.
func For(ctx context.Context, workers, n, grain int, work func(worker, from, to int) error) error {
	pieces := Pieces{N: n, Grain: grain}
	workers = max(1, min(workers, (n+grain-1)/grain))
	err := Run(ctx, workers, func(ctx context.Context, w int) error {
		for from, to, ok := pieces.Take(ctx); ok; from, to, ok = pieces.Take(ctx) {
			if err := work(w, from, to); err != nil {
				return err
			}
		}
		return nil
	})
	return cmp.Or(err, ctx.Err())
}

// Run calls work concurrently, once per worker, and waits for all of them to return.
func Run(ctx context.Context, workers int, work func(ctx context.Context, worker int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for w := 1; w < workers; w++ {
		group.Go(func() error { return work(ctx, w) })
	}
	err := work(ctx, 0)
	if err != nil {
		cancel()
	}
	return cmp.Or(err, group.Wait())
}

// Pieces divides the range From..N into pieces of Grain elements; the last may
// be shorter. It is safe for concurrent use.
type Pieces struct {
	From, N, Grain int
	Stop           func() bool // reports whether to stop early; may be nil
	taken          atomic.Int64
}

// Take returns the next piece. The result ok is false if the range is exhausted or ctx
// is done. It is also false if at least one piece has been taken and Stop returns true.
func (h *Pieces) Take(ctx context.Context) (from, to int, ok bool) {
	if ctx.Err() != nil || h.Stop != nil && h.taken.Load() > 0 && h.Stop() {
		return 0, 0, false
	}
	from = h.From + int(h.taken.Add(1)-1)*h.Grain
	return from, min(from+h.Grain, h.N), from < h.N
}

// Reached returns the first index of the range that has not been taken.
func (h *Pieces) Reached() int { return min(h.N, h.From+int(h.taken.Load())*h.Grain) }
