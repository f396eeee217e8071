package alphabeta

import (
	"context"

	"zermelo/solver/search"
)

// AtLeast implements Engine.
func (a *Search[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	defer a.begin(ctx)()
	score, err := a.window(ctx, s, threshold-1, threshold, anyNode)
	return score >= threshold, err
}

// Keep implements Engine.
func (a *Search[S]) Keep(work uint64, keep func(s S, b search.Bounds)) { a.table.Keep(work, keep) }

// Learn implements Engine.
func (a *Search[S]) Learn(s S, b search.Bounds) { a.table.Store(s, b, 1<<30) }

// Close gives the memory of the table back.
func (a *Search[S]) Close() { a.table.Close() }

// Deciders implements Engine: each of its threads is one.
func (a *Search[S]) Deciders(ctx context.Context) (deciders []search.Decider[S], stop func()) {
	a.halt.Store(false)
	stop = a.begin(ctx)
	for _, w := range a.workers {
		deciders = append(deciders, w)
	}
	return deciders, stop
}

// AtLeast implements Decider.
func (w *worker[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	score, ok := w.root(s, threshold-1, threshold, anyNode)
	if !ok {
		return false, w.search.reason(ctx)
	}
	return score >= threshold, nil
}

// Below implements Decider.
func (w *worker[S]) Below(s S, threshold int) (work uint64, known bool) {
	b, ok := w.search.table.Probe(s)
	return 1 << b.Work, ok && b.High < threshold
}
