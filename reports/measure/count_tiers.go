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
)

// CellReader reads the cells of consecutive indexes of a tier. Both ends are multiples of
// job.BlockCells, or the end of the tier. It is called from several goroutines at once.
type CellReader func(ctx context.Context, tier int, first, end uint64) ([]value.Cell, error)

// CountTiers counts the positions of the tiers that are solved, given by number.
func CountTiers[S games.State](ctx context.Context, g games.Tiered[S], solved map[int]job.TierStats, read CellReader) (*Counts, error) {
	out := &Counts{Wins: "the player to move", Remoteness: []RemoteCount{}}
	tiers, all := g.Tiers(), tallies{}
	for _, number := range slices.Sorted(maps.Keys(solved)) {
		stats, tier := solved[number], tiers[number]
		if tier.AtSight {
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

// tierTally is one worker with its buffers.
type tierTally[S games.State] struct {
	remoteness tallies
	indexes    []uint64
	cells      []value.Cell // of the indexes
	states     []S
	used       []bool
	weights    []int32
	drawn      []S
	children   []S
	ends       []int32
}

// count counts consecutive indexes of a tier. What is over in a draw has the remoteness 0,
// another draw -1.
func (w *tierTally[S]) count(g games.Tiered[S], tier int, first uint64, cells []value.Cell) {
	if w.remoteness == nil {
		w.remoteness = tallies{}
	}
	for from := 0; from < len(cells); from += countAtOnce {
		w.indexes, w.cells = w.indexes[:0], w.cells[:0]
		for i, c := range cells[from:min(from+countAtOnce, len(cells))] {
			if c != value.Unused {
				w.indexes, w.cells = append(w.indexes, first+uint64(from+i)), append(w.cells, c)
			}
		}
		w.states, w.used = g.Unrank(w.states[:0], w.used[:0], tier, w.indexes)
		w.weights = g.Weights(w.weights[:0], w.states)
		w.drawn = w.drawn[:0]
		for i, c := range w.cells {
			if c == value.Draw {
				w.drawn = append(w.drawn, w.states[i])
			}
		}
		w.children, w.ends = g.Expand(w.children[:0], w.ends[:0], w.drawn)
		before, ends := int32(0), w.ends
		for i, c := range w.cells {
			t := tally{states: 1, raw: int64(w.weights[i])}
			remoteness := c.Remoteness()
			switch {
			case c.IsWin():
				t.wins = t.raw
			case c.IsLoss():
				t.losses = t.raw
			default:
				t.draws = t.raw
				if ends[0] > before {
					remoteness = -1
				}
				before, ends = ends[0], ends[1:]
			}
			if remoteness == 0 {
				t.terminals = t.raw
			}
			w.remoteness.of(remoteness).merge(&t)
		}
	}
}
