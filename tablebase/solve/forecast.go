package solve

import (
	"context"
	"time"

	"zermelo/games"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/retro"
	"zermelo/solver/runs"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// Forecast estimates the cost of building a table of a game.
type Forecast struct {
	// Tiers and Progress are set only for games with tiers. Progress holds the
	// results of the tiers that have been solved already.
	Tiers    []retro.TierForecast
	Progress tier.TierProgress
	// The following fields are set for all other games. States estimates the number
	// of states and Seconds the processor time. Disk is the disk space needed during
	// the solve, and Table is the size of the finished table, both in bytes.
	States      *forecast.Estimate
	Seconds     float64
	Disk, Table int64
	// Stored is the fraction of the states that the table stores. Terminal states
	// are omitted if the game implements games.TerminalTester.
	Stored float64
}

// ForecastTable estimates the cost of building a table. It reads the progress of an
// unfinished solve from the data directory db. Its measurements take up to about two
// seconds of processor time. workers is the number of goroutines that would build
// the table. It returns the errors of [tier.ReadTierProgress], or ctx.Err().
func ForecastTable(ctx context.Context, db string, v games.Variant, workers int) (*Forecast, error) {
	return of(v).forecast(ctx, db, workers)
}

func (v typed[S]) forecast(ctx context.Context, db string, workers int) (*Forecast, error) {
	g, ok := v.tiered()
	if !ok {
		return v.estimate(ctx, nil, forecast.Options{})
	}
	progress, err := tier.ReadTierProgress(db, g)
	if err != nil {
		return nil, err
	}
	tiers, err := retro.ForecastTiers(ctx, g, progress.Finished, workers)
	return &Forecast{Tiers: tiers, Progress: progress}, err
}

// Costs of a solve per state and per ply, excluding the two expansions of each state,
// and the table size per state. Measured on Connect Four 5x5, Tron 6x6 and Breakthrough
// 5x5. If a ply advances by one layer, the solver links the states to their children and
// expands each state once. Measured on Connect Four and Breakthrough 4x6.
const (
	timeByState       = 100 * time.Nanosecond
	timeByPly         = 40 * time.Nanosecond
	linkedTimeByState = 20 * time.Nanosecond
	linkedTimeByPly   = 22 * time.Nanosecond
	tableByState      = 0.8 // bytes
	// In games with chance, most values are distinct bounds. Measured on pig and hog.
	chanceTimeByState, chanceTimeByPly = 1000, 200 // nanoseconds
	chanceTableByState                 = 9         // bytes
)

// estimate forecasts the table of a game without tiers, within the time limit in o.
// If a solve is running, open returns the states of a layer that the solve has
// enumerated; otherwise open is nil. See [forecast.Stored]. estimate returns only
// errors from open, or ctx.Err().
func (v typed[S]) estimate(ctx context.Context, open func(layer int) (*runs.Column[S], error), o forecast.Options) (*Forecast, error) {
	l, inLayers := v.game.(games.Layered[S])
	_, tells := v.game.(games.TerminalTester[S])
	var e *forecast.Estimate
	var err error
	switch {
	case inLayers && open != nil:
		e, err = forecast.Stored(ctx, v.game, l, open, o)
		tells = false // e excludes terminal states
	case inLayers:
		e, err = forecast.Layered(ctx, v.game, l, o)
	default:
		e, err = forecast.Cyclic(ctx, v.game, o)
	}
	if err != nil {
		return nil, err
	}
	stored, links := e.States, 0.0
	if inLayers {
		links = e.Plies * layered.LinkBytes
		if tells {
			stored -= e.Terminal
		}
	} else {
		e.Layers = nil
	}
	byState, byPly := 2*e.Expanding+timeByState, timeByPly
	if inLayers && l.Span() == 1 {
		byState, byPly = e.Expanding+linkedTimeByState, linkedTimeByPly
	}
	table := tableByState
	if v.game.Info().Stochastic {
		byState, byPly, table = byState+chanceTimeByState, byPly+chanceTimeByPly, chanceTableByState
	}
	return &Forecast{
		States: e, Stored: stored / e.States,
		Seconds: (stored*float64(byState) + e.Plies*float64(byPly)) / 1e9,
		Disk:    bounded(stored*float64(job.DiskBytes(games.Words[S]())) + links),
		Table:   bounded(stored * table),
	}, nil
}

// overBudget returns an error if the forecast for the tiers exceeds o.Budget. It
// returns nil if an unfinished table exists. It also returns nil if a tier is too large
// for the solver, because the solver then fails immediately.
func (v typed[S]) overBudget(ctx context.Context, db string, o Options) error {
	if o.Budget == 0 || store.HasPartial(db, v.game.Info().Name) {
		return nil
	}
	how := o.job()
	workers := how.WorkerCount()
	f, err := v.forecast(ctx, db, workers)
	if err != nil {
		return err
	}
	var states, needs float64
	for _, t := range f.Tiers {
		if t.Least > how.MemoryLimit() || t.Size > retro.MaxTier {
			return nil
		}
		states += float64(t.Used)
		needs += t.CPU.Seconds()
	}
	if needs/float64(workers) <= o.Budget.Seconds() {
		return nil
	}
	return &job.TooLargeError{Estimate: states, Low: states, Needs: needs}
}
