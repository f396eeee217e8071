package retro

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Range is a range of consecutive cells of a tier, for solving a tier on several
// machines. The game must implement games.Retro. A Range takes 2 1/16 bytes of memory
// per cell. It is not safe for concurrent use.
//
// A tier is solved in steps. A step starts when all ranges have completed the previous
// one. In a step, a range first applies the changes to its cells that the ranges found
// in the previous step, in any order. It then finds the changes that follow from
// these. Step 0 makes the first pass. The tier is solved when no range has found a
// change or has work left.
//
// A step is a round, unless the game implements games.Splitter. In this case,
// rounds lag one step behind: step 0 propagates the losses of round 0, and step
// 1 counts the plies within the tier and propagates the wins of round 0. Since
// a range does not know which cells of other ranges are won in at most one ply,
// it counts all plies within the tier and propagates all wins; see count.go.
type Range[S games.State] struct {
	t     *tierWork[S]
	steps int // number of completed steps
	lag   int // number of steps by which rounds lag behind
}

// RangeWorker holds a goroutine's buffers, which take 8 MiB plus 1/8 byte per cell. It
// can be used for several Ranges in turn.
type RangeWorker[S games.State] struct {
	workers []*tierWorker[S] // has one element
	sender  sender
}

// NewRangeWorker returns a RangeWorker for Ranges of g.
func NewRangeWorker[S games.State](g games.Tiered[S]) *RangeWorker[S] {
	return &RangeWorker[S]{workers: newTierWorkers(g, 1)}
}

// sendBatch is the number of changes that are sorted together. It affects the order
// in which a step emits changes.
const sendBatch = 1 << 19

type sender struct {
	winsOnly     bool // the losses of this round have already been propagated
	words, spare []uint64
	emit         func(changes []uint64) error
}

// add adds a change, encoded as twice the index of a cell, plus 1 if a child is lost.
func (s *sender) add(change uint64) error {
	if s.words = append(s.words, change); len(s.words) < sendBatch {
		return nil
	}
	return s.flush()
}

func (s *sender) flush() error {
	if len(s.words) == 0 {
		return nil
	}
	s.words, s.spare = runs.SortWords(s.words, s.spare, 0)
	err := s.emit(s.words)
	s.words = s.words[:0]
	return err
}

// NewRange returns a Range of the cells from..to of a tier. Its next step is step 0.
func NewRange[S games.State](g games.Tiered[S], tier int, from, to uint64) *Range[S] {
	cells, _ := newTierCells(int(to-from), tierShare{shift: rangeShift(to - from)}, "") // without a file there is no error
	r := &Range[S]{t: newTierWork(g, tier, cells, newTierWorkers(g, 1))}
	r.t.base, r.t.size = from, g.Tiers()[tier].Size
	if r.t.deferCount {
		r.lag = 1
	}
	return r
}

// Save writes the cells to a scratch file and releases their memory. Load must
// be called before the Range is used again.
func (r *Range[S]) Save(path string) error {
	if err := r.t.cells.save(0, r.t.cells.n, path); err != nil {
		return err
	}
	r.t.cells.all, r.t.cells.ranges, r.t.frontier = nil, nil, nil
	return nil
}

// Load reads the cells from a file written by Save. It returns false if the file is
// missing or incomplete.
func (r *Range[S]) Load(path string) (whole bool, err error) {
	r.t.cells, _ = newTierCells(r.t.cells.n, tierShare{shift: r.t.cells.shift}, "")
	r.t.frontier = newFrontier(r.t.cells.n)
	if whole, err = r.t.cells.load(0, r.t.cells.n, path); whole {
		r.t.frontier.markAll(r.t.cells.all, 0, r.round(r.steps))
	}
	return whole, err
}

// Steps returns the number of completed steps.
func (r *Range[S]) Steps() int { return r.steps }

// BaseSteps returns the maximum number of steps that can be passed to Restore.
func (r *Range[S]) BaseSteps() int { return r.lag + 1 }

func (r *Range[S]) round(step int) int { return max(0, step-r.lag) }

// SetWorker sets the worker that performs the following steps.
func (r *Range[S]) SetWorker(w *RangeWorker[S]) {
	r.t.workers = w.workers
	own := w.workers[0]
	own.tierWork, own.sender = r.t, &w.sender
	r.t.makeBuffers(max(minBufferLen, 1<<r.t.cells.shift/32))
}

// Begin makes the first pass, which is the first part of step 0, and returns the
// statistics of the pass. The cells of lower tiers take at most the given memory in
// bytes, or 8 MiB if that is more.
func (r *Range[S]) Begin(ctx context.Context, lower job.TierStore, memory int64, prog *job.Progress) (job.TierStats, error) {
	s := &retrograde[S]{
		game: r.t.game, tiers: r.t.game.Tiers(), store: lower, workers: 1, prog: prog, resident: map[int][]value.Cell{},
		saved: &tierCheckpoint{Tier: -1},
	}
	share := tierShare{window: max(lowerBlocks*job.BlockCells, memory/2), release: true}
	err := s.initialize(ctx, r.t, &checkpoint.Clock{Interval: math.MaxInt64, Started: time.Now()}, share)
	r.t.lower = nil
	r.steps = 1
	return r.t.counts, err
}

// Restore restores the state of a range after the given number of steps, at most
// BaseSteps. The slice returned by Cells must already contain the cells. The argument
// delayed is the result of Delayed.
func (r *Range[S]) Restore(steps int, delayed [][]uint32) {
	r.t.delayed, r.steps = delayed, steps
	r.t.deferCount = steps < r.BaseSteps()
	r.t.frontier.markAll(r.t.cells.all, 0, r.round(steps))
}

// Cells returns the cells. The slice is not a copy.
func (r *Range[S]) Cells() []value.Cell { return r.t.cells.all }

// Delayed returns the indexes of the cells whose delays are too long to store,
// grouped by round. The round is the one in which the opponent wins the slowest
// child in a lower tier.
func (r *Range[S]) Delayed() [][]uint32 { return r.t.delayed }

// Change applies the changes found in the last step. They may be in any order.
func (r *Range[S]) Change(changes []uint64) error {
	w := r.t.workers[0]
	w.round = r.round(r.steps - 1)
	w.nextMarks = r.t.frontier.round(w.round + 1)
	for _, c := range changes {
		if err := w.change(c>>1-r.t.base, uint32(c&1)); err != nil {
			return err
		}
	}
	return nil
}

// Advance starts the next step. All changes of the previous step must have been
// applied. To obtain the changes of the new step, call Find next.
func (r *Range[S]) Advance(ctx context.Context) error {
	if err := r.t.workers[0].flush(); err != nil {
		return err
	}
	last, round := r.round(r.steps-1), r.round(r.steps)
	if last < round {
		r.t.frontier.drop(last)
	}
	if round > value.MaxCellRemoteness {
		if r.t.frontier.next(round) >= 0 {
			return r.t.tooLongError()
		}
	} else if err := r.t.release(round); err != nil {
		return err
	}
	if r.t.deferCount {
		if _, err := r.t.batches(ctx, 0, nil, (*tierWorker[S]).countBatch); err != nil {
			return err
		}
		r.t.deferCount = false
	}
	r.steps++
	return nil
}

// Find finds the changes of the current step and passes them to emit in sorted lists. A
// list is valid only during the call. The result more reports whether the range has
// work in later steps even if other ranges find no changes.
func (r *Range[S]) Find(ctx context.Context, prog *job.Progress, emit func(changes []uint64) error) (more bool, err error) {
	step := r.steps - 1
	round := r.round(step)
	if round > value.MaxCellRemoteness {
		return false, nil
	}
	s := r.t.workers[0].sender
	s.emit, s.winsOnly, s.words = emit, step > 0 && round == 0, slices.Grow(s.words[:0], sendBatch)
	if _, err := r.t.decide(ctx, round, 0, nil, prog); err != nil {
		return false, err
	}
	return r.t.deferCount || r.t.next(round+1) >= 0, s.flush()
}

// Finish passes the final cells, in pieces, to the function put. The argument first
// is the index of cells[0] in the tier. Pieces are whole blocks if the range starts
// at a block boundary. The argument counts is the result of Begin. The Range must
// not be used afterwards.
func (r *Range[S]) Finish(ctx context.Context, counts job.TierStats, put func(first uint64, cells []value.Cell) error) (job.TierStats, error) {
	r.t.frontier, r.t.counts = nil, counts
	own := r.t.workers[0]
	own.changes, own.sender.words, own.sender.spare = nil, nil, nil
	runtime.GC() // before put allocates the memory
	return r.t.finalize(ctx, 1, func(first int, cells []value.Cell) error { return put(r.t.base+uint64(first), cells) })
}
