package verify

import (
	"context"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// A tier that does not fit into memory together with those that it leads to is
// verified part by part, a part against all of them window by window. What the
// children in a window give a position is a cell like any other; of those of several
// windows the player to move takes the best.

// held is the consecutive cells of a tier that are in memory.
type held struct {
	first uint64 // index of the first
	cells []value.Cell
}

// at is the cell of an index, false if it is not in memory.
func (h *held) at(index uint64) (value.Cell, bool) {
	if i := index - h.first; i < uint64(len(h.cells)) {
		return h.cells[i], true
	}
	return 0, false
}

// span is the indexes of a tier from first to end.
type span struct {
	tier       int
	first, end uint64
}

// cellBytes is the room of a cell.
const cellBytes = 2

// leastRoom is the least room for cells, in bytes: that of a strip of positions and
// a strip of children.
const leastRoom = 2 * cellBytes * tier.StripCells

// roomFor is how many bytes of cells may be in memory: three quarters of what is
// left by the program, by the workers, and by the reader's caches.
func roomFor[S games.State](h *store.Header, o Options) (int64, error) {
	others := job.Program + tier.CacheBytes + int64(o.Workers)*workerBytes[S](h.Solution.Tiers)
	if need := others + 2*leastRoom; o.Memory < need {
		return 0, &MemoryError{h.Name, need, o.Memory}
	}
	return (o.Memory - others) / 4 * 3, nil
}

// workerBytes is what a worker holds: the positions of a strip, with their children.
func workerBytes[S games.State](tiers []job.SolvedTier) int64 {
	word, children := int64(8*games.Words[S]()), int64(1)
	for _, t := range tiers {
		children = max(children, t.Moves/max(1, t.Used))
	}
	return tier.StripCells * ((2*word + 32) + children*(word+10)) * 4 / 3
}

// needed is a tier and those that it leads to.
func (v *tierVerification[S]) needed(number int) []int {
	return append([]int{number}, v.tiers[number].Lower...)
}

// bytes is the room of the cells of tiers.
func (v *tierVerification[S]) bytes(tiers []int) (sum int64) {
	for _, n := range tiers {
		sum += cellBytes * int64(v.tiers[n].Size)
	}
	return sum
}

// whole is all indexes of tiers.
func (v *tierVerification[S]) whole(tiers []int) (spans []span) {
	for _, n := range tiers {
		spans = append(spans, span{n, 0, v.tiers[n].Size})
	}
	return spans
}

// windows divides the indexes of tiers into lists of spans, each of at most so many
// cells, a multiple of tier.StripCells.
func (v *tierVerification[S]) windows(tiers []int, most uint64) (list [][]span) {
	left := uint64(0)
	for _, s := range v.whole(tiers) {
		for first := s.first; first < s.end; {
			if left == 0 {
				list, left = append(list, nil), most
			}
			end := min(s.end, first+left)
			last := len(list) - 1
			list[last] = append(list[last], span{s.tier, first, end})
			left -= min(left, (end-first+tier.StripCells-1)/tier.StripCells*tier.StripCells)
			first = end
		}
	}
	return list
}

// load brings the cells of spans into memory, and lets go of all others.
func (v *tierVerification[S]) load(ctx context.Context, spans []span) error {
	before := v.cells
	v.cells = make([]held, len(before))
	var missing []span
	for _, s := range spans {
		if h := before[s.tier]; h.cells != nil && h.first == s.first && uint64(len(h.cells)) == s.end-s.first {
			v.cells[s.tier] = h
		} else {
			missing = append(missing, s)
		}
	}
	clear(before)
	for _, s := range missing {
		cells, err := v.r.Load(ctx, s.tier, s.first, s.end, true, len(v.workers))
		if err != nil {
			return err
		}
		v.cells[s.tier] = held{s.first, cells}
	}
	return nil
}

// strips calls work for the indexes from first to end, a strip a call: they are the
// worker's indexes.
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

// inWindows verifies a tier part by part: half of the room is for what the children
// give the positions of a part, half for a window.
func (v *tierVerification[S]) inWindows(ctx context.Context, number int) error {
	most := uint64(v.room) / 2 / cellBytes / tier.StripCells * tier.StripCells
	windows := v.windows(v.needed(number), most)
	for _, part := range v.windows([]int{number}, most) {
		first, end := part[0].first, part[0].end
		v.best = held{first, make([]value.Cell, end-first)}
		for _, window := range windows {
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
	v.best = held{}
	return nil
}

// Cells of positions whose children are not all known yet: noChild before the first
// of them, badChild once one has an index that is not used. Elsewhere stands for a cell
// that is not in memory.
const (
	noChild   = value.Unused
	badChild  = value.Unused | 1<<2
	elsewhere = value.Unused | 2<<2
)

// better is the better for the player to move of a cell, noChild being the worst and
// badChild, which must not get lost, the best, and what a child with this cell gives.
func better(sofar, child value.Cell) value.Cell {
	next := value.Draw
	switch {
	case child == value.Unused:
		next = badChild
	case child.IsLoss():
		next = value.Win(child.Remoteness() + 1)
	case child.IsWin():
		next = value.Loss(child.Remoteness() + 1)
	}
	if worth(next) > worth(sofar) {
		return next
	}
	return sofar
}

// worth orders cells from noChild to badChild.
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
