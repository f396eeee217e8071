package retro

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// tierWork is a tier while it is being solved. Its cells are divided into
// ranges, each with a lock (pages.go). A worker that finds a change to a
// cell puts it into a buffer of the cell's range, and makes all changes of a
// buffer at once when it is full. So locks are taken once for thousands of
// changes, cells need no atomic operations, and memory is read range by range.
//
// The order in which changes are made does not matter: a count goes down by
// one, a win found in this round is the same win whoever finds it first.
type tierWork[S games.State] struct {
	game     games.Tiered[S]
	number   int
	size     uint64 // of the tier
	base     uint64 // the index of the first cell; 0 but in a Range
	cells    *tierCells
	lower    []lowerPart // of other tiers, by number, in the first pass
	first    bool        // it is the first window of lower tiers
	last     bool        // and the last
	windows  int64       // how many there are
	late     bool        // plies within the tier are counted after round 0; see count.go
	soon     []uint32    // then a bit for each cell that is won in at most one ply
	frontier *frontier
	graph    *reverseGraph // instead of games.Retro
	held     [][]uint32    // by round: indexes whose children in lower tiers are all won by then, where a cell cannot tell
	workers  []*tierWorker[S]
	counts   job.TierStats // of the first pass
	decided  int64         // positions that were decided in rounds of earlier runs
}

// tierWorker is what one worker owns.
type tierWorker[S games.State] struct {
	*tierWork[S]
	retro  games.Retro[S]
	split  games.Splitter[S]
	round  int      // the round that the changes belong to
	coming []uint64 // the bitmap of the round after it

	// Buffers of changes by range, back to back, and how full they are. A
	// change is an offset into the range, times two, plus 1 for a parent of a
	// lost position.
	changes []uint32
	fill    []int32
	room    int32

	positions[S]
	terminal     []S
	terminalAt   []int32
	payoffs      []games.Payoff
	movers       []int8
	fresh        []value.Cell // of a batch of the first pass
	distinct     distinct
	losses, wins []uint64 // positions of this round, until there are enough for a call
	sent         *sender  // takes the changes of a Range
	held         [][]uint32
	counts       job.TierStats
	decided      int64
}

const (
	// batch is the positions a call of the game in the first pass: whole granules.
	batch = 16 * granule

	// roundBatch is the positions a call in the rounds: fewer, so that a worker
	// is not left with many of them when a short round is over.
	roundBatch = 256
)

// newTierWorkers makes what workers own. It can be used for one tier after the other.
func newTierWorkers[S games.State](g games.Tiered[S], n int) []*tierWorker[S] {
	retro, _ := any(g).(games.Retro[S])
	split, _ := any(g).(games.Splitter[S])
	workers := make([]*tierWorker[S], n)
	for i := range workers {
		workers[i] = &tierWorker[S]{retro: retro, split: split}
	}
	return workers
}

// newTierWork prepares a tier with the given cells.
func newTierWork[S games.State](g games.Tiered[S], number int, cells *tierCells, workers []*tierWorker[S]) *tierWork[S] {
	t := &tierWork[S]{game: g, number: number, size: uint64(cells.n), cells: cells, workers: workers, frontier: newFrontier(cells.n)}
	t.late = workers[0].split != nil && cells.all != nil
	for _, w := range workers {
		w.tierWork = t
	}
	return t
}

// makeBuffers makes the buffers for changes, each for so many of them.
func (t *tierWork[S]) makeBuffers(room int) {
	ranges := len(t.cells.ranges)
	for _, w := range t.workers {
		w.room, w.fill = int32(room), append(w.fill[:0], make([]int32, ranges)...)
		w.changes = slices.Grow(w.changes[:0], ranges*room)[:ranges*room]
	}
}

// grain is how many cells a worker takes at once: whole batches, and so few that
// none waits long for the last one.
func (t *tierWork[S]) grain() int {
	return min(max(1, t.cells.n/(32*len(t.workers)*batch)), 64) * batch
}

// batches calls work for batches of the tier from a cell on, until due, if it is not nil,
// says to pause. It returns the cell where it has to go on.
func (t *tierWork[S]) batches(ctx context.Context, from int, due func() bool, work func(w *tierWorker[S], first, n int) error) (reached int, err error) {
	pieces := parallel.Pieces{From: from, N: t.cells.n, Grain: t.grain(), Due: due}
	err = parallel.Run(ctx, len(t.workers), func(ctx context.Context, i int) error {
		for from, to, ok := pieces.Take(ctx); ok; from, to, ok = pieces.Take(ctx) {
			for ; from < to; from += batch {
				if err := work(t.workers[i], from, min(batch, to-from)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return pieces.Reached(), cmp.Or(err, ctx.Err())
}

// change notes that the cell at an index has a child that is decided: lost, or
// won for the opponent.
func (w *tierWorker[S]) change(index uint64, lost uint32) error {
	k := index >> w.cells.shift
	n := w.fill[k]
	w.changes[int(k)*int(w.room)+int(n)] = uint32(index&(1<<w.cells.shift-1))<<1 | lost
	w.fill[k] = n + 1
	if n+1 < w.room {
		return nil
	}
	return w.apply(int(k))
}

// apply makes the changes to the cells of a range.
func (w *tierWorker[S]) apply(k int) error {
	base := k << w.cells.shift
	changes := w.changes[k*int(w.room):][:w.fill[k]]
	w.fill[k] = 0
	win, loss := value.Win(w.round+1), value.Loss(w.round+1)
	cells, err := w.cells.hold(k, true)
	if err != nil {
		return err
	}
	defer w.cells.release(k)
	for _, c := range changes {
		at := c >> 1
		switch cell := cells[at]; {
		case c&1 != 0:
			if improves(cell, w.round+1) {
				cells[at] = win
				mark(w.coming, base+int(at))
			}
		case isOpen(cell):
			switch late := late(cell); {
			case cell == value.Unused:
				return w.broken(w.base+uint64(base)+uint64(at), "it is a parent, but unused")
			case children(cell) > 1:
				cells[at] = cell - open(1, 0)
			case late > w.round+1:
				cells[at] = value.Loss(late)
				mark(w.frontier.round(late), base+int(at))
			default:
				cells[at] = loss
				mark(w.coming, base+int(at))
			}
		}
	}
	return nil
}

// flush makes all changes that are left in buffers.
func (w *tierWorker[S]) flush() error {
	for k, n := range w.fill {
		if n > 0 {
			if err := w.apply(k); err != nil {
				return err
			}
		}
	}
	return nil
}

// broken is the error of an index of the tier where the game breaks its
// contract.
func (t *tierWork[S]) broken(index uint64, what string) error {
	return fmt.Errorf("index %d of tier %s: %s: the game breaks its contract", index, t.game.Tiers()[t.number].Name, what)
}
