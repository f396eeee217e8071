package deepen

import (
	"context"
	"errors"

	"zermelo/solver/search"
)

// Between the depths of a Deepener all threads try to prove the score for a
// while, by alpha-beta search. That costs one node for proveShare nodes of the
// depth-limited search: a position that could be proven in the time, and is not
// because of this share, is one of few, as few are just so hard; and the depth
// suffers by little, as the last one takes half of the time. (A node of the proof
// takes up to three times as long. With 4 in place of 10 the proof took a third of
// the time in skirmish.)
const (
	proveShare = 10
	// proveFirst is how many nodes a proof may take after each depth at least: a
	// few milliseconds.
	proveFirst = 1 << 13
)

// prove goes on with proving the score of the root and a move that gets it.
func (r *root[S]) prove(ctx context.Context) error {
	d := r.d
	if d.prover == nil || d.repeats {
		return nil
	}
	before := d.run.Load().proved
	proved := d.prover.Nodes() - before
	until := max((d.Nodes()-proved)/proveShare, proved+proveFirst)
	if d.options.Nodes > 0 {
		until = min(until, proved+d.options.Nodes-min(d.options.Nodes, d.Nodes()))
	}
	// limit leaves the prover what is left, and reports whether anything is.
	limit := func() bool {
		now := d.prover.Nodes() - before
		d.prover.Limit(until - min(until, now))
		return now < until
	}
	var err error
	if limit() {
		r.low, r.high, err = d.prover.Narrow(ctx, r.canonical, r.low, r.high)
	}
	if err == nil && r.low == r.high {
		err = r.proveMove(ctx, limit)
	}
	r.recall()
	_, d.repeats = errors.AsType[*search.RepeatError](err)
	if d.repeats || errors.Is(err, search.ErrNodes) || ctx.Err() != nil {
		return nil
	}
	return err
}

// proveMove finds a move that gets the score, the most promising ones first, and
// moves it to the front. Limit reports whether there are nodes left.
func (r *root[S]) proveMove(ctx context.Context, limit func() bool) error {
	for place := range r.order {
		m := &r.moves[r.order[place]]
		if m.seen.high < r.low {
			continue
		}
		if m.seen.low < r.low {
			// Whether the opponent gets more there than -low, or this player low.
			if !limit() {
				return nil
			}
			ask := r.low
			if m.turns == 1 {
				ask = 1 - r.low
			}
			switch yes, err := r.d.prover.AtLeast(ctx, m.state, ask); {
			case err != nil:
				return err
			case yes == (m.turns == 1):
				m.seen.high = min(m.seen.high, r.low-1)
				m.seen = m.seen.clamped()
				continue
			}
			m.seen.low = r.low
			m.seen = m.seen.clamped()
		}
		r.prefer(place)
		return nil
	}
	return nil
}
