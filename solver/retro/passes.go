package retro

import (
	"cmp"
	"context"
	"fmt"

	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// initialize makes the first pass over a tier for each remaining window of its lower
// tiers.
func (r *retrograde[S]) initialize(ctx context.Context, t *tierWork[S], c *checkpoint.Clock, share tierShare) error {
	s := r.saved
	total := lowerCells(r.tiers, t.number)
	window := total
	if share.window < total {
		window = share.window / job.BlockCells * job.BlockCells
	}
	t.windows = max(1, (total+window-1)/max(window, 1))
	r.prog.Done.Add(t.doneCells(s, window))
	for !s.Initialized {
		if s.At == 0 {
			s.To = min(total, s.From+window)
		}
		t.lower = nil
		var err error
		need := 2*int64(t.cells.n) + frontierBytes(uint64(t.cells.n)) + r.graphBytes(uint64(t.cells.n), 0)
		r.evict(need+r.missingBytes(t.number)+share.storeMemory(r.workers), r.tiers[t.number].Lower)
		if t.lower, err = r.gather(ctx, t.number, s.From, s.To); err != nil {
			return err
		}
		t.first, t.last = s.From == 0, s.To == total
		for s.At < t.cells.n {
			s.At, err = t.initialize(ctx, s.At, c.IsDue, r.prog)
			if err := r.pauseAt(ctx, t, c, s.At < t.cells.n, err); err != nil {
				return err
			}
		}
		s.From, s.At = s.To, 0
		s.Initialized = s.From == total
	}
	return nil
}

// pauseAt takes a snapshot if due is set or err is ctx.Err(). It returns err or the
// error of the snapshot.
func (r *retrograde[S]) pauseAt(ctx context.Context, t *tierWork[S], c *checkpoint.Clock, due bool, err error) error {
	if err != nil && err != ctx.Err() {
		return fmt.Errorf("solve %s: %w", r.game.Info().Name, err)
	}
	if r.work == "" {
		return err // a Range takes no snapshots
	}
	if err != nil || due {
		return cmp.Or(r.snapshot(t, c), err)
	}
	return nil
}

func (r *retrograde[S]) decide(ctx context.Context, t *tierWork[S], c *checkpoint.Clock) error {
	s := r.saved
	for {
		if t.deferCount && !s.Counted && (s.Round > 0 || s.At == 0 && t.next(0) != 0) {
			if err := r.count(ctx, t, c); err != nil {
				return err
			}
		}
		if s.At == 0 {
			if s.Round = t.next(s.Round); s.Round < 0 {
				s.Round = value.MaxCellRemoteness + 1
				return nil
			}
			if err := t.release(s.Round); err != nil {
				return err
			}
		}
		reached, err := t.decide(ctx, s.Round, s.At, c.IsDue, r.prog)
		if s.At = reached; reached == t.cells.n {
			t.frontier.drop(s.Round)
			s.Round, s.At = s.Round+1, 0
		}
		if err := r.pauseAt(ctx, t, c, c.IsDue(), err); err != nil {
			return err
		}
	}
}

func (r *retrograde[S]) count(ctx context.Context, t *tierWork[S], c *checkpoint.Clock) (err error) {
	s := r.saved
	for s.Round = 1; s.At < t.cells.n; {
		s.At, err = t.count(ctx, s.At, c.IsDue)
		if err := r.pauseAt(ctx, t, c, s.At < t.cells.n, err); err != nil {
			return err
		}
	}
	s.At, s.Counted = 0, true
	return nil
}
