package build

import (
	"context"

	"zermelo/games"
	"zermelo/solver/retro"
	"zermelo/tablebase/tier"
)

// Forecast tells what solving a game takes that is numbered tier by tier, and what
// is done of it in the data directory db. Workers is the number of goroutines to
// measure with. Its errors are *NotTieredError, those of tier.ReadTierProgress and
// that of the context.
func Forecast(ctx context.Context, db string, v games.Variant, workers int) ([]retro.TierForecast, tier.TierProgress, error) {
	return of(v).forecast(ctx, db, workers)
}

func (v typed[S]) forecast(ctx context.Context, db string, workers int) ([]retro.TierForecast, tier.TierProgress, error) {
	g, ok := v.tiered()
	if !ok {
		return nil, tier.TierProgress{}, &NotTieredError{Label: v.game.Info().Label()}
	}
	progress, err := tier.ReadTierProgress(db, g)
	if err != nil {
		return nil, progress, err
	}
	forecast, err := retro.ForecastTiers(ctx, g, progress.Finished, workers)
	return forecast, progress, err
}

// Reachable counts the positions that the start leads to, by tier; see
// retro.Reachable. It returns nil for a game whose tables hold no others. Progress
// may be nil.
func Reachable(ctx context.Context, v games.Variant, workers int, progress *Progress) ([]retro.Reached, error) {
	if progress == nil {
		progress = new(Progress)
	}
	return of(v).reachable(ctx, workers, progress)
}

func (v typed[S]) reachable(ctx context.Context, workers int, progress *Progress) ([]retro.Reached, error) {
	g, ok := v.tiered()
	if !ok {
		return nil, nil
	}
	return retro.Reachable(ctx, g, workers, &progress.table)
}
