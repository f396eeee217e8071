package retro

import (
	"context"
	"runtime"
	"slices"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// A tier whose rounds are over is finished in two steps: its cells get their
// final values and are counted, which the tiers that lead to it wait for, and the store encodes
// them and writes them down, which they do not.
//
// The second step of a small tier is left to goroutines that are at it while the
// next tier is solved. It has fewer blocks than would keep all workers busy, and
// what they leave idle at the ends of the next tier's rounds it uses. Tiers are
// finished one after the other all the same, so that what a crash leaves are whole
// tiers up to one of them, and no checkpoint is written that tells of a later one.
// A single worker does all by itself, and so it is where memory is short.

// finish finalizes a tier and gives it to the store.
func (r *retrograde[S]) finish(ctx context.Context, t *tierWork[S], share tierShare) (err error) {
	if r.workers > 1 && t.cells.n < largeTier && t.cells.all != nil && !share.rest && len(r.saved.Parts) == 0 {
		err = r.finishAside(ctx, t)
	} else {
		err = r.finishNow(ctx, t, share)
	}
	if err != nil {
		return err
	}
	if t.cells.all != nil {
		r.resident[t.number] = t.cells.all
	}
	if t.cells.n >= largeTier {
		r.tierWorkers = nil // their buffers are large, and no later tier counts them
	}
	return nil
}

// finishNow returns when the store has a tier.
func (r *retrograde[S]) finishNow(ctx context.Context, t *tierWork[S], share tierShare) error {
	if err := r.stored(); err != nil {
		return err
	}
	if share.rest {
		if err := t.unload(share); err != nil {
			return err
		}
		r.evict(2*int64(t.cells.n)+int64(share.putters)*job.PutMemory, nil)
		if t.cells.n >= largeTier {
			runtime.GC() // before the store takes that memory
		}
	}
	stats, err := t.finalize(ctx, share.putters, func(first int, cells []value.Cell) error { return r.store.PutCells(t.number, uint64(first), cells) })
	if err != nil {
		return err
	}
	if err := r.store.FinishTier(t.number, stats); err != nil {
		return err
	}
	due := len(r.saved.Parts) > 0 || r.meter.Since() >= job.CheckpointEvery
	r.saved.leave()
	if !due {
		return nil
	}
	return r.save()
}

// finishAside returns when a tier is finalized, and leaves the rest to goroutines
// that stored waits for.
func (r *retrograde[S]) finishAside(ctx context.Context, t *tierWork[S]) error {
	stats, err := t.finalize(ctx, r.workers, func(int, []value.Cell) error { return nil })
	if err != nil {
		return err
	}
	if err := r.stored(); err != nil {
		return err
	}
	r.saved.leave()
	due := r.meter.Since() >= job.CheckpointEvery
	if due {
		r.meter.AddTo(&r.saved.Usage)
	}
	saved, number, cells := *r.saved, t.number, t.cells.all
	storing := make(chan error, 1)
	r.storing = storing
	go func() {
		err := parallel.For(context.WithoutCancel(ctx), r.workers, len(cells), job.BlockCells, func(_, from, to int) error {
			return r.store.PutCells(number, uint64(from), cells[from:to])
		})
		if err == nil {
			err = r.store.FinishTier(number, stats)
		}
		if err == nil && due {
			err = checkpoint.Write(r.checkpointPath(), &saved)
		}
		storing <- err
	}()
	return nil
}

// stored waits until the store has all tiers that were given to it.
func (r *retrograde[S]) stored() error {
	if r.storing == nil {
		return nil
	}
	err := <-r.storing
	r.storing = nil
	return err
}

// unload lets go of what only the rounds need, as the store needs memory next.
func (t *tierWork[S]) unload(share tierShare) error {
	t.frontier, t.graph, t.held = nil, nil, nil
	for _, w := range t.workers {
		w.changes, w.coming = nil, nil
	}
	return t.cells.shrink(share.atFinish)
}

// finalize gives the cells of a tier their final values, counts and hashes them, and
// gives them to put, whole blocks at once. So many of the workers do it.
func (t *tierWork[S]) finalize(ctx context.Context, workers int, put func(first int, cells []value.Cell) error) (job.TierStats, error) {
	stats := make([]job.TierStats, len(t.workers))
	err := parallel.For(ctx, workers, t.cells.n, job.BlockCells, func(i, from, to int) error {
		w := t.workers[i]
		w.fresh = slices.Grow(w.fresh[:0], to-from)[:to-from]
		cells := w.fresh
		if t.cells.all != nil {
			cells = t.cells.all[from:to] // which stays in memory
		} else if err := t.cells.read(cells, from); err != nil {
			return err
		}
		own := stats[i] // a copy: what workers count lies in one cache line
		for i, c := range cells {
			if c != value.Unused {
				cells[i] = finalCell(c)
				own.Count(games.SlotOf(t.number, uint64(from+i)), cells[i])
			}
		}
		stats[i] = own
		return put(from, cells)
	})
	sum := t.counts
	for i := range stats {
		sum.Merge(&stats[i])
	}
	return sum, err
}
