package retro

import (
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// loadTier restores a tier from the checkpoint, or returns a new tier.
func (r *retrograde[S]) loadTier(number int, share tierShare) (*tierWork[S], error) {
	for {
		cells, err := newTierCells(int(r.tiers[number].Size), share, r.pagesPath())
		if err != nil {
			return nil, err
		}
		if r.tierWorkers == nil {
			r.tierWorkers = newTierWorkers(r.game, r.workers)
		}
		t := newTierWork(r.game, number, cells, r.tierWorkers)
		if r.saved.Tier != number {
			r.saved.reset()
			return t, nil
		}
		whole, err := r.restore(t, share)
		if whole {
			return t, nil
		}
		t.cells.close()
		if err != nil {
			return nil, err
		}
		r.saved.reset()
	}
}

// restore restores a tier from the checkpoint. It returns false if a file is
// incomplete or the window of the first pass exceeds the memory.
func (r *retrograde[S]) restore(t *tierWork[S], share tierShare) (whole bool, err error) {
	s := r.saved
	total := lowerCells(r.tiers, t.number)
	if t.deferCount = s.Late; t.deferCount && !s.Counted && t.cells.all == nil {
		return false, nil
	}
	if !s.Initialized && (s.To-s.From > max(share.window, job.BlockCells) || s.To > total || s.To <= s.From && total > 0) {
		return false, nil
	}
	for _, f := range s.Parts {
		if whole, err = t.cells.load(f.From, f.To, r.cellsPath(f.Number)); !whole || err != nil {
			return false, err
		}
	}
	saved, err := runs.OpenScratch[delayedIndex](r.delayedPath(s.Number - 1))
	if saved == nil || err != nil {
		return false, err
	}
	defer saved.Close()
	delayed, err := saved.Read(nil, 0, saved.N)
	if err != nil {
		return false, err
	}
	for _, h := range delayed {
		t.delayed = extend(t.delayed, int(h.round))
		t.delayed[h.round] = append(t.delayed[h.round], h.index)
	}
	t.counts = s.Counts
	err = t.cells.eachRange(t.cells.n, 0, false, func(at int, cells []value.Cell) error {
		t.frontier.markAll(cells, at, s.Round)
		for _, c := range cells {
			if (c.IsWin() || c.IsLoss()) && c.Remoteness() < s.Round {
				t.decided++
			}
		}
		return nil
	})
	return err == nil, err
}

// doneCells returns the progress of a tier as a number of cells. The first pass and the
// rounds each account for half of the cells. The argument window is the size of the
// first pass's windows.
func (t *tierWork[S]) doneCells(s *tierCheckpoint, window int64) int64 {
	n := int64(t.cells.n)
	if s.Initialized {
		return (n + t.decided) / 2
	}
	return (s.From/max(window, 1)*n + int64(s.At)) / 2 / t.windows
}
