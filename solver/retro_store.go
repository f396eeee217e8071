package solver

import (
	"context"
	"runtime"
	"slices"

	"zermelo/games"
)

// lowerCells is how many cells the tiers have that a tier leads to, each rounded
// up to whole blocks.
func (r *retrograde[S]) lowerCells(number int) int64 {
	sum := int64(0)
	for _, l := range r.tiers[number].Lower {
		sum += blockCells(r.tiers[l].Size)
	}
	return sum
}

// blockCells is a number of cells rounded up to whole blocks.
func blockCells(n uint64) int64 { return int64(n+BlockCells-1) / BlockCells * BlockCells }

// gather brings a window of the tiers that a tier leads to into memory: of all
// their cells, back to back in whole blocks, those from..to. The result is by
// tier.
func (r *retrograde[S]) gather(ctx context.Context, number int, from, to int64) ([]lowerPart, error) {
	parts := make([]lowerPart, number)
	whole := from == 0 && to == r.lowerCells(number)
	if !whole {
		clear(r.resident)
		runtime.GC() // the window before is gone
	}
	at := int64(0)
	for _, l := range r.tiers[number].Lower {
		size := r.tiers[l].Size
		first, end := max(from-at, 0), min(to-at, int64(size))
		at += blockCells(size)
		parts[l].size = size
		if first >= end {
			continue
		}
		cells := r.resident[l]
		if cells == nil {
			cells = make([]Cell, end-first)
			err := parallel(ctx, r.workers, len(cells), BlockCells, func(_, from, to int) error {
				return r.store.ReadCells(l, uint64(first)+uint64(from), cells[from:to])
			})
			if err != nil {
				return nil, err
			}
		}
		if whole {
			r.resident[l] = cells
		}
		parts[l].cells, parts[l].first = cells, uint64(first)
	}
	return parts, nil
}

// evict drops solved tiers, those of keep excepted, until a number of bytes fits
// into memory beside the others.
func (r *retrograde[S]) evict(need int64, keep []int) {
	for _, cells := range r.resident {
		need += int64(2 * len(cells))
	}
	for l, cells := range r.resident {
		if need > r.memory && !slices.Contains(keep, l) {
			need -= int64(2 * len(cells))
			delete(r.resident, l)
		}
	}
}

// forget drops the tiers that none after the given one leads to.
func (r *retrograde[S]) forget(number int) {
	for l := range r.resident {
		if !slices.ContainsFunc(r.tiers[number+1:], func(t games.Tier) bool { return slices.Contains(t.Lower, l) }) {
			delete(r.resident, l)
		}
	}
}

// settle lets go of what only the rounds need, as the store needs memory next.
func (t *tierWork[S]) settle(share tierShare) error {
	t.agenda, t.graph, t.held = nil, nil, nil
	for _, h := range t.hands {
		h.changes, h.coming = nil, nil
	}
	return t.cells.shrink(share.atFinish)
}

// finish makes the cells of a tier what they are to be in the end, counts and
// hashes them, and gives them to the store, which some of the workers do.
func (t *tierWork[S]) finish(ctx context.Context, store TierStore, putters int) (TierStats, error) {
	stats := make([]TierStats, len(t.hands))
	err := parallel(ctx, putters, t.cells.n, BlockCells, func(w, from, to int) error {
		h := t.hands[w]
		h.fresh = slices.Grow(h.fresh[:0], to-from)[:to-from]
		cells := h.fresh
		if t.cells.all != nil {
			cells = t.cells.all[from:to] // which stays in memory
		} else if err := t.cells.read(cells, from); err != nil {
			return err
		}
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
