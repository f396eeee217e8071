package measure

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// maxMeasuredBytes is the maximum size of the cells in memory. Each index takes two bytes.
const maxMeasuredBytes = 1 << 30

// measureErrors computes m.Table for a game where positions can repeat. It omits Immediate
// tiers, whose indexes do not identify single positions; see games.Tier.
func (b *subject[S]) measureErrors(ctx context.Context, m *Measures) error {
	m.noOrder(b.info)
	table, ok := b.table.(*tablebase.Table[S])
	if !ok {
		return &NotMeasuredError{b.info.Label(), "no table of all positions is stored"}
	}
	if b.info.Simultaneous {
		m.undefined("in simultaneous play, no single move loses value", RandomErrors, GreedyErrors)
		return nil
	}
	grades := gradesOf(b.info, b.solution)
	workers := make([]errorCounter[S], runtime.GOMAXPROCS(0))
	var cells tablebase.Cells
	for number := range max(len(b.solution.Layers), len(b.solution.Tiers)) {
		if table.Tiers != nil {
			if table.Tiers.Tiers[number].Immediate {
				continue
			}
			var err error
			if cells, err = table.LoadReach(ctx, cells, number, maxMeasuredBytes, len(workers)); err != nil {
				return err
			}
		}
		ranges := table.Ranges(number, job.BlockStates)
		err := parallel.For(ctx, len(workers), len(ranges), 1, func(worker, n, _ int) error {
			return workers[worker].count(ctx, grades, table, ranges[n], cells)
		})
		if err != nil {
			return err
		}
	}
	var all errorCounts
	for i := range workers {
		all.add(&workers[i].errors)
	}
	m.Table = all.measure(grades.contest)
	return nil
}

type errorCounter[S games.State] struct {
	errors   errorCounts
	batch    tablebase.Batch[S]
	children []S
	ends     []int32
	stages   games.Stages[S]
	lookup   tablebase.Lookup[S]
	views    []childView
	replies  []S
}

func (w *errorCounter[S]) count(ctx context.Context, g *grades, t *tablebase.Table[S], r tablebase.Range, cells tablebase.Cells) error {
	w.batch.Reset()
	if err := w.batch.Append(ctx, t, r, cells); err != nil {
		return err
	}
	w.children, w.ends = t.Game.Expand(w.children[:0], w.ends[:0], w.batch.States)
	w.stages.Find(t.Game, w.batch.States, w.ends)
	if err := w.lookup.Find(t, w.children, cells); err != nil {
		return err
	}
	if slices.Contains(w.lookup.Indexes, tablebase.Missing) {
		return errors.New("a child is missing from its layer of the table")
	}
	from := int32(0)
	for i, end := range w.ends {
		mover := value.Chooser(w.stages.Movers[i], w.stages.Shape(i), int(end-from))
		if end > from && mover >= 0 {
			w.views = w.views[:0]
			for c := from; c < end; c++ {
				w.views = append(w.views, w.view(g, t, c))
			}
			grade, _ := g.of(w.batch.Values[i])
			w.errors.count(g, grade, mover, w.views)
		}
		from = end
	}
	return nil
}

// view returns the view of child c. In an Immediate tier, a terminal position can share its index
// with a position won in one ply, so view calls Expand to distinguish them.
func (w *errorCounter[S]) view(g *grades, t *tablebase.Table[S], c int32) (v childView) {
	v.grade, v.terminal = g.of(w.lookup.Values[c])
	if w.lookup.Swaps[c] { // only if two roles share a constant total
		v.grade = -v.grade
	}
	if t.Tiers != nil && t.Tiers.Tiers[w.lookup.Slots[c].Tier()].Immediate {
		w.replies, _ = t.Game.Expand(w.replies[:0], nil, w.children[c:c+1])
		v.terminal = len(w.replies) == 0
	}
	return v
}
