package build

import (
	"context"
	"time"

	"zermelo/games"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/retro"
	"zermelo/tablebase/tier"
)

// Forecast is what solving a game into a table takes, by estimate.
type Forecast struct {
	// Tiers are those of a game that is numbered tier by tier, and Progress is what is
	// done of them.
	Tiers    []retro.TierForecast
	Progress tier.TierProgress
	// What follows is for all other games. States says how many states there are, CPU
	// how much processor time a solve takes, Disk how many bytes on disk, and Table
	// how many of them the table takes.
	States      *forecast.Estimate
	CPU         time.Duration
	Disk, Table int64
	// Stored is the share of the states that are stored: terminal ones are left out
	// where the game tells them, see games.Ender.
	Stored float64
}

// ForecastTable estimates what a table of a game takes, and says what is done of it in
// the data directory db. Workers is the number of goroutines to measure with. It takes
// about three seconds of processor time at most. Its errors are those of
// tier.ReadTierProgress and that of the context.
func ForecastTable(ctx context.Context, db string, v games.Variant, workers int) (*Forecast, error) {
	return of(v).forecast(ctx, db, workers)
}

func (v typed[S]) forecast(ctx context.Context, db string, workers int) (*Forecast, error) {
	g, ok := v.tiered()
	if !ok {
		return v.forecastStates(ctx, forecast.Options{})
	}
	progress, err := tier.ReadTierProgress(db, g)
	if err != nil {
		return nil, err
	}
	tiers, err := retro.ForecastTiers(ctx, g, progress.Finished, workers)
	return &Forecast{Tiers: tiers, Progress: progress}, err
}

// What a layered solve takes for a state and for a ply, besides finding the children
// twice, and what the table takes for a state. Measured on Connect Four 5x5, Tron 6x6
// and Breakthrough 5x5.
const (
	timeByState  = 100 * time.Nanosecond
	timeByPly    = 40 * time.Nanosecond
	tableByState = 0.8 // bytes
)

// forecastStates is the forecast of a game that is not numbered.
func (v typed[S]) forecastStates(ctx context.Context, o forecast.Options) (*Forecast, error) {
	var e *forecast.Estimate
	var err error
	l, inLayers := v.game.(games.Layered[S])
	if inLayers {
		e, err = forecast.Layered(ctx, v.game, l, o)
	} else {
		e, err = forecast.Cyclic(ctx, v.game, o)
	}
	if err != nil {
		return nil, err
	}
	stored := e.States
	if _, tells := v.game.(games.Ender[S]); tells && inLayers {
		stored -= e.Terminal
	}
	f := v.takes(e, stored/e.States)
	if !inLayers {
		e.Layers = nil
	} else {
		f.Disk = bounded(float64(f.Disk) + e.Plies*layered.LinkBytes)
	}
	return f, nil
}

// takes is what solving a game takes of whose states a share is stored.
func (v typed[S]) takes(e *forecast.Estimate, share float64) *Forecast {
	stored := e.States * share
	return &Forecast{
		States: e, Stored: share,
		CPU:   time.Duration(bounded(stored*float64(2*e.Expanding+timeByState) + e.Plies*float64(timeByPly))),
		Disk:  bounded(stored * float64(job.DiskBytes(games.Words[S]()))),
		Table: bounded(stored * tableByState),
	}
}

// overBudget says whether the tiers of a game that are not solved yet take longer than
// the user waits.
func (v typed[S]) overBudget(ctx context.Context, db string, o Options) error {
	if o.Budget == 0 {
		return nil
	}
	how := o.job()
	workers := how.WorkerCount()
	f, err := v.forecast(ctx, db, workers)
	if err != nil {
		return err
	}
	var states float64
	var needs time.Duration
	for number, t := range f.Tiers {
		states += float64(t.Used)
		if _, solved := f.Progress.Finished[number]; !solved {
			needs += t.CPU
		}
	}
	if needs/time.Duration(workers) <= o.Budget {
		return nil
	}
	return &job.TooLargeError{Estimate: states, Low: states, Needs: needs}
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
