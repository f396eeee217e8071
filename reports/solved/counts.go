package solved

import (
	"context"

	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/tier"
)

func (b *solvedGame[S]) Counts(ctx context.Context, reachable bool) (*measure.Counts, error) {
	if b.searched != nil {
		return nil, &measure.NotMeasuredError{Game: b.info.Label(), Why: "no table of all positions is stored"}
	}
	g, tiered := b.game.(games.Tiered[S])
	if reachable || len(b.solution.Tiers) == 0 || !tiered || b.stored == nil {
		return measure.CountStates(ctx, b.game, measure.Table[S](b.table))
	}
	stats := map[int]job.TierStats{}
	for number, t := range b.solution.Tiers {
		stats[number] = t.TierStats
	}
	return measure.CountTiers(ctx, g, stats, func(ctx context.Context, tier int, first, end uint64) ([]value.Cell, error) {
		return b.stored.Tiers.Load(ctx, tier, first, end, true, 1)
	})
}

// CountUnfinished counts the positions in the solved tiers of an unfinished table, which another
// process may be building. It returns nil if no tier has been solved. Errors are those of
// [tier.OpenUnfinished].
func CountUnfinished(ctx context.Context, db string, v games.Variant) (*measure.Counts, error) {
	return games.ByState(v, countUnfinished[uint64], countUnfinished[[2]uint64], countUnfinished[[4]uint64])(ctx, db)
}

func countUnfinished[S games.State](g games.Game[S]) func(context.Context, string) (*measure.Counts, error) {
	return func(ctx context.Context, db string) (*measure.Counts, error) {
		tiered, ok := g.(games.Tiered[S])
		if !ok {
			return nil, nil
		}
		u, err := tier.OpenUnfinished(db, tiered)
		if u == nil || err != nil {
			return nil, err
		}
		defer u.Close()
		if len(u.Finished) == 0 {
			return nil, nil
		}
		return measure.CountTiers(ctx, tiered, u.Finished, u.Cells)
	}
}
