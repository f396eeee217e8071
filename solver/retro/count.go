package retro

import (
	"context"

	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// Where the game tells plies that leave the tier from those that stay (games.Splitter),
// the first pass makes the former alone, and most positions of some games are won by
// them. The plies that stay are counted after round 0, for the positions that may still
// be lost. By then all wins in at most one ply are known, as a win in one ply needs a
// position that is lost in 0: so those children are not counted at all, and are not taken
// back in rounds 0 and 1. On Quixo they are three wins of four.

// count counts the plies within the tier from a cell on, until due says to pause. It
// returns the cell where it has to go on.
func (t *tierWork[S]) count(ctx context.Context, from int, due func() bool) (int, error) {
	if err := t.findSoon(ctx); err != nil {
		return from, err
	}
	return t.batches(ctx, from, due, (*tierWorker[S]).countBatch)
}

// findSoon notes which cells are won in at most one ply. It takes the memory of a
// worker's buffers for changes, which are empty between rounds and mostly as large.
func (t *tierWork[S]) findSoon(ctx context.Context) error {
	n := (t.cells.n + 31) / 32
	if t.soon = t.workers[0].changes; len(t.soon) < n {
		t.soon = make([]uint32, n)
	}
	return parallel.For(ctx, len(t.workers), t.cells.n, t.grain(), func(_, from, to int) error {
		clear(t.soon[from/32 : (to+31)/32])
		for i, c := range t.cells.all[from:to] {
			if c == value.Win(0) || c == value.Win(1) {
				t.soon[(from+i)/32] |= 1 << (i % 32)
			}
		}
		return nil
	})
}

// countBatch is count for n indexes from first on.
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
	w.fresh = w.fresh[:0]
	from := int32(0)
	for i, end := range w.ends {
		at := w.indexes[i] - w.base
		known := w.cells.all[at]
		own, longest := children(known)-1, late(known) // without the one for those counted here
		w.distinct.begin(int(end - from))
		for _, c := range w.slots[from:end] {
			index := c.Index()
			if c.Tier() != w.number || index >= w.size {
				return w.broken(w.base+at, "a child that is to be in the tier is in another, or beyond the size")
			}
			if w.soon == nil || w.soon[index/32]>>(index%32)&1 == 0 {
				if w.distinct.add(c) {
					own++
				}
			} else if longest < 2 { // no worker changes this cell now
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
		w.fresh = append(w.fresh, cell)
	}
	k := first >> w.cells.shift
	cells, err := w.cells.hold(k, true)
	if err != nil {
		return err
	}
	defer w.cells.release(k)
	for i, c := range w.fresh {
		at := int(w.indexes[i] - w.base)
		cells[at-k<<w.cells.shift] = c
		if c.IsLoss() {
			mark(w.frontier.round(c.Remoteness()), at)
		}
	}
	return nil
}
