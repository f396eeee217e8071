package deepen

import (
	"context"
	"errors"

	"zermelo/solver/search"
)

// After each depth, all threads try to prove the score by alpha-beta search.
const (
	proofShare    = 10      // number of depth-limited search nodes per proof search node
	minProofNodes = 1 << 13 // minimum number of proof search nodes after each depth
)

// prove resumes the attempt to prove the root's score and a move that achieves it.
func (r *root[S]) prove(ctx context.Context) error {
	d := r.d
	if d.prover == nil || d.repeats {
		return nil
	}
	before := d.run.Load().proofNodes
	proofNodes := d.prover.Nodes() - before
	until := max((d.Nodes()-proofNodes)/proofShare, proofNodes+minProofNodes)
	if d.options.Nodes > 0 {
		until = min(until, proofNodes+d.options.Nodes-min(d.options.Nodes, d.Nodes()))
	}
	// limit sets the prover's limit to the remaining nodes and reports whether
	// any are left.
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
	r.loadBounds()
	_, d.repeats = errors.AsType[*search.RepeatError](err)
	if d.repeats || errors.Is(err, search.ErrNodes) || ctx.Err() != nil {
		return nil
	}
	return err
}

// proveMove finds a move that achieves the score and makes it the first move. The
// function limit sets the prover's node limit and reports whether any nodes are left.
func (r *root[S]) proveMove(ctx context.Context, limit func() bool) error {
	for place := range r.order {
		m := &r.moves[r.order[place]]
		if m.seen.high < r.low {
			continue
		}
		if m.seen.low < r.low {
			// If the opponent moves next, test whether the opponent's score
			// exceeds -low.
			if !limit() {
				return nil
			}
			threshold := r.low
			if m.turns == 1 {
				threshold = 1 - r.low
			}
			switch yes, err := r.d.prover.AtLeast(ctx, m.state, threshold); {
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
		r.moveToFront(place)
		return nil
	}
	return nil
}
