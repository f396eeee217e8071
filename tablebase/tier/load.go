package tier

import (
	"context"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// TierCells reads all cells of a tier, including omitted ones. Indexes without a
// position are value.Unused. If plies is false, the remoteness of wins and losses is
// undefined. The error is a [*store.CorruptError] or ctx.Err().
func (r *Reader[S]) TierCells(ctx context.Context, tier int, plies bool, workers int) ([]value.Cell, error) {
	return r.Load(ctx, tier, 0, r.Tiers[tier].Size, plies, workers)
}

// Load is like TierCells, but reads only the cells [first, end). Both indexes must
// be multiples of StripCells, except that end may be the size of the tier.
func (r *Reader[S]) Load(ctx context.Context, tier int, first, end uint64, plies bool, workers int) ([]value.Cell, error) {
	cells, err := r.held(ctx, tier, first, end, plies, workers)
	if err == nil && r.omits(tier) {
		err = r.derive(ctx, tier, first, cells, plies, workers)
	}
	if err != nil {
		return nil, err
	}
	return cells, nil
}

// held is like Load, but leaves omitted cells Unused.
func (r *Reader[S]) held(ctx context.Context, tier int, first, end uint64, plies bool, workers int) ([]value.Cell, error) {
	cells := make([]value.Cell, end-first)
	blocks := make([]tierBlock, workers)
	from := int(first / job.BlockCells)
	err := parallel.For(ctx, workers, int((end+job.BlockCells-1)/job.BlockCells)-from, 1, func(worker, i, _ int) error {
		c, b, number := r.codecs.Get(), &blocks[worker], from+i
		defer r.codecs.Put(c)
		if err := r.read(c, b, tier, number, plies); err != nil {
			return err
		}
		for n := range b.before {
			at := uint64(number*stripsPerBlock+n) * StripCells
			if at < first || at >= end {
				continue
			}
			s := strip{cells: b.strip(n)}
			if err := r.mark(&s, tier, number*stripsPerBlock+n); err != nil {
				return err
			}
			s.spread(cells[at-first:])
		}
		return nil
	})
	return cells, err
}

// FindCell returns a position with the given cell in a tier. If only omitted
// positions have the cell, FindCell reads the whole tier into memory. The error is a
// [*store.CorruptError].
func (r *Reader[S]) FindCell(tier int, cell value.Cell) (s S, found bool, err error) {
	c, ctx := r.codecs.Get(), context.Background()
	defer r.codecs.Put(c)
	var b tierBlock
	first, cells := uint64(0), []value.Cell(nil)
	for number := range BlocksOf(r.Tiers[tier]) {
		if err := r.read(c, &b, tier, number, true); err != nil {
			return s, false, err
		}
		if slices.Contains(b.used, cell) {
			first = uint64(number) * job.BlockCells
			cells, err = r.held(ctx, tier, first, min(first+job.BlockCells, r.Tiers[tier].Size), true, 1)
			break
		}
	}
	if cells == nil && err == nil && r.omits(tier) {
		cells, err = r.TierCells(ctx, tier, true, 1)
	}
	index := slices.Index(cells, cell)
	if index < 0 || err != nil {
		return s, false, err
	}
	states, _ := r.Game.Unrank(nil, nil, tier, []uint64{first + uint64(index)})
	return states[0], true, nil
}

// derive sets the omitted cells in cells. The slice starts at index first of a tier.
// All other cells in the slice must already be set.
func (r *Reader[S]) derive(ctx context.Context, tier int, first uint64, cells []value.Cell, plies bool, workers int) error {
	held := func(s games.Slot) bool { return s.Tier() == tier && s.Index()-first < uint64(len(cells)) }
	return parallel.For(ctx, workers, (len(cells)+StripCells-1)/StripCells, 1, func(_, strip, _ int) error {
		at := strip * StripCells
		part := cells[at:min(at+StripCells, len(cells))]
		v := r.survey(tier, first+uint64(at), len(part))
		defer r.surveys.Put(v)
		var parents []S
		for i, ok := range v.omitted {
			if ok {
				parents = append(parents, v.states[i])
			}
		}
		children, ends := r.Game.Expand(nil, nil, parents)
		slots := r.Game.Rank(nil, children)
		var below []games.Slot // children outside cells
		for _, s := range slots {
			if !held(s) {
				below = append(below, s)
			}
		}
		others, err := r.look(nil, below, plies)
		if err != nil {
			return err
		}
		values := make([]value.Cell, len(slots))
		for i, s := range slots {
			if held(s) {
				values[i] = cells[s.Index()-first]
			} else {
				values[i], others = others[0], others[1:]
			}
		}
		from := int32(0)
		for i, ok := range v.omitted {
			if ok {
				part[i] = derived(values[from:ends[0]])
				from, ends = ends[0], ends[1:]
			}
		}
		return nil
	})
}
