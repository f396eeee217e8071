package retro

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// rangesOf solves a tier in ranges that start at the given indexes. Before each
// step, it recreates the range if again returns true, like a worker that has
// not performed the earlier steps.
func rangesOf(g games.Tiered[uint64], tier int, cuts []uint64, lower job.TierStore, again func() bool) ([]value.Cell, job.TierStats, error) {
	ctx, size := context.Background(), g.Tiers()[tier].Size
	prog, worker := new(job.Progress), NewRangeWorker(g)
	type part struct {
		*Range[uint64]
		counts  job.TierStats
		cells   []value.Cell // after BaseSteps
		delayed [][]uint32
		found   [][]uint64 // changes to its cells, by step
	}
	parts := make([]part, len(cuts))
	end := func(i int) uint64 { return append(cuts, size)[i+1] }
	moved := 0
	for step, left := 0, true; left; step++ {
		left = false
		changes := make([][]uint64, len(cuts))
		for i := range parts {
			p := &parts[i]
			var err error
			switch {
			case step == 0:
				p.Range = NewRange(g, tier, cuts[i], end(i))
				p.SetWorker(worker)
				p.counts, err = p.Begin(ctx, lower, 0, prog)
			case step >= p.BaseSteps() && again():
				p.Range = NewRange(g, tier, cuts[i], end(i))
				copy(p.Cells(), p.cells)
				p.Restore(p.BaseSteps(), slices.Clone(p.delayed))
				p.SetWorker(worker)
			default:
				p.SetWorker(worker)
			}
			for err == nil && p.Steps() <= step {
				if err = p.Change(p.found[p.Steps()-1]); err == nil {
					err = p.Advance(ctx)
				}
			}
			if err != nil {
				return nil, job.TierStats{}, err
			}
			if step+1 == p.BaseSteps() {
				p.cells, p.delayed = slices.Clone(p.Cells()), slices.Clone(p.Delayed())
			}
			more, err := p.Find(ctx, prog, func(found []uint64) error {
				for _, c := range found {
					to, _ := slices.BinarySearch(cuts, c>>1+1)
					changes[to-1] = append(changes[to-1], c)
				}
				moved += len(found)
				left = left || len(found) > 0
				return nil
			})
			if err != nil {
				return nil, job.TierStats{}, err
			}
			left = left || more
		}
		for i := range parts {
			parts[i].found = append(parts[i].found, changes[i])
		}
	}
	var cells []value.Cell
	var stats job.TierStats
	for i := range parts {
		parts[i].SetWorker(worker)
		own, err := parts[i].Finish(ctx, parts[i].counts, func(first uint64, some []value.Cell) error {
			if first != uint64(len(cells)) {
				return fmt.Errorf("cells from %d on come after %d", first, len(cells))
			}
			cells = append(cells, some...)
			return nil
		})
		if err != nil {
			return nil, stats, err
		}
		stats.Merge(&own)
	}
	return cells, stats, nil
}

// TestRangesOfTiersLeaveTheCellsAndTheCounts divides the tiers of random games
// at random indexes, with and without games.Splitter.
func TestRangesOfTiersLeaveTheCellsAndTheCounts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := solvertest.NewCyclicGame(solvertest.DrawCyclicShape(rt))
		g := rapid.SampledFrom(solvertest.Calling(c, func() {})).Draw(rt, "game")
		want, store := mustSolveTiers(t, g, 1)
		for number, tier := range g.Tiers() {
			cuts := []uint64{0}
			for range rapid.IntRange(0, 3).Draw(rt, "cuts") {
				cuts = append(cuts, uint64(rapid.IntRange(0, int(tier.Size)).Draw(rt, "cut")))
			}
			slices.Sort(cuts)
			cells, stats, err := rangesOf(g, number, slices.Compact(cuts), store, func() bool { return rapid.IntRange(0, 3).Draw(rt, "again") == 0 })
			if err != nil {
				rt.Fatal(err)
			}
			if diff := cmp.Diff(store.Cells[number], cells) + cmp.Diff(want.Tiers[number].TierStats, stats); diff != "" {
				rt.Fatalf("%T, tier %d cut at %d: -whole +ranges\n%s", g, number, cuts, diff)
			}
		}
	})
}
