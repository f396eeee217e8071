package tier

import (
	"context"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// TierCells reads a whole tier into memory: the cell of each index, Unused where
// there is no position. Those that the table omits are worked out. Plies says whether
// remoteness is wanted, as for Cells. Workers is the number of goroutines. The
// error is a *CorruptError or that of the context.
func (r *Reader[S]) TierCells(ctx context.Context, tier int, plies bool, workers int) ([]value.Cell, error) {
	cells := make([]value.Cell, r.Tiers[tier].Size)
	blocks := make([]Block, workers)
	err := parallel.Parallel(ctx, workers, BlocksOf(r.Tiers[tier]), 1, func(worker, number, _ int) error {
		c, b := r.codecs.Borrow(), &blocks[worker]
		defer r.codecs.GiveBack(c)
		if err := r.read(c, b, tier, number, plies); err != nil {
			return err
		}
		first := number * job.BlockCells
		part := cells[first : first+cellsOf(r.Tiers[tier], number)]
		for n := range b.before {
			s := strip{cells: b.strip(n)}
			if err := r.mark(&s, tier, number*stripsPerBlock+n); err != nil {
				return err
			}
			s.spread(part[n*StripCells:])
		}
		return nil
	})
	if err == nil && r.omits(tier) {
		err = r.derive(ctx, tier, cells, plies, workers)
	}
	if err != nil {
		return nil, err
	}
	return cells, nil
}

// derive fills in the cells of a tier that the table omits, given all others.
func (r *Reader[S]) derive(ctx context.Context, tier int, cells []value.Cell, plies bool, workers int) error {
	return parallel.Parallel(ctx, workers, (len(cells)+StripCells-1)/StripCells, 1, func(_, strip, _ int) error {
		first := strip * StripCells
		part := cells[first:min(first+StripCells, len(cells))]
		v := r.survey(tier, uint64(first), len(part))
		defer r.giveBackSurvey(v)
		var parents []S
		for i, ok := range v.omitted {
			if ok {
				parents = append(parents, v.states[i])
			}
		}
		children, ends := r.game.Expand(nil, nil, parents)
		slots := r.game.Rank(nil, children)
		var below []games.Slot // those in other tiers
		for _, s := range slots {
			if s.Tier() != tier {
				below = append(below, s)
			}
		}
		others, err := r.look(nil, below, plies)
		if err != nil {
			return err
		}
		values := make([]value.Cell, len(slots))
		for i, s := range slots {
			if s.Tier() == tier {
				values[i] = cells[s.Index()]
			} else {
				values[i], others = others[0], others[1:]
			}
		}
		from := int32(0)
		for i, ok := range v.omitted {
			if ok {
				part[i] = Derived(values[from:ends[0]])
				from, ends = ends[0], ends[1:]
			}
		}
		return nil
	})
}
