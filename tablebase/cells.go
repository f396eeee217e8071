package tablebase

import (
	"context"

	"zermelo/games"
	"zermelo/solver/value"
)

// CellBytes is the size of a cell in memory.
const CellBytes = 2

// Cells holds ranges of cells of a table of tiers in memory, at most one per tier. A nil Cells
// is empty.
type Cells []cellRange

// cellRange is a range of cells, beginning at index first.
type cellRange struct {
	first uint64
	cells []value.Cell
}

// At returns the cell of a slot, or false if it is not in memory.
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

// in returns the cells of a range, or false if they are not all in memory.
func (c Cells) in(r Range) ([]value.Cell, bool) {
	if c == nil || r.First < c[r.Layer].first || r.End > c[r.Layer].first+uint64(len(c[r.Layer].cells)) {
		return nil, false
	}
	first := c[r.Layer].first
	return c[r.Layer].cells[r.First-first : r.End-first], true
}

// Reach returns the ranges of all indexes of a tier and of the tiers it leads to, and the size
// of their cells in bytes.
func (t *Table[S]) Reach(number int) (ranges []Range, bytes int64) {
	for _, n := range append([]int{number}, t.Tiers.Tiers[number].Lower...) {
		size := t.Tiers.Tiers[n].Size
		ranges, bytes = append(ranges, Range{n, 0, size}), bytes+CellBytes*int64(size)
	}
	return ranges, bytes
}

// LoadCells reads ranges into memory with the given number of goroutines. It takes equal ranges
// from before and clears before, to release all other cells. The error is a *CorruptError or
// ctx.Err().
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

// LoadReach is LoadCells for the ranges of Reach. It returns nil if they exceed limit bytes.
func (t *Table[S]) LoadReach(ctx context.Context, before Cells, number int, limit int64, workers int) (Cells, error) {
	ranges, bytes := t.Reach(number)
	if bytes > limit {
		clear(before)
		return nil, nil
	}
	return t.LoadCells(ctx, before, ranges, workers)
}
