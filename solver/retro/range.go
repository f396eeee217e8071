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

// Range is some consecutive cells of a tier that is divided, as among machines. The game has games.Retro.
//
// All ranges do a step before any does the next one. In a step a range takes the changes of its cells that all ranges
// have found in the step before, in any order, and finds those that follow, its own among them. Step 0 makes the first
// pass. The tier is solved when a step of all ranges finds no changes and none has anything left to do.
//
// Steps are rounds, but that those of a game with games.Splitter are one behind: step 0 takes back the losses of
// round 0, step 1 counts the plies within the tier and takes back the wins of round 0. As no range knows the
// wins in at most one ply of the others, all plies within the tier are counted, and all wins taken back; see count.go.
//
// A Range has 2 1/16 bytes a cell in memory. It is used by one goroutine at a time.
type Range[S games.State] struct {
	t     *tierWork[S]
	steps int // that are done
	lag   int // of rounds behind steps
}

// RangeWorker has the buffers of a goroutine for one Range after the other, 8 MiB and an eighth of a byte a cell.
type RangeWorker[S games.State] struct {
	workers []*tierWorker[S] // one
	sender  sender
}

// NewRangeWorker makes the buffers.
func NewRangeWorker[S games.State](g games.Tiered[S]) *RangeWorker[S] {
	return &RangeWorker[S]{workers: newTierWorkers(g, 1)}
}

// mostSent is how many changes are sorted at once. It decides what a step gives.
const mostSent = 1 << 19

// sender sorts the changes that a step finds.
type sender struct {
	winsOnly     bool // the losses of the round are taken back
	words, spare []uint64
	give         func(changes []uint64) error
}

// add takes a change: twice an index, plus 1 for a parent of a lost position.
func (s *sender) add(change uint64) error {
	if s.words = append(s.words, change); len(s.words) < mostSent {
		return nil
	}
	return s.flush()
}

func (s *sender) flush() error {
	if len(s.words) == 0 {
		return nil
	}
	s.words, s.spare = runs.SortWords(s.words, s.spare, 0)
	err := s.give(s.words)
	s.words = s.words[:0]
	return err
}

// NewRange makes the cells from..to of a tier, of which no step is done.
func NewRange[S games.State](g games.Tiered[S], tier int, from, to uint64) *Range[S] {
	cells, _ := newTierCells(int(to-from), tierShare{shift: rangeShift(to - from)}, "") // no file that could fail
	r := &Range[S]{t: newTierWork(g, tier, cells, newTierWorkers(g, 1))}
	r.t.base, r.t.size = from, g.Tiers()[tier].Size
	if r.t.late {
		r.lag = 1
	}
	return r
}

// Save writes the cells to a scratch file and lets go of their memory, until Load.
func (r *Range[S]) Save(path string) error {
	if err := r.t.cells.save(0, r.t.cells.n, path); err != nil {
		return err
	}
	r.t.cells.all, r.t.cells.ranges, r.t.frontier = nil, nil, nil
	return nil
}

// Load reads the cells from the file of Save. It returns false where that is not whole.
func (r *Range[S]) Load(path string) (whole bool, err error) {
	r.t.cells, _ = newTierCells(r.t.cells.n, tierShare{shift: r.t.cells.shift}, "")
	r.t.frontier = newFrontier(r.t.cells.n)
	if whole, err = r.t.cells.load(0, r.t.cells.n, path); whole {
		r.t.frontier.markAll(r.t.cells.all, 0, r.round(r.steps))
	}
	return whole, err
}

// Len is the number of cells.
func (r *Range[S]) Len() int { return r.t.cells.n }

// Steps is how many steps are done.
func (r *Range[S]) Steps() int { return r.steps }

// BaseSteps is after how many steps a range can be restored from its cells: they are then all that decides the others.
func (r *Range[S]) BaseSteps() int { return r.lag + 1 }

// round is the round of a step.
func (r *Range[S]) round(step int) int { return max(0, step-r.lag) }

// Use makes a worker do the steps from now on.
func (r *Range[S]) Use(w *RangeWorker[S]) {
	r.t.workers = w.workers
	own := w.workers[0]
	own.tierWork, own.sent = r.t, &w.sender
	r.t.makeBuffers(max(minRoom, 1<<r.t.cells.shift/32))
}

// Begin makes the first pass, which is a part of step 0. Lower has the tiers that this one leads to, of which so many bytes
// are in memory at once, 8 MiB at least. It returns what was counted.
func (r *Range[S]) Begin(ctx context.Context, lower job.TierStore, memory int64, prog *job.Progress) (job.TierStats, error) {
	s := &retrograde[S]{
		game: r.t.game, tiers: r.t.game.Tiers(), store: lower, workers: 1, prog: prog, resident: map[int][]value.Cell{},
		saved: &tierCheckpoint{Tier: -1},
	}
	share := tierShare{window: max(lowerBlocks*job.BlockCells, memory/2), release: true}
	err := s.initialize(ctx, r.t, &checkpoint.Clock{Due: math.MaxInt64, Began: time.Now()}, share)
	r.t.lower = nil
	r.steps = 1
	return r.t.counts, err
}

// Restore makes a range of what Cells and Held gave when so many steps were done, BaseSteps at most.
func (r *Range[S]) Restore(steps int, held [][]uint32) {
	r.t.held, r.steps = held, steps
	r.t.late = steps < r.BaseSteps()
	r.t.frontier.markAll(r.t.cells.all, 0, r.round(steps))
}

// Cells are the cells, and Held lists by round which ones of them have children in lower tiers that are all won by then, where
// a cell cannot tell.
func (r *Range[S]) Cells() []value.Cell { return r.t.cells.all }

// Held is described at Cells.
func (r *Range[S]) Held() [][]uint32 { return r.t.held }

// Change takes changes of cells of the range that were found in the last step done.
func (r *Range[S]) Change(changes []uint64) error {
	w := r.t.workers[0]
	w.round = r.round(r.steps - 1)
	w.coming = r.t.frontier.round(w.round + 1)
	for _, c := range changes {
		if err := w.change(c>>1-r.t.base, uint32(c&1)); err != nil {
			return err
		}
	}
	return nil
}

// Advance does the next step, all its changes being taken, but for finding those that follow. Find must come before
// the next one where they are wanted.
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
			return r.t.tooLong()
		}
	} else if err := r.t.release(round); err != nil {
		return err
	}
	if r.t.late {
		if _, err := r.t.batches(ctx, 0, nil, (*tierWorker[S]).countBatch); err != nil {
			return err
		}
		r.t.late = false
	}
	r.steps++
	return nil
}

// Find gives the changes that follow from the last step done, in sorted lists, which give must not keep. It reports
// whether there is more to do in later steps, whatever other ranges find.
func (r *Range[S]) Find(ctx context.Context, prog *job.Progress, give func(changes []uint64) error) (more bool, err error) {
	step := r.steps - 1
	round := r.round(step)
	if round > value.MaxCellRemoteness {
		return false, nil
	}
	s := r.t.workers[0].sent
	s.give, s.winsOnly, s.words = give, step > 0 && round == 0, slices.Grow(s.words[:0], mostSent)
	if _, err := r.t.decide(ctx, round, 0, nil, prog); err != nil {
		return false, err
	}
	return r.t.late || r.t.next(round+1) >= 0, s.flush()
}

// Finish gives the cells their final values and gives them to put, with the index of the first one, in whole blocks where
// the range begins with one. Counts are those of Begin. The Range is of no use any more.
func (r *Range[S]) Finish(ctx context.Context, counts job.TierStats, put func(first uint64, cells []value.Cell) error) (job.TierStats, error) {
	r.t.frontier, r.t.counts = nil, counts
	own := r.t.workers[0]
	own.changes, own.sent.words, own.sent.spare = nil, nil, nil
	runtime.GC() // before put takes that memory
	return r.t.finalize(ctx, 1, func(first int, cells []value.Cell) error { return put(r.t.base+uint64(first), cells) })
}
