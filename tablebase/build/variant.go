package build

import (
	"context"

	"zermelo/games"
	"zermelo/solver/retro"
	"zermelo/tablebase/tier"
)

// variant is a game that can be solved, whatever the type of its states.
type variant interface {
	makeTable(ctx context.Context, db string, o Options) (*Result, error)
	prove(ctx context.Context, db string, o Options) (*Result, error)
	searchable() error
	forecast(ctx context.Context, db string, workers int) ([]retro.TierForecast, tier.TierProgress, error)
	reachable(ctx context.Context, workers int, progress *Progress) ([]retro.Reached, error)
}

func of(v games.Variant) variant {
	return games.ByState(v, typedOf[uint64], typedOf[[2]uint64], typedOf[[4]uint64])
}

func typedOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// typed is a game with states of type S.
type typed[S games.State] struct{ game games.Game[S] }

// tiered is the game as one that is solved tier by tier, if it is.
func (v typed[S]) tiered() (games.Tiered[S], bool) {
	_, layered := v.game.(games.Layered[S])
	tiered, ok := v.game.(games.Tiered[S])
	return tiered, ok && !layered
}

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
