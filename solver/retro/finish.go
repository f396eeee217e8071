package retro

import (
	"cmp"
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
// final values and are counted, which the tiers that lead to it wait for, and the
// store encodes them and writes them down, which they do not.
//
// The second step of a small tier is left to a goroutine that is at it while the next
// tier is solved. More than one needed 34 MiB more each, and a twentieth more time. Tiers are
// finished one after the other all the same, so that what a crash leaves are whole
// tiers up to one of them, and no checkpoint tells of a later one.

// finish finalizes a tier and gives it to the store, which has it when it returns or
// when stored does.
func (r *retrograde[S]) finish(ctx context.Context, t *tierWork[S], share tierShare) error {
	number, all := t.number, t.cells.all
	put := func(first int, cells []value.Cell) error { return r.store.PutCells(number, uint64(first), cells) }
	aside := r.workers > 1 && t.cells.n < largeTier && all != nil && !share.release && len(r.saved.Parts) == 0
	var stats job.TierStats
	var err error
	if aside {
		stats, err = t.finalize(ctx, r.workers, func(int, []value.Cell) error { return nil })
	} else if err = r.makeRoom(t, share); err == nil {
		stats, err = t.finalize(ctx, share.putters, put)
	}
	if err := cmp.Or(r.stored(), err); err != nil {
		return err
	}
	if all != nil {
		r.resident[number] = all
	}
	if t.cells.n >= largeTier {
		r.tierWorkers = nil // their buffers are large, and no later tier counts them
	}
	due := len(r.saved.Parts) > 0 || r.meter.Since() >= job.CheckpointEvery
	r.saved.leave()
	if !aside {
		if err := r.store.FinishTier(number, stats); err != nil || !due {
			return err
		}
		return r.save()
	}
	if due {
		r.meter.AddTo(&r.saved.Usage)
	}
	saved, storing := *r.saved, make(chan error, 1)
	r.storing = storing
	go func() {
		var err error
		for from := 0; from < len(all) && err == nil; from += job.BlockCells {
			err = put(from, all[from:min(from+job.BlockCells, len(all))])
		}
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

// makeRoom waits for the tier before, and lets go of what only the rounds need where
// the store needs the memory.
func (r *retrograde[S]) makeRoom(t *tierWork[S], share tierShare) error {
	if err := r.stored(); err != nil || !share.release {
		return err
	}
	t.frontier, t.graph, t.held = nil, nil, nil
	for _, w := range t.workers {
		w.changes, w.coming = nil, nil
	}
	if err := t.cells.shrink(share.atFinish); err != nil {
		return err
	}
	r.evict(2*int64(t.cells.n)+int64(share.putters)*job.PutMemory, nil)
	if t.cells.n >= largeTier {
		runtime.GC() // before the store takes that memory
	}
	return nil
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
				own.Count(games.SlotOf(t.number, t.base+uint64(from+i)), cells[i])
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
