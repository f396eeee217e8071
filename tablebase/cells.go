package tablebase

import (
	"context"

	"zermelo/games"
	"zermelo/solver/value"
)

// CellBytes is the size of a [value.Cell] in memory, in bytes.
const CellBytes = 2

// Cells caches cells of a tiered table in memory. It holds at most one contiguous range per tier.
// A nil Cells is empty.
type Cells []cellRange

// A cellRange is a range of consecutive cells of a tier.
type cellRange struct {
	first uint64
	cells []value.Cell
}

// At returns the cell at slot s and reports whether it is in memory.
func (c Cells) At(s games.Slot) (value.Cell, bool) {
	if c == nil {
		return 0, false
	}
	h := &c[s.Tier()]
	if i := s.Index() - h.first; i < uint64(len(h.cells)) {
		return h.cells[i], true
	}
	return 0, false
}

// in returns the cells in range r and reports whether all of them are in memory.
func (c Cells) in(r Range) ([]value.Cell, bool) {
	if c == nil || r.First < c[r.Layer].first || r.End > c[r.Layer].first+uint64(len(c[r.Layer].cells)) {
		return nil, false
	}
	first := c[r.Layer].first
	return c[r.Layer].cells[r.First-first : r.End-first], true
}

// Reach returns the ranges that cover a tier and every tier to which its moves lead. It also
// returns the total size of the cells in these ranges, in bytes.
func (t *Table[S]) Reach(number int) (ranges []Range, bytes int64) {
	for _, n := range append([]int{number}, t.Tiers.Tiers[number].Lower...) {
		size := t.Tiers.Tiers[n].Size
		ranges, bytes = append(ranges, Range{n, 0, size}), bytes+CellBytes*int64(size)
	}
	return ranges, bytes
}

// LoadCells reads the given ranges into memory using the given number of goroutines. before holds
// the previously loaded cells: LoadCells reuses matching ranges and releases the others. The
// error is a [*store.CorruptError] or ctx.Err().
func (t *Table[S]) LoadCells(ctx context.Context, before Cells, ranges []Range, workers int) (Cells, error) {
	cells := make(Cells, len(t.Tiers.Tiers))
	var missing []Range
	for _, r := range ranges {
		if before != nil && before[r.Layer].first == r.First && uint64(len(before[r.Layer].cells)) == r.End-r.First {
			cells[r.Layer] = before[r.Layer]
		} else {
			missing = append(missing, r)
		}
	}
	clear(before)
	for _, r := range missing {
		list, err := t.Tiers.Load(ctx, r.Layer, r.First, r.End, true, workers)
		if err != nil {
			return nil, err
		}
		cells[r.Layer] = cellRange{r.First, list}
	}
	return cells, nil
}

// LoadReach loads the ranges returned by Reach; see LoadCells. If the cells take more than limit
// bytes in total, LoadReach releases those in before and returns nil.
func (t *Table[S]) LoadReach(ctx context.Context, before Cells, number int, limit int64, workers int) (Cells, error) {
	ranges, bytes := t.Reach(number)
	if bytes > limit {
		clear(before)
		return nil, nil
	}
	return t.LoadCells(ctx, before, ranges, workers)
}
