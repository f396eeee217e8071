package verify

import (
	"context"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// A tier that does not fit into memory together with the tiers that its moves lead to is verified
// in parts. Each part is compared with all of these tiers, one window at a time, and keeps the best
// cell for the player to move.

// minRoom is the minimum memory for cells, in bytes: a strip of positions and a strip of children.
const minRoom = 2 * tablebase.CellBytes * tier.StripCells

// roomFor returns the memory available for cells, in bytes. It deducts the memory of the program,
// the workers and the reader's caches, and leaves a quarter of the rest to the heap.
func roomFor[S games.State](h *store.Header, o Options) (int64, error) {
	others := job.ProgramMemory + tier.CacheBytes + int64(o.Workers)*workerBytes[S](h.Solution.Tiers)
	if need := others + 2*minRoom; o.Memory < need {
		return 0, &MemoryError{h.Name, need, o.Memory}
	}
	return (o.Memory - others) / 4 * 3, nil
}

// workerBytes returns the memory in bytes that a worker needs for a strip of positions and their
// children.
func workerBytes[S games.State](tiers []job.SolvedTier) int64 {
	word, children := int64(8*games.Words[S]()), int64(1)
	for _, t := range tiers {
		children = max(children, t.Moves/max(1, t.Used))
	}
	return tier.StripCells * ((2*word + 32) + children*(word+10)) * 4 / 3
}

// windows divides ranges of tiers into windows of at most limit cells each. limit must be a
// multiple of tier.StripCells.
func windows(ranges []tablebase.Range, limit uint64) (list [][]tablebase.Range) {
	left := uint64(0)
	for _, r := range ranges {
		for first := r.First; first < r.End; {
			if left == 0 {
				list, left = append(list, nil), limit
			}
			end := min(r.End, first+left)
			last := len(list) - 1
			list[last] = append(list[last], tablebase.Range{Layer: r.Layer, First: first, End: end})
			left -= min(left, (end-first+tier.StripCells-1)/tier.StripCells*tier.StripCells)
			first = end
		}
	}
	return list
}

// strips calls work for each strip of the indexes [first, end). During each call, w.indexes holds
// the indexes of the strip.
func (v *tierVerification[S]) strips(ctx context.Context, first, end uint64, work func(w *tierVerifier[S]) error) error {
	return parallel.For(ctx, len(v.workers), int((end-first+tier.StripCells-1)/tier.StripCells), 1, func(worker, strip, _ int) error {
		w := &v.workers[worker]
		w.indexes = w.indexes[:0]
		for i := first + uint64(strip)*tier.StripCells; i < min(end, first+uint64(strip+1)*tier.StripCells); i++ {
			w.indexes = append(w.indexes, i)
		}
		return work(w)
	})
}

// inWindows verifies a tier in parts. Half of the memory holds the results for a part, and the
// other half holds one window of the cells that the part is compared with.
func (v *tierVerification[S]) inWindows(ctx context.Context, number int) error {
	limit := uint64(v.room) / 2 / tablebase.CellBytes / tier.StripCells * tier.StripCells
	reach, _ := v.t.Reach(number)
	for _, part := range windows(reach[:1], limit) {
		first, end := part[0].First, part[0].End
		v.first, v.best = first, make([]value.Cell, end-first)
		for _, window := range windows(reach, limit) {
			if err := v.load(ctx, window); err != nil {
				return err
			}
			err := v.strips(ctx, first, end, func(w *tierVerifier[S]) error { return w.check(number, w.indexes, true, false) })
			if err != nil {
				return err
			}
		}
		if err := v.load(ctx, part); err != nil {
			return err
		}
		if err := v.strips(ctx, first, end, func(w *tierVerifier[S]) error { return w.check(number, w.indexes, false, true) }); err != nil {
			return err
		}
	}
	v.best = nil
	return nil
}

// Special cells. noChild means that no child has been examined yet, and badChild that a child has
// an unused index. elsewhere replaces a cell that is not in memory.
const (
	noChild   = value.Unused
	badChild  = value.Unused | 1<<2
	elsewhere = value.Unused | 2<<2
)

// better returns the better cell for the player to move: best, or the result of moving to child.
func better(best, child value.Cell) value.Cell {
	next := value.Draw
	switch {
	case child == value.Unused:
		next = badChild
	case child.IsLoss():
		next = value.Win(child.Remoteness() + 1)
	case child.IsWin():
		next = value.Loss(child.Remoteness() + 1)
	}
	if worth(next) > worth(best) {
		return next
	}
	return best
}

// worth returns a number that orders cells from noChild to badChild.
func worth(c value.Cell) int {
	switch {
	case c == noChild:
		return -2 * value.MaxCellRemoteness
	case c == badChild:
		return 2 * value.MaxCellRemoteness
	case c.IsWin():
		return value.MaxCellRemoteness + 1 - c.Remoteness()
	case c.IsLoss():
		return c.Remoteness() - value.MaxCellRemoteness - 1
	}
	return 0
}
