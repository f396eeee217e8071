package build

import (
	"context"
	"math"
	"os"
	"time"

	"zermelo/games"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/runs"
)

// When a solve that enumerates a game is forecast. Most solves end before that. Until
// forecastSurely, or until the solve has found a tenth of what there is room for, one is
// made only if the layers so far, extrapolated, are near to that room: the extrapolation
// costs nothing, but is too low at times, by less than roomFactor mostly.
const (
	forecastAfter  = time.Second
	forecastSurely = 10 * time.Second
	roomFactor     = 10
	lookEvery      = 50 * time.Millisecond
	// forecastAgain is how many times the states have to be more for another forecast.
	forecastAgain = 4
	// forecastCPU is what a forecast takes of the processor while the game is solved.
	forecastCPU = 600 * time.Millisecond
)

// watchSize makes forecasts of a solve that is running, from the layers that it has
// enumerated. It ends the solve, with a *job.TooLargeError as the cause, if it is too
// large. A solve that goes on where another one has stopped is not looked at.
func (v typed[S]) watchSize(ctx context.Context, work string, o Options, end context.CancelCauseFunc) {
	l, ok := v.game.(games.Layered[S])
	sole := o.Method == Auto && !o.CountTerminals && v.sole()
	if !ok && o.Budget == 0 && !sole {
		return
	}
	began := time.Now()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	room := v.room(work, o)
	for next := int64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := o.Progress.table.Snapshot()
		if now.Phase > job.Enumerating {
			return
		}
		ran := time.Since(began)
		if sole && ran > soleTable {
			o.tell(Choice{Method: Search, For: searchMost})
			end(errSearchFirst)
			return
		}
		if !ok && o.Budget == 0 {
			continue
		}
		if ok && now.Layer < 2 || now.States < next || ran < forecastAfter && o.Budget == 0 {
			continue
		}
		if ok && ran < forecastSurely && o.Budget == 0 && now.States < room/10 &&
			job.EstimateStates(layered.EnumeratedSizes[S](work)) < float64(room)/roomFactor {
			continue
		}
		var e *forecast.Estimate
		var err error
		if ok {
			e, err = forecast.Stored(ctx, v.game, l, func(layer int) (*runs.Column[S], error) {
				return layered.OpenStates[S](work, layer)
			}, smallForecast(o.Memory))
		} else {
			e, err = forecast.Cyclic(ctx, v.game, smallForecast(o.Memory))
		}
		if err != nil {
			return // the context has ended, or the solve, which has the fault itself
		}
		f := v.takes(e, 1)
		o.Progress.forecast.Store(f)
		if large := v.tooLarge(f, work, o); large != nil {
			end(large)
			return
		}
		if next == 0 {
			if first := v.firstFor(f, o); first > 0 && !sole {
				o.tell(Choice{Method: Search, Forecast: f, For: first})
				end(errSearchFirst)
				return
			}
			o.tell(Choice{Method: Table, Forecast: f})
		}
		next = max(now.States, 1) * forecastAgain
	}
}

// begun says whether a work directory has what an earlier solve has left.
func begun(work string) bool {
	list, err := os.ReadDir(work)
	return err == nil && len(list) > 0
}

// room is how many states a table may have.
func (v typed[S]) room(work string, o Options) int64 {
	how := o.job()
	room, _ := how.StateLimit(work, games.Words[S]())
	if v.keptInMemory(o) {
		room = min(room, inMemory[S](how))
	}
	return room
}

// keptInMemory says whether a table is to fit into memory: a game that can be searched
// instead, if that is for Solve to choose, unless the user has set how much to use.
func (v typed[S]) keptInMemory(o Options) bool {
	return o.Method == Auto && o.Memory == 0 && v.searchable() == nil
}

// valueBytes is what a value takes in memory.
const valueBytes = 4

// inMemory is how many states fit into the memory of a solve.
func inMemory[S games.State](how job.Options) int64 {
	return how.MemoryLimit() / int64(8*games.Words[S]()+valueBytes)
}

// tooLarge says whether a forecast is too large: if even the least states that are
// likely exceed the limit or take longer than the user waits, or if those that are
// expected do not fit into the memory that a table is to fit into.
func (v typed[S]) tooLarge(f *Forecast, work string, o Options) error {
	how := o.job()
	large := &job.TooLargeError{Estimate: f.States.States, Low: f.States.Low}
	large.Limit, large.Disk = how.StateLimit(work, games.Words[S]())
	least := time.Duration(f.States.Low / f.States.States * float64(f.CPU))
	switch fits := inMemory[S](how); {
	case f.States.Low*f.Stored > float64(large.Limit):
		return large
	case o.Budget > 0 && least/time.Duration(how.WorkerCount()) > o.Budget:
		large.Needs = f.CPU
		return large
	case v.keptInMemory(o) && f.States.States*f.Stored > float64(fits):
		large.Limit, large.Disk, large.Memory = fits, false, true
		return large
	}
	return nil
}

// smallForecast keeps the time of a forecast small beside that of a solve, and its
// memory, 0 for as much as there is.
func smallForecast(memory int64) forecast.Options {
	o := forecast.Options{CPU: forecastCPU, Sample: forecast.DefaultSample}
	if memory > 0 {
		o.Sample = int(min(memory/4096, forecast.DefaultSample))
	}
	return o
}

// bounded is an estimate as a whole number.
func bounded(x float64) int64 { return int64(min(x, math.MaxInt64/2)) }
