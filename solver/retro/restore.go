package retro

import (
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// restored is a tier as the checkpoint has it, or one to begin with.
func (r *retrograde[S]) restored(number int, share tierShare) (*tierWork[S], error) {
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
			r.saved.leave()
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
		r.saved.leave()
	}
}

// restore brings back what the checkpoint has of a tier. It returns false where
// a file is not whole any more, or where the first pass goes on with more of the
// lower tiers than there is memory for: the tier has to begin anew.
func (r *retrograde[S]) restore(t *tierWork[S], share tierShare) (whole bool, err error) {
	s := r.saved
	total := lowerCells(r.tiers, t.number)
	if t.late = s.Late; t.late && !s.Counted && t.cells.all == nil {
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
	saved, err := runs.OpenScratch[heldIndex](r.heldPath(s.Number - 1))
	if saved == nil || err != nil {
		return false, err
	}
	defer saved.Close()
	held, err := saved.Read(nil, 0, saved.N)
	if err != nil {
		return false, err
	}
	for _, h := range held {
		t.held = extend(t.held, int(h.round))
		t.held[h.round] = append(t.held[h.round], h.index)
	}
	t.counts = s.Counts
	err = t.cells.pieces(t.cells.n, 0, false, func(at int, cells []value.Cell) {
		t.frontier.markAll(cells, at, s.Round)
		for _, c := range cells {
			if (c.IsWin() || c.IsLoss()) && c.Remoteness() < s.Round {
				t.decided++
			}
		}
	})
	return err == nil, err
}

// known is how much of a tier is done as the checkpoint has it, as Progress
// counts: half of it is the first pass, in windows of the given size, and half
// are the rounds.
func (t *tierWork[S]) known(s *tierCheckpoint, window int64) int64 {
	n := int64(t.cells.n)
	if s.Initialized {
		return (n + t.decided) / 2
	}
	return (s.From/max(window, 1)*n + int64(s.At)) / 2 / t.windows
}
