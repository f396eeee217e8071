package search

import (
	"context"
	"errors"
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
	if d.prover == nil {
		return nil
	}
	before := d.run.Load().proved
	proved := d.prover.Nodes() - before
	until := max((d.Nodes()-proved)/proveShare, proved+proveFirst)
	if d.options.Nodes > 0 {
		until = min(until, proved+d.options.Nodes-min(d.options.Nodes, d.Nodes()))
	}
	// ask finds out whether a position's score is at least threshold.
	ask := func(s S, threshold int) (bool, error) {
		now := d.prover.Nodes() - before
		if now >= until {
			return false, ErrNodes
		}
		d.prover.options.Nodes = until - now
		return d.prover.AtLeast(ctx, s, threshold)
	}
	err := r.proveScore(ask)
	if err == nil {
		err = r.proveMove(ask)
	}
	r.recall()
	if errors.Is(err, ErrNodes) || ctx.Err() != nil {
		return nil
	}
	return err
}

// proveScore finds the score: who wins first.
func (r *root[S]) proveScore(ask func(s S, threshold int) (bool, error)) error {
	scores := &r.d.prover.scores
	for r.low < r.high {
		threshold := r.d.prover.question(r.low, r.high) + 1
		switch {
		case r.low <= 0 && r.high > 0:
			threshold = 1
		case r.low < 0 && r.high >= 0:
			threshold = 0
		}
		threshold = scores.floor(max(r.low, min(threshold-1, r.high-1))) + 1
		yes, err := ask(r.canonical, threshold)
		switch {
		case err != nil:
			return err
		case yes:
			r.low = scores.ceil(threshold)
		default:
			r.high = scores.floor(threshold - 1)
		}
	}
	return nil
}

// proveMove finds a move that gets the score, the most promising ones first, and
// moves it to the front.
func (r *root[S]) proveMove(ask func(s S, threshold int) (bool, error)) error {
	for place := range r.order {
		m := &r.moves[r.order[place]]
		if m.seen.high < r.low {
			continue
		}
		if m.seen.low < r.low {
			// Whether the opponent gets more there than -low.
			switch better, err := ask(m.state, 1-r.low); {
			case err != nil:
				return err
			case better:
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
