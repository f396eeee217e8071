package retro

import (
	"cmp"
	"context"
	"slices"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// A tier is finished in two steps. First, its cells get their final values and
// are counted. The next tiers depend only on this step. Second, the store
// encodes and writes the cells.
//
// For small tiers, the second step runs in one goroutine while the next tier is
// solved. Tiers are finished in order. After a crash, the store therefore contains a
// prefix of the tiers, and no checkpoint refers to a later tier.

// finish finalizes a tier and passes it to the store. The store may complete
// the tier later; see waitStored.
func (r *retrograde[S]) finish(ctx context.Context, t *tierWork[S], share tierShare) error {
	number, all := t.number, t.cells.all
	put := func(first int, cells []value.Cell) error { return r.store.PutCells(number, uint64(first), cells) }
	async := r.workers > 1 && t.cells.n < largeTier && all != nil && !share.release && len(r.saved.Parts) == 0
	var stats job.TierStats
	var err error
	if async {
		stats, err = t.finalize(ctx, r.workers, func(int, []value.Cell) error { return nil })
	} else if err = r.freeMemory(t, share); err == nil {
		stats, err = t.finalize(ctx, share.putWorkers, put)
	}
	if err := cmp.Or(r.waitStored(), err); err != nil {
		return err
	}
	if all != nil {
		r.resident[number] = all
	}
	if t.cells.n >= largeTier {
		r.tierWorkers = nil // the buffers are large, and the memory limits of later tiers do not include them
	}
	due := len(r.saved.Parts) > 0 || r.meter.Since() >= job.CheckpointInterval
	r.saved.reset()
	if !async {
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

func (r *retrograde[S]) waitStored() error {
	if r.storing == nil {
		return nil
	}
	err := <-r.storing
	r.storing = nil
	return err
}

// freeMemory waits until the previous tier is stored and, if the store needs the
// memory, releases the data of the rounds.
func (r *retrograde[S]) freeMemory(t *tierWork[S], share tierShare) error {
	if err := r.waitStored(); err != nil || !share.release {
		return err
	}
	t.frontier, t.graph, t.delayed = nil, nil, nil
	for _, w := range t.workers {
		w.changes, w.nextMarks = nil, nil
	}
	if err := t.cells.shrink(share.atFinish); err != nil {
		return err
	}
	r.evict(2*int64(t.cells.n)+int64(share.putWorkers)*job.PutMemory, nil)
	return nil
}

// finalize sets the cells of a tier to their final values. It counts and hashes the
// cells, and passes them in whole blocks to the function put.
func (t *tierWork[S]) finalize(ctx context.Context, workers int, put func(first int, cells []value.Cell) error) (job.TierStats, error) {
	stats := make([]job.TierStats, len(t.workers))
	err := parallel.For(ctx, workers, t.cells.n, job.BlockCells, func(i, from, to int) error {
		w := t.workers[i]
		w.newCells = slices.Grow(w.newCells[:0], to-from)[:to-from]
		cells := w.newCells
		if t.cells.all != nil {
			cells = t.cells.all[from:to] // modify them in place
		} else if err := t.cells.read(cells, from); err != nil {
			return err
		}
		own := stats[i] // a local copy avoids sharing cache lines between workers
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
