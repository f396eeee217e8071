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

// tierWork is a tier that is being solved. Its cells are divided into ranges, each with
// a lock (pages.go). A worker buffers its changes by range and applies them when a
// buffer is full. A lock is therefore taken only once for thousands of changes, cells
// need no atomic operations, and memory is accessed range by range.
//
// The order of changes does not matter: counts are only decremented, and a win found in
// a round has the same value regardless of which worker finds it.
type tierWork[S games.State] struct {
	game       games.Tiered[S]
	number     int
	size       uint64 // number of indexes of the whole tier
	base       uint64 // index of the first cell in the tier; 0 except in a Range
	cells      *tierCells
	lower      []lowerPart // indexed by tier number; set during the first pass
	first      bool        // the current window of lower tiers is the first
	last       bool        // the current window is the last
	windows    int64       // number of windows of lower tiers
	deferCount bool        // plies within the tier are counted after round 0; see count.go
	nearWins   []uint32    // bitmap of the cells won in at most one ply; set during count
	frontier   *frontier
	graph      *reverseGraph // set if the game does not implement games.Retro
	delayed    [][]uint32    // by round: indexes of cells with a delay that a cell cannot store; see Range.Delayed
	workers    []*tierWorker[S]
	counts     job.TierStats // statistics of the first pass
	decided    int64         // number of positions decided in rounds of earlier runs
}

type tierWorker[S games.State] struct {
	*tierWork[S]
	retro     games.Retro[S]
	split     games.Splitter[S]
	round     int      // current round
	nextMarks []uint64 // bitmap of the next round

	// The buffers of changes, concatenated by range, and the number of changes
	// in each. A change is twice the offset of a cell in its range, plus 1 if a
	// child is lost.
	changes   []uint32
	fill      []int32
	bufferLen int32

	positions[S]
	terminal     []S
	terminalAt   []int32
	payoffs      []games.Payoff
	movers       []int8
	newCells     []value.Cell // cells of a batch in the first pass
	distinct     distinct
	losses, wins []uint64 // indexes of the collected positions of this round
	sender       *sender  // receives the changes of a Range
	delayed      [][]uint32
	counts       job.TierStats
	decided      int64
}

const (
	batch = 16 * granule // number of indexes per call to a game's method in the first pass; a multiple of granule
	// roundBatch is the number of positions per call to a game's method in the rounds.
	// It is smaller than batch to balance the load in short rounds.
	roundBatch = 256
)

func newTierWorkers[S games.State](g games.Tiered[S], n int) []*tierWorker[S] {
	retro, _ := any(g).(games.Retro[S])
	split, _ := any(g).(games.Splitter[S])
	workers := make([]*tierWorker[S], n)
	for i := range workers {
		workers[i] = &tierWorker[S]{retro: retro, split: split}
	}
	return workers
}

func newTierWork[S games.State](g games.Tiered[S], number int, cells *tierCells, workers []*tierWorker[S]) *tierWork[S] {
	t := &tierWork[S]{game: g, number: number, size: uint64(cells.n), cells: cells, workers: workers, frontier: newFrontier(cells.n)}
	t.deferCount = workers[0].split != nil && cells.all != nil
	for _, w := range workers {
		w.tierWork = t
	}
	return t
}

func (t *tierWork[S]) makeBuffers(bufferLen int) {
	ranges := len(t.cells.ranges)
	for _, w := range t.workers {
		w.bufferLen, w.fill = int32(bufferLen), append(w.fill[:0], make([]int32, ranges)...)
		w.changes = slices.Grow(w.changes[:0], ranges*bufferLen)[:ranges*bufferLen]
	}
}

// grain returns the number of cells per piece of work, a multiple of batch that is
// small enough to balance the load.
func (t *tierWork[S]) grain() int {
	return min(max(1, t.cells.n/(32*len(t.workers)*batch)), 64) * batch
}

// batches calls work for each batch of the tier, starting at cell from. If due is not
// nil, batches stops when due returns true. It returns the first cell that was not
// processed.
func (t *tierWork[S]) batches(ctx context.Context, from int, due func() bool, work func(w *tierWorker[S], first, n int) error) (reached int, err error) {
	pieces := parallel.Pieces{From: from, N: t.cells.n, Grain: t.grain(), Stop: due}
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

// change buffers a change to the cell at index. The change results from a child that
// is lost (lost is 1) or won (lost is 0) for the player to move there.
func (w *tierWorker[S]) change(index uint64, lost uint32) error {
	k := index >> w.cells.shift
	n := w.fill[k]
	w.changes[int(k)*int(w.bufferLen)+int(n)] = uint32(index&(1<<w.cells.shift-1))<<1 | lost
	w.fill[k] = n + 1
	if n+1 < w.bufferLen {
		return nil
	}
	return w.apply(int(k))
}

func (w *tierWorker[S]) apply(k int) error {
	base := k << w.cells.shift
	changes := w.changes[k*int(w.bufferLen):][:w.fill[k]]
	w.fill[k] = 0
	win, loss := value.Win(w.round+1), value.Loss(w.round+1)
	cells, err := w.cells.acquire(k, true)
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
				mark(w.nextMarks, base+int(at))
			}
		case isOpen(cell):
			switch late := late(cell); {
			case cell == value.Unused:
				return w.contractError(w.base+uint64(base)+uint64(at), "parent is unused")
			case children(cell) > 1:
				cells[at] = cell - open(1, 0)
			case late > w.round+1:
				cells[at] = value.Loss(late)
				mark(w.frontier.round(late), base+int(at))
			default:
				cells[at] = loss
				mark(w.nextMarks, base+int(at))
			}
		}
	}
	return nil
}

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

func (t *tierWork[S]) contractError(index uint64, what string) error {
	return fmt.Errorf("tier %s: index %d: %s; the game violates games.Tiered", t.game.Tiers()[t.number].Name, index, what)
}
