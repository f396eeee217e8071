// Package parallel divides work among goroutines, with one error and one context.
//
// For hands out a range in pieces; Run calls a function once for each worker; Pieces
// hands out a range to workers that are already at work. The first worker is always the
// caller's goroutine. Contexts are checked once a piece, and an error ends the others'.
package parallel

import (
	"cmp"
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// For hands out the range 0..n in pieces of grain to workers. Each call of
// work has the number of its worker, so that workers can own buffers. The
// context is looked at once a piece.
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

// Run calls work for each worker at once, and waits for them all. The first
// one is the caller's goroutine: waking others for little work costs more than it
// saves, so there is one less to wake. When one fails the context of the others
// ends.
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

// Pieces hands out a range in pieces, by an atomic counter.
type Pieces struct {
	From, N, Grain int
	Due            func() bool // says when no more pieces are to be handed out; nil: never
	taken          atomic.Int64
}

// Take is the next piece, unless there is none, the context has ended, or one
// was handed out and it is due to end.
func (h *Pieces) Take(ctx context.Context) (from, to int, ok bool) {
	if ctx.Err() != nil || h.Due != nil && h.taken.Load() > 0 && h.Due() {
		return 0, 0, false
	}
	from = h.From + int(h.taken.Add(1)-1)*h.Grain
	return from, min(from+h.Grain, h.N), from < h.N
}

// Reached is where the rest begins that was not handed out.
func (h *Pieces) Reached() int { return min(h.N, h.From+int(h.taken.Load())*h.Grain) }
