package retro

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// The rounds follow the first pass. Round r finds the positions that are lost
// or won in exactly r plies, and changes the cells of their parents in the
// tier: a parent of a lost position is won in r+1 plies, unless it is so
// earlier, and a parent of a won position has one child less to hope for. When
// none is left it is lost in r+1 plies, since this child was the last. Rounds
// go on until there is nothing on the agenda.

// decide goes through a round from a cell on, until due says to pause. It
// returns the cell where it has to go on.
func (t *tierWork[S]) decide(ctx context.Context, round, from int, due func() bool, prog *job.Progress) (int, error) {
	bitmap := t.agenda.round(round)
	pieces := parallel.Handout{From: from, N: t.cells.n, Grain: t.grain(), Due: due}
	err := parallel.Together(ctx, len(t.hands), func(ctx context.Context, w int) error {
		h := t.hands[w]
		h.round, h.coming = round, t.agenda.round(round+1)
		for from, to, ok := pieces.Take(ctx); ok; from, to, ok = pieces.Take(ctx) {
			if err := h.decidePiece(bitmap, from, to); err != nil {
				return err
			}
			prog.Done.Add(h.decided / 2)
			h.decided = 0
		}
		// Also when the context has ended: a checkpoint may follow.
		if err := h.retract(); err != nil {
			return err
		}
		return h.flush()
	})
	if round == value.MaxCellRemoteness && t.agenda.next(round+1) >= 0 {
		return from, t.tooLong() // cells have wrong values now
	}
	return pieces.Reached(), cmp.Or(err, ctx.Err())
}

// decidePiece does what a round has to do in the cells from..to.
func (h *tierHand[S]) decidePiece(bitmap []uint64, from, to int) error {
	for ; from < to; from = nextWord(from) {
		word := marked(bitmap, from, to)
		if word == 0 {
			continue
		}
		if err := h.collect(from/wordCells, word); err != nil {
			return err
		}
		if len(h.losses) >= roundBatch || len(h.wins) >= roundBatch {
			if err := h.retract(); err != nil {
				return err
			}
		}
	}
	return nil
}

// release lets the children in lower tiers count that are all won by a round.
func (t *tierWork[S]) release(round int) error {
	if round >= len(t.held) {
		return nil
	}
	h := t.hands[0]
	h.round, h.coming = round, t.agenda.round(round+1)
	for _, index := range t.held[round] {
		if err := h.change(uint64(index), 0); err != nil {
			return err
		}
	}
	t.held[round] = nil
	return h.flush()
}

// next is the first round from r on in which there is something to do, -1 if
// there is none.
func (t *tierWork[S]) next(r int) int {
	next := t.agenda.next(r)
	for round := r; round < len(t.held) && (next < 0 || round < next); round++ {
		if len(t.held[round]) > 0 {
			return round
		}
	}
	return next
}

// collect finds the positions of the present round in the marked granules of a
// word.
func (h *tierHand[S]) collect(word int, marked uint64) error {
	k := word * wordCells >> h.cells.shift
	base := k << h.cells.shift
	win, loss := value.Win(h.round), value.Loss(h.round)
	cells, err := h.cells.hold(k, false)
	if err != nil {
		return err
	}
	defer h.cells.release(k)
	before := len(h.wins) + len(h.losses)
	for ; marked != 0; marked &= marked - 1 {
		first := word*wordCells + bits.TrailingZeros64(marked)*granule
		for i, c := range cells[first-base : min(first-base+granule, len(cells))] {
			switch c {
			case win:
				h.wins = append(h.wins, uint64(first+i))
			case loss:
				h.losses = append(h.losses, uint64(first+i))
			}
		}
	}
	h.decided += int64(len(h.wins) + len(h.losses) - before)
	return nil
}

// retract takes back the plies that lead to the positions collected.
func (h *tierHand[S]) retract() error {
	for from := 0; from < len(h.losses); from += roundBatch {
		if err := h.retractFrom(h.losses[from:min(from+roundBatch, len(h.losses))], 1); err != nil {
			return err
		}
	}
	for from := 0; from < len(h.wins); from += roundBatch {
		if err := h.retractFrom(h.wins[from:min(from+roundBatch, len(h.wins))], 0); err != nil {
			return err
		}
	}
	h.losses, h.wins = h.losses[:0], h.wins[:0]
	return nil
}

// retractFrom changes the parents of positions that are all lost (1) or all
// won (0).
func (h *tierHand[S]) retractFrom(indexes []uint64, lost uint32) error {
	if h.retro == nil {
		for _, index := range indexes {
			for _, parent := range h.graph.parents(index) {
				if err := h.change(uint64(parent), lost); err != nil {
					return err
				}
			}
		}
		return nil
	}
	h.states, h.used = h.game.Unrank(h.states[:0], h.used[:0], h.number, indexes)
	h.children, h.ends = h.retro.Parents(h.children[:0], h.ends[:0], h.states)
	h.slots = h.game.Rank(h.slots[:0], h.children)
	base := uint64(h.number) << 40
	from := int32(0)
	for i, end := range h.ends {
		parents := h.slots[from:end]
		from = end
		if lost == 0 {
			parents = h.distinct.compact(parents)
		}
		for _, p := range parents {
			index := uint64(p) - base
			if index >= uint64(h.cells.n) {
				return h.broken(indexes[i], "a parent is in another tier, or beyond the size")
			}
			if err := h.change(index, lost); err != nil {
				return err
			}
		}
	}
	return nil
}

// tooLong says that a win takes more plies than a cell can tell.
func (t *tierWork[S]) tooLong() error {
	return fmt.Errorf("tier %s: a win takes more than %d plies, the most that a table can tell", t.game.Tiers()[t.number].Name, value.MaxCellRemoteness)
}
