package alphabeta

import (
	"context"

	"zermelo/solver/search"
)

// AtLeast implements Engine.
func (a *Search[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	defer a.control.Start(ctx)()
	score, err := a.window(ctx, s, threshold-1, threshold, anyNode)
	return score >= threshold, err
}

// OnResult implements Engine.
func (a *Search[S]) OnResult(work uint64, keep func(s S, b search.Bounds)) {
	a.table.OnResult(work, keep)
}

// AddBounds implements Engine.
func (a *Search[S]) AddBounds(s S, b search.Bounds) { a.table.AddBounds(s, b) }

// Close releases the memory of the table.
func (a *Search[S]) Close() { a.table.Close() }

// Deciders implements search.Engine. It returns one Decider per thread.
func (a *Search[S]) Deciders(ctx context.Context) (deciders []search.Decider[S], stop func()) {
	stop = a.control.Start(ctx)
	for _, w := range a.workers {
		deciders = append(deciders, w)
	}
	return deciders, stop
}

func (w *worker[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	score, ok := w.root(s, threshold-1, threshold, anyNode)
	if !ok {
		return false, w.search.control.Err(ctx)
	}
	return score >= threshold, nil
}

func (w *worker[S]) Below(states []S, threshold int, works []uint64) []uint64 {
	t := w.search.table
	w.places = w.places[:0]
	for i := range states {
		w.places = append(w.places, t.Find(&states[i]))
	}
	for i := range states {
		work := uint64(0)
		if b, ok := t.ProbeAt(w.places[i], &states[i]); ok && b.High < threshold {
			work = 1 << b.Work
		}
		works = append(works, work)
	}
	return works
}

func (w *worker[S]) Hint(s S) int16 {
	if b, ok := w.search.table.Probe(s); ok {
		return b.Move
	}
	return -1
}

func (w *worker[S]) Known(s S, threshold int) (yes, known bool) {
	b, ok := w.search.table.Probe(s)
	return b.Low >= threshold, ok && (b.Low >= threshold || b.High < threshold)
}
