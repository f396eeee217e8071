package search

import (
	"context"

	"zermelo/games"
)

// AtLeast implements Engine.
func (a *AlphaBeta[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	defer a.begin(ctx)()
	score, err := a.window(ctx, s, threshold-1, threshold, anyNode)
	return score >= threshold, err
}

// Keep implements Engine.
func (a *AlphaBeta[S]) Keep(work uint64, keep func(s S, b Bounds)) { a.table.Keep(work, keep) }

// Learn implements Engine.
func (a *AlphaBeta[S]) Learn(s S, b Bounds) { a.table.Store(s, b, 1<<30) }

// Close gives the memory of the table back.
func (a *AlphaBeta[S]) Close() { a.table.Close() }

// Deciders implements Engine: each of its threads is one.
func (a *AlphaBeta[S]) Deciders(ctx context.Context) (deciders []Decider[S], stop func()) {
	a.halt.Store(false)
	stop = a.begin(ctx)
	for _, w := range a.workers {
		deciders = append(deciders, &thread[S]{w})
	}
	return deciders, stop
}

// thread is one worker of an alpha-beta search as a Decider.
type thread[S games.State] struct{ *worker[S] }

// AtLeast implements Decider.
func (t *thread[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	score, ok := t.root(s, threshold-1, threshold, anyNode)
	if !ok {
		return false, t.search.reason(ctx)
	}
	return score >= threshold, nil
}

// Below implements Decider.
func (t *thread[S]) Below(s S, threshold int) (work uint64, known bool) {
	b, ok := t.search.table.Probe(s)
	return 1 << b.Work, ok && b.High < threshold
}

// AtLeast implements Engine and Decider.
func (p *Proof[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	return p.Prove(ctx, s, threshold-1)
}

// Deciders implements Engine: all its threads work on one question.
func (p *Proof[S]) Deciders(context.Context) (deciders []Decider[S], stop func()) {
	return []Decider[S]{p}, func() {}
}

// Below implements Decider.
func (p *Proof[S]) Below(s S, threshold int) (work uint64, known bool) {
	n, work, ok := p.table.entry(&s, int8(p.normal(threshold-1)))
	return work, ok && n.disproof == 0
}
