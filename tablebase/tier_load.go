package tablebase

import (
	"context"

	"zermelo/solver"
)

// TierCells reads a whole tier into memory: the cell of each index, Unused where
// there is no position. The table must be one of tiers. Plies says whether
// remoteness is wanted, as for Cells. Workers is the number of goroutines. The
// error is a *CorruptError or that of the context.
func (t *Table[S]) TierCells(ctx context.Context, tier int, plies bool, workers int) ([]solver.Cell, error) {
	r := t.tiers
	cells := make([]solver.Cell, r.tiers[tier].Size)
	blocks := make([]tierBlock, workers)
	err := parallel(ctx, workers, blocksOf(r.tiers[tier]), func(worker, number int) error {
		c, b := r.borrow(), &blocks[worker]
		defer r.giveBack(c)
		if err := r.read(c, b, tier, number, plies); err != nil {
			return err
		}
		first := number * solver.BlockCells
		part := cells[first : first+cellsOf(r.tiers[tier], number)]
		for n := range b.before {
			at := n * stripCells
			if err := r.spread(part[at:min(at+stripCells, len(part))], b.strip(n), tier, uint64(first+at)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return cells, nil
}
