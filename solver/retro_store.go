package solver

import (
	"context"
	"slices"

	"zermelo/games"
)

// gather brings the tiers that a tier leads to into memory, and drops others.
func (r *retrograde[S]) gather(ctx context.Context, number int) error {
	if r.saved.Looked {
		return nil
	}
	lower := r.tiers[number].Lower
	need := r.need(number)
	for l, cells := range r.resident {
		if !slices.Contains(lower, l) {
			need += int64(2 * len(cells))
		}
	}
	for l, cells := range r.resident {
		if need > r.memory && !slices.Contains(lower, l) {
			need -= int64(2 * len(cells))
			delete(r.resident, l)
		}
	}
	for _, l := range lower {
		if r.resident[l] != nil {
			continue
		}
		cells := make([]Cell, r.tiers[l].Size)
		err := parallel(ctx, r.workers, len(cells), BlockCells, func(_, from, to int) error {
			return r.store.ReadCells(l, uint64(from), cells[from:to])
		})
		if err != nil {
			return err
		}
		r.resident[l] = cells
	}
	return nil
}

// forget drops the tiers that none after the given one leads to.
func (r *retrograde[S]) forget(number int) {
	for l := range r.resident {
		if !slices.ContainsFunc(r.tiers[number+1:], func(t games.Tier) bool { return slices.Contains(t.Lower, l) }) {
			delete(r.resident, l)
		}
	}
}

// finish settles the cells of a tier, counts and hashes them, and gives them to
// the store.
func (t *tierWork[S]) finish(ctx context.Context, store TierStore) (TierStats, error) {
	stats := make([]TierStats, len(t.hands))
	err := parallel(ctx, len(t.hands), len(t.cells), BlockCells, func(w, from, to int) error {
		cells := t.cells[from:to]
		for i, c := range cells {
			if c != Unused {
				cells[i] = c.settled()
				stats[w].count(games.SlotOf(t.number, uint64(from+i)), cells[i])
			}
		}
		return store.PutCells(t.number, uint64(from), cells)
	})
	sum := TierStats{Terminals: t.counts.terminals, Positions: t.counts.positions, Moves: t.counts.moves}
	for i := range stats {
		sum.merge(&stats[i])
	}
	return sum, err
}

// count adds a cell that is used.
func (s *TierStats) count(at games.Slot, c Cell) {
	s.Used++
	s.Digest += CellHash(at, c)
	switch {
	case c.IsWin():
		s.Wins++
		s.WinsIn = countAt(s.WinsIn, c.Remoteness())
	case c.IsLoss():
		s.Losses++
		s.LossesIn = countAt(s.LossesIn, c.Remoteness())
	default:
		s.Draws++
	}
}

// countAt counts one more at a place.
func countAt(counts []int64, at int) []int64 {
	for len(counts) <= at {
		counts = append(counts, 0)
	}
	counts[at]++
	return counts
}

// merge adds what another worker counted.
func (s *TierStats) merge(o *TierStats) {
	s.Used += o.Used
	s.Digest += o.Digest
	s.Wins += o.Wins
	s.Losses += o.Losses
	s.Draws += o.Draws
	s.WinsIn = addCounts(s.WinsIn, o.WinsIn)
	s.LossesIn = addCounts(s.LossesIn, o.LossesIn)
}

func addCounts(a, b []int64) []int64 {
	if len(a) < len(b) {
		a, b = b, a
	}
	for i, n := range b {
		a[i] += n
	}
	return a
}
