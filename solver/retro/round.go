package retro

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// Rounds follow the first pass. Round r updates the parents, within the tier, of all
// positions that are lost or won in exactly r plies. The parent of a lost position
// is won in r+1 plies unless it has a faster win. The parent of a won position has
// one fewer open child. When none is left, the parent is lost in r+1 plies. The
// rounds end when the frontier is empty.

// decide performs a round, starting at cell from, until due returns true. It returns
// the first cell that was not processed.
func (t *tierWork[S]) decide(ctx context.Context, round, from int, due func() bool, prog *job.Progress) (int, error) {
	bitmap := t.frontier.round(round)
	pieces := parallel.Pieces{From: from, N: t.cells.n, Grain: t.grain(), Stop: due}
	err := parallel.Run(ctx, len(t.workers), func(ctx context.Context, i int) error {
		w := t.workers[i]
		w.round, w.nextMarks = round, t.frontier.round(round+1)
		for from, to, ok := pieces.Take(ctx); ok; from, to, ok = pieces.Take(ctx) {
			if err := w.decidePiece(bitmap, from, to); err != nil {
				return err
			}
			prog.Done.Add(w.decided / 2)
			w.decided = 0
		}
		// Flush even if ctx is done, because a checkpoint may follow.
		if err := w.retract(); err != nil {
			return err
		}
		return w.flush()
	})
	if round == value.MaxCellRemoteness && t.frontier.next(round+1) >= 0 {
		return from, t.tooLongError() // some cells are wrong now
	}
	return pieces.Reached(), cmp.Or(err, ctx.Err())
}

func (w *tierWorker[S]) decidePiece(bitmap []uint64, from, to int) error {
	for ; from < to; from = nextWord(from) {
		word := marked(bitmap, from, to)
		if word == 0 {
			continue
		}
		if err := w.collect(from/wordCells, word); err != nil {
			return err
		}
		if len(w.losses) >= roundBatch || len(w.wins) >= roundBatch {
			if err := w.retract(); err != nil {
				return err
			}
		}
	}
	return nil
}

// release applies the changes that were delayed until the given round.
func (t *tierWork[S]) release(round int) error {
	if round >= len(t.delayed) {
		return nil
	}
	w := t.workers[0]
	w.round, w.nextMarks = round, t.frontier.round(round+1)
	for _, index := range t.delayed[round] {
		if err := w.change(uint64(index), 0); err != nil {
			return err
		}
	}
	t.delayed[round] = nil
	return w.flush()
}

// next returns the first round from r on that has work, or -1.
func (t *tierWork[S]) next(r int) int {
	next := t.frontier.next(r)
	for round := r; round < len(t.delayed) && (next < 0 || round < next); round++ {
		if len(t.delayed[round]) > 0 {
			return round
		}
	}
	return next
}

// collect finds the positions of the current round in the marked granules of a word.
func (w *tierWorker[S]) collect(word int, marked uint64) error {
	k := word * wordCells >> w.cells.shift
	base := k << w.cells.shift
	win, loss := value.Win(w.round), value.Loss(w.round)
	cells, err := w.cells.acquire(k, false)
	if err != nil {
		return err
	}
	defer w.cells.release(k)
	before := len(w.wins) + len(w.losses)
	for ; marked != 0; marked &= marked - 1 {
		first := word*wordCells + bits.TrailingZeros64(marked)*granule
		for i, c := range cells[first-base : min(first-base+granule, len(cells))] {
			switch c {
			case win:
				w.wins = append(w.wins, w.base+uint64(first+i))
			case loss:
				w.losses = append(w.losses, w.base+uint64(first+i))
			}
		}
	}
	w.decided += int64(len(w.wins) + len(w.losses) - before)
	if w.deferCount && w.round < 2 {
		w.wins = w.wins[:0] // see count.go
	}
	if w.sender != nil && w.sender.winsOnly {
		w.losses = w.losses[:0]
	}
	return nil
}

func (w *tierWorker[S]) retract() error {
	for losses := range slices.Chunk(w.losses, roundBatch) {
		if err := w.retractFrom(losses, 1); err != nil {
			return err
		}
	}
	for wins := range slices.Chunk(w.wins, roundBatch) {
		if err := w.retractFrom(wins, 0); err != nil {
			return err
		}
	}
	w.losses, w.wins = w.losses[:0], w.wins[:0]
	return nil
}

// retractFrom updates the parents of the positions at indexes. Either all of these
// positions are lost (lost is 1) or all are won (lost is 0).
func (w *tierWorker[S]) retractFrom(indexes []uint64, lost uint32) error {
	if w.retro == nil {
		for _, index := range indexes {
			for _, parent := range w.graph.parents(index) {
				if err := w.change(uint64(parent), lost); err != nil {
					return err
				}
			}
		}
		return nil
	}
	w.states, w.used = w.game.Unrank(w.states[:0], w.used[:0], w.number, indexes)
	w.children, w.ends = w.retro.Parents(w.children[:0], w.ends[:0], w.states)
	w.slots = w.game.Rank(w.slots[:0], w.children)
	base := uint64(w.number) << 40
	shift, mask := w.cells.shift, uint64(1)<<w.cells.shift-1
	from := int32(0)
	for i, end := range w.ends {
		parents := w.slots[from:end]
		from = end
		if lost == 0 {
			parents = w.distinct.compact(parents)
		}
		for _, p := range parents {
			index := uint64(p) - base
			if index >= w.size {
				return w.contractError(indexes[i], "parent is not in the tier")
			}
			if w.sender != nil {
				if err := w.sender.add(index<<1 | uint64(lost)); err != nil {
					return err
				}
				continue
			}
			// This is an inlined copy of change.
			k := index >> shift
			n := w.fill[k]
			w.changes[int(k)*int(w.bufferLen)+int(n)] = uint32(index&mask)<<1 | lost
			if w.fill[k] = n + 1; n+1 == w.bufferLen {
				if err := w.apply(int(k)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (t *tierWork[S]) tooLongError() error {
	return fmt.Errorf("tier %s: a win takes more than %d plies, the maximum in a table", t.game.Tiers()[t.number].Name, value.MaxCellRemoteness)
}

// distinct is a set for finding duplicates in a short list of slots of one tier. It is
// a hash table that is cleared by incrementing a stamp.
type distinct struct {
	table []uint64 // stamp in the high 24 bits, index in the low 40
	stamp uint64
	shift int
}

// begin empties the set and prepares it for at most n slots.
func (d *distinct) begin(n int) {
	if len(d.table) < 2*n || d.stamp == 1<<24-1 {
		size := max(64, len(d.table), 1<<bits.Len(uint(2*n)))
		d.table, d.stamp, d.shift = make([]uint64, size), 0, 64-bits.Len(uint(size-1))
	}
	d.stamp++
}

// add adds a slot and reports whether it is new.
func (d *distinct) add(s games.Slot) bool {
	entry := d.stamp<<40 | s.Index()
	mask := uint64(len(d.table) - 1)
	for at := s.Index() * 0x9e3779b97f4a7c15 >> d.shift; ; at = (at + 1) & mask {
		switch known := d.table[at&mask]; {
		case known == entry:
			return false
		case known>>40 != d.stamp:
			d.table[at&mask] = entry
			return true
		}
	}
}

func (d *distinct) compact(list []games.Slot) []games.Slot {
	d.begin(len(list))
	n := 0
	for _, s := range list {
		if d.add(s) {
			list[n] = s
			n++
		}
	}
	return list[:n]
}
