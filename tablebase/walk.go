package tablebase

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
)

// Range is a range of consecutive positions: the states [First, End) of a layer, or the indexes
// [First, End) of a tier.
type Range struct {
	Layer      int // or tier
	First, End uint64
}

// Ranges divides a layer or tier into ranges of size positions; the last range may be shorter.
// size must be a multiple of [job.BlockStates].
func (t *Table[S]) Ranges(layer int, size uint64) (list []Range) {
	n := uint64(0)
	if t.Tiers != nil {
		n = t.Tiers.Tiers[layer].Size
	} else {
		n = uint64(t.Solution().Layers[layer].Stored())
	}
	for first := uint64(0); first < n; first += size {
		list = append(list, Range{layer, first, min(first+size, n)})
	}
	return list
}

// Batch holds positions and their values. The zero value is ready to use. A goroutine that visits
// a table should reuse one Batch for all ranges.
type Batch[S games.State] struct {
	States []S
	Values []value.Value
	Cells  []value.Cell // tiered tables only

	block   block.Block[S]
	indexes []uint64
	used    []bool
	movers  []int8
}

// Reset empties the batch.
func (b *Batch[S]) Reset() { b.States, b.Values, b.Cells = b.States[:0], b.Values[:0], b.Cells[:0] }

// Append appends the positions in range r in table order. The range must consist of whole blocks,
// as each result of Ranges does. If the table is tiered, Append skips unused indexes. It reads
// from the table only the cells that are missing from the argument cells. The error is a
// [*store.CorruptError] or ctx.Err().
func (b *Batch[S]) Append(ctx context.Context, t *Table[S], r Range, cells Cells) (err error) {
	if t.Tiers != nil {
		list, ok := cells.in(r)
		if !ok {
			if list, err = t.Tiers.Load(ctx, r.Layer, r.First, r.End, true, 1); err != nil {
				return err
			}
		}
		from := len(b.States)
		if index, ok := b.AppendCells(t.Tiers.Game, r.Layer, r.First, list); !ok {
			return t.Damaged(fmt.Sprintf("index %d of tier %s has a value but no position", index, t.Tiers.Tiers[r.Layer].Name), nil)
		}
		b.movers = t.Game.Movers(b.movers[:0], b.States[from:])
		info := t.Game.Info()
		for i, c := range b.Cells[from:] {
			b.Values = append(b.Values, c.Value(info, int(b.movers[i])))
		}
		return nil
	}
	for first := r.First; first < r.End; first += job.BlockStates {
		if err := t.Reader.Read(&b.block, r.Layer, int(first/job.BlockStates)); err != nil {
			return err
		}
		b.States, b.Values = append(b.States, b.block.States...), append(b.Values, b.block.Values...)
	}
	return nil
}

// AppendCells appends the state and the cell of each used index of a tier, but no values. cells
// holds the cells of consecutive indexes, starting at first. If a used index corresponds to no
// position, AppendCells returns that index and false.
func (b *Batch[S]) AppendCells(g games.Tiered[S], tier int, first uint64, cells []value.Cell) (index uint64, ok bool) {
	b.indexes = b.indexes[:0]
	for i, c := range cells {
		if c != value.Unused {
			b.indexes, b.Cells = append(b.indexes, first+uint64(i)), append(b.Cells, c)
		}
	}
	b.States, b.used = g.Unrank(b.States, b.used[:0], tier, b.indexes)
	if i := slices.Index(b.used, false); i >= 0 {
		return b.indexes[i], false
	}
	return 0, true
}
