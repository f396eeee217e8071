package retro

import (
	"context"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// lowerCells returns the number of cells in a tier's lower tiers, each rounded up to
// whole blocks.
func lowerCells(tiers []games.Tier, number int) int64 {
	sum := int64(0)
	for _, l := range tiers[number].Lower {
		sum += blockCells(tiers[l].Size)
	}
	return sum
}

func blockCells(n uint64) int64 { return int64(n+job.BlockCells-1) / job.BlockCells * job.BlockCells }

// gather returns the cells from..to of a tier's lower tiers, by tier number. The
// bounds from and to refer to the concatenation of all lower tiers, each rounded up to
// whole blocks.
func (r *retrograde[S]) gather(ctx context.Context, number int, from, to int64) ([]lowerPart, error) {
	parts := make([]lowerPart, number)
	whole := from == 0 && to == lowerCells(r.tiers, number)
	var window []value.Cell // the unused part of r.window
	if !whole {
		clear(r.resident)
		r.window = slices.Grow(r.window[:0], int(to-from))[:to-from]
		window = r.window
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
			if whole {
				cells = make([]value.Cell, size)
			} else {
				cells, window = window[:end-first], window[end-first:]
			}
			if err := r.waitStored(); err != nil {
				return nil, err
			}
			err := parallel.For(ctx, r.workers, len(cells), job.BlockCells, func(_, from, to int) error {
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

// missingBytes returns the total size in bytes of a tier's lower tiers that are not in
// memory.
func (r *retrograde[S]) missingBytes(number int) int64 {
	sum := int64(0)
	for _, l := range r.tiers[number].Lower {
		if r.resident[l] == nil {
			sum += 2 * int64(r.tiers[l].Size)
		}
	}
	return sum
}

// evict drops solved tiers, except those in keep, until need bytes fit into memory in
// addition to the remaining tiers.
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

// evictUnused drops the tiers that are not lower tiers of any tier after number.
func (r *retrograde[S]) evictUnused(number int) {
	for l := range r.resident {
		if !slices.ContainsFunc(r.tiers[number+1:], func(t games.Tier) bool { return slices.Contains(t.Lower, l) }) {
			delete(r.resident, l)
		}
	}
}
