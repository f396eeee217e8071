package measure

import (
	"context"
	"maps"
	"runtime"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// A CellReader reads the cells [first, end) of a tier. Both indexes are multiples of
// job.BlockCells, except that end may be the tier's size. A CellReader must be safe for concurrent
// use.
type CellReader func(ctx context.Context, tier int, first, end uint64) ([]value.Cell, error)

// CountTiers counts the positions in the solved tiers. The keys of solved are tier numbers.
func CountTiers[S games.State](ctx context.Context, g games.Tiered[S], solved map[int]job.TierStats, read CellReader) (*Counts, error) {
	out := &Counts{Wins: "the player to move", Remoteness: []RemoteCount{}}
	tiers, all := g.Tiers(), tallies{}
	for _, number := range slices.Sorted(maps.Keys(solved)) {
		stats, tier := solved[number], tiers[number]
		if tier.Immediate {
			t := tally{states: stats.Used, raw: stats.Used, wins: stats.Wins, draws: stats.Draws, losses: stats.Losses}
			out.Tiers = append(out.Tiers, TierCount{Tier: tier.Name, Count: t.count(true), AtSight: true})
			continue
		}
		workers := make([]tierTally[S], runtime.GOMAXPROCS(0))
		pieces := int((tier.Size + job.BlockCells - 1) / job.BlockCells)
		err := parallel.For(ctx, len(workers), pieces, 1, func(worker, piece, _ int) error {
			first := uint64(piece) * job.BlockCells
			cells, err := read(ctx, number, first, min(first+job.BlockCells, tier.Size))
			if err == nil {
				workers[worker].count(g, number, first, cells)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		var sum tally
		for i := range workers {
			for remoteness, t := range workers[i].remoteness {
				sum.merge(t)
				all.of(remoteness).merge(t)
			}
		}
		out.Tiers = append(out.Tiers, TierCount{Tier: tier.Name, Count: sum.count(true)})
	}
	for _, remoteness := range slices.Sorted(maps.Keys(all)) {
		out.Remoteness = append(out.Remoteness, RemoteCount{remoteness, all[remoteness].count(true)})
	}
	return out, nil
}

type tierTally[S games.State] struct {
	remoteness tallies
	batch      tablebase.Batch[S]
	weights    []int32
}

// count counts the positions that cells represent. The index of the first cell is first. Terminal
// draws have remoteness 0, and all other draws have remoteness -1.
func (w *tierTally[S]) count(g games.Tiered[S], tier int, first uint64, cells []value.Cell) {
	if w.remoteness == nil {
		w.remoteness = tallies{}
	}
	for from := 0; from < len(cells); from += countBatch {
		w.batch.Reset()
		w.batch.AppendCells(g, tier, first+uint64(from), cells[from:min(from+countBatch, len(cells))])
		w.weights = g.Weights(w.weights[:0], w.batch.States)
		terminal := tablebase.TerminalDraws(g, w.batch.States, w.batch.Cells)
		for i, c := range w.batch.Cells {
			t := tally{states: 1, raw: int64(w.weights[i])}
			remoteness := c.Remoteness()
			switch {
			case c.IsWin():
				t.wins = t.raw
			case c.IsLoss():
				t.losses = t.raw
			default:
				t.draws = t.raw
				if !terminal[i] {
					remoteness = -1
				}
			}
			if remoteness == 0 {
				t.terminals = t.raw
			}
			w.remoteness.of(remoteness).merge(&t)
		}
	}
}
