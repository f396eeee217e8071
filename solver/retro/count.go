package retro

import (
	"context"

	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// If the game distinguishes plies that leave the tier from those that do not
// (games.Splitter), the first pass expands only the former, which may win most
// positions. The other plies are counted after round 0, and only for positions that
// may still be lost. At that time, all wins in at most one ply are known, since a
// win in one ply requires a child that is lost in 0. Children won in at most one ply
// are therefore never counted, and rounds 0 and 1 do not propagate them.

// count counts the plies within the tier, starting at cell from, until due returns
// true. It returns the first cell that was not processed.
func (t *tierWork[S]) count(ctx context.Context, from int, due func() bool) (int, error) {
	if err := t.findNearWins(ctx); err != nil {
		return from, err
	}
	return t.batches(ctx, from, due, (*tierWorker[S]).countBatch)
}

// findNearWins marks the cells that are won in at most one ply. It reuses the memory
// of a worker's change buffers, which are empty between rounds, if they are large
// enough.
func (t *tierWork[S]) findNearWins(ctx context.Context) error {
	n := (t.cells.n + 31) / 32
	if t.nearWins = t.workers[0].changes; len(t.nearWins) < n {
		t.nearWins = make([]uint32, n)
	}
	return parallel.For(ctx, len(t.workers), t.cells.n, t.grain(), func(_, from, to int) error {
		clear(t.nearWins[from/32 : (to+31)/32])
		for i, c := range t.cells.all[from:to] {
			if c == value.Win(0) || c == value.Win(1) {
				t.nearWins[(from+i)/32] |= 1 << (i % 32)
			}
		}
		return nil
	})
}

// countBatch implements count for n cells starting at first.
func (w *tierWorker[S]) countBatch(first, n int) error {
	w.indexes = w.indexes[:0]
	for i, c := range w.cells.all[first : first+n] {
		if isOpen(c) && c != value.Unused {
			w.indexes = append(w.indexes, w.base+uint64(first+i))
		}
	}
	if len(w.indexes) == 0 {
		return nil
	}
	w.unrank(w.game, w.number)
	w.children, w.ends = w.split.ExpandOwn(w.children[:0], w.ends[:0], w.states)
	w.slots = w.game.Rank(w.slots[:0], w.children)
	w.newCells = w.newCells[:0]
	from := int32(0)
	for i, end := range w.ends {
		at := w.indexes[i] - w.base
		known := w.cells.all[at]
		own, longest := children(known)-1, late(known) // excluding the placeholder for the children counted here
		w.distinct.begin(int(end - from))
		for _, c := range w.slots[from:end] {
			index := c.Index()
			if c.Tier() != w.number || index >= w.size {
				return w.contractError(w.base+at, "child of ExpandOwn is not in the tier")
			}
			if w.nearWins == nil || w.nearWins[index/32]>>(index%32)&1 == 0 {
				if w.distinct.add(c) {
					own++
				}
			} else if longest < 2 { // no worker changes this cell at this time
				longest = max(longest, w.cells.all[index].Remoteness()+1)
			}
		}
		from = end
		cell, err := value.Loss(longest), error(nil)
		if own > 0 {
			if cell, err = w.open(int(at), own, longest); err != nil {
				return err
			}
		}
		w.newCells = append(w.newCells, cell)
	}
	k := first >> w.cells.shift
	cells, err := w.cells.acquire(k, true)
	if err != nil {
		return err
	}
	defer w.cells.release(k)
	for i, c := range w.newCells {
		at := int(w.indexes[i] - w.base)
		cells[at-k<<w.cells.shift] = c
		if c.IsLoss() {
			mark(w.frontier.round(c.Remoteness()), at)
		}
	}
	return nil
}
