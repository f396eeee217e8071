package solve

import (
	"context"
	"math"
	"os"
	"time"

	"zermelo/games"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/machine"
)

// These constants determine when a forecast is made for a solve that enumerates states. Most
// solves end before forecastAfter. Until forecastSurely, or until the solve has found a tenth of
// the states that fit, a forecast is made only if extrapolating the layers enumerated so far
// gives at least 1/roomFactor of the states that fit. The extrapolation is cheap but sometimes
// too low, usually by less than roomFactor.
const (
	forecastAfter  = time.Second
	forecastSurely = 10 * time.Second
	roomFactor     = 10
	lookEvery      = 50 * time.Millisecond
	// shortBudget is the budget below which the first forecast does not wait for forecastSurely.
	shortBudget = 20 * forecastSurely
	// forecastAgain is the factor by which the number of states must grow before the next forecast.
	// The next forecast is made earlier if the solve reaches the number of states in the last
	// forecast.
	forecastAgain = 4
	// forecastCPU limits the processor time of a forecast during a solve.
	forecastCPU = 600 * time.Millisecond
)

// watcher forecasts the size of a running solve from the layers enumerated so far. It ends
// the solve if the table is too large, if a search may be faster, or when the budget is spent.
type watcher[S games.State] struct {
	typed[S]
	work     string
	o        Options
	end      context.CancelCauseFunc
	layered  bool
	sole     bool    // search for a play of a single-role game after soleTable
	room     int64   // see typed.room
	accepted bool    // the size was checked before
	sizes    []int64 // sizes of the layers saved so far
}

// watch watches a solve until it ends. If it ends the solve, the cause is errSearchFirst, a
// *job.TooLargeError or a *BudgetError. It does not check the size of an accepted table.
func (v typed[S]) watch(ctx context.Context, work string, o Options, accepted bool, end context.CancelCauseFunc) {
	w := &watcher[S]{typed: v, work: work, o: o, end: end, room: v.room(work, o), accepted: accepted}
	_, w.layered = v.game.(games.Layered[S])
	_, tiered := v.tiered()
	w.sole = o.Method == Auto && !o.CountTerminals && v.sole() && !accepted
	timed := o.Budget > 0
	forecasts := w.layered && timed || (w.layered || timed) && !accepted
	if !forecasts && !w.sole && !timed {
		return
	}
	began := time.Now()
	var first job.Snapshot // first snapshot of the current phase
	var entered time.Time
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for next := int64(0); ; { // number of states that triggers the next forecast
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now, ran := o.Progress.table.Snapshot(), time.Since(began)
		if now.Phase != first.Phase {
			first, entered = now, time.Now()
		}
		switch {
		case timed && ran >= o.Budget && (accepted || next > 0 || now.Phase > job.Enumerating):
			end(&BudgetError{Budget: o.Budget, Rest: w.rest(first, now, time.Since(entered)), InMemory: !w.layered && !tiered})
			return
		case now.Phase > job.Enumerating && timed:
			continue
		case now.Phase > job.Enumerating:
			return
		case w.sole && ran > soleTable:
			o.tell(Choice{Method: Search, For: searchMost})
			end(errSearchFirst)
			return
		case !forecasts || now.States < next || !w.due(now, ran):
			continue
		}
		if !w.forecast(ctx, next == 0 && !accepted) {
			return
		}
		next = max(now.States, 1) * forecastAgain
		if f := o.Progress.Forecast(); f != nil {
			expected := bounded(f.States.States * f.Stored)
			next = max(now.States*9/8, min(next, expected))
		}
	}
}

// due reports whether a solve has run long enough for a forecast.
func (w *watcher[S]) due(now job.Snapshot, ran time.Duration) bool {
	if ran < forecastAfter && (w.o.Budget == 0 || ran < w.o.Budget/20) {
		return false
	}
	if w.layered {
		if w.sizes = layered.AppendSizes(w.work, w.sizes); len(w.sizes) < 3 {
			return false
		}
	}
	if w.o.Budget > 0 && w.o.Budget < shortBudget {
		return true
	}
	return ran >= forecastSurely || now.States >= w.room/10 ||
		job.EstimateStates(w.sizes) >= float64(w.room)/roomFactor
}

// forecast makes a forecast and ends the solve if necessary. It returns false if the solve has
// ended.
func (w *watcher[S]) forecast(ctx context.Context, first bool) bool {
	f, err := w.estimate(ctx, layered.NewLayers[S](w.work).Open, smallForecast(w.o.Memory))
	if err == nil && first && f.States.Uncertain && w.layered { // the forecast of plan takes longer
		f, err = w.estimate(ctx, nil, forecast.Options{})
	}
	if err != nil {
		return false // ctx is cancelled, or the solve returns the error
	}
	w.o.Progress.forecast.Store(f)
	if w.accepted {
		return true
	}
	if large := w.tooLarge(f, w.work, w.o); large != nil {
		large.Kept = !first
		w.end(large)
		return false
	}
	if !first {
		return true
	}
	if d := w.firstFor(f, w.o); d > 0 && !w.sole {
		w.o.tell(Choice{Method: Search, Forecast: f, For: d})
		w.end(errSearchFirst)
		return false
	}
	w.o.tell(Choice{Method: Table, Forecast: f})
	return true
}

// rest returns the estimated remaining time of the solve, or 0 if it is unknown. took is the time
// between the two snapshots, which are of the same phase.
func (w *watcher[S]) rest(first, now job.Snapshot, took time.Duration) time.Duration {
	total := now.Total
	switch f := w.o.Progress.Forecast(); {
	case now.Phase > job.Enumerating:
	case f == nil || f.States.Uncertain:
		return 0
	default:
		total = max(now.States, bounded(f.States.States*f.Stored))
	}
	if now.Phase < job.Solving {
		total *= 2 // computing the values takes about as long
	}
	done := now.Done - first.Done
	if done <= 0 || total < now.Done {
		return 0
	}
	return time.Duration(float64(took) * float64(total-now.Done) / float64(done))
}

// begun reports whether the work directory contains files of an earlier solve.
func begun(work string) bool {
	list, err := os.ReadDir(work)
	return err == nil && len(list) > 0
}

// room returns the maximum number of states that a table can have.
func (v typed[S]) room(work string, o Options) int64 {
	how := o.job()
	room, _ := how.StateLimit(work, games.Words[S]())
	if v.keptInMemory(o) {
		room = min(room, inMemory[S](how))
	}
	return room
}

// keptInMemory reports whether the table must fit into memory. This is the case if Solve can
// search the game instead and the user has not set a memory limit.
func (v typed[S]) keptInMemory(o Options) bool {
	return o.Method == Auto && o.Memory == 0 && v.searchable() == nil
}

// valueBytes is the size of a value in memory, in bytes.
const valueBytes = 4

// inMemory returns the number of states that fit into memory in a solve with the given options.
func inMemory[S games.State](how job.Options) int64 {
	return how.MemoryLimit() / int64(8*games.Words[S]()+valueBytes)
}

// tooLarge returns an error if the lower bound of the forecast exceeds the maximum number of
// states, or if the table must fit into memory and does not. With a budget, the forecast must also
// not exceed the budget or half of the free disk space.
func (v typed[S]) tooLarge(f *Forecast, work string, o Options) *job.TooLargeError {
	how := o.job()
	large := &job.TooLargeError{Estimate: f.States.States, Low: f.States.Low, Scratch: f.Disk}
	large.Limit, large.Disk = how.StateLimit(work, games.Words[S]())
	free, err := machine.FreeDisk(work)
	if err != nil {
		free = math.MaxInt64
	}
	switch fits := inMemory[S](how); {
	case f.States.Low*f.Stored > float64(large.Limit):
		if large.Disk {
			large.Needs = f.Seconds
		}
		return large
	case o.Budget > 0 && f.Seconds/float64(how.WorkerCount()) > o.Budget.Seconds():
		large.Needs, large.Disk = f.Seconds, false
		return large
	case o.Budget > 0 && f.Disk > free/2:
		large.Needs, large.Disk, large.MaxScratch = f.Seconds, true, free/2
		return large
	case v.keptInMemory(o) && f.States.States*f.Stored > float64(fits):
		large.Limit, large.Disk, large.Memory = fits, false, true
		return large
	}
	return nil
}

// smallForecast returns options for a forecast that is cheap compared with a solve. If memory is
// not 0, smallForecast reduces the sample to save memory.
func smallForecast(memory int64) forecast.Options {
	o := forecast.Options{CPU: forecastCPU, Sample: forecast.DefaultSample}
	if memory > 0 {
		o.Sample = int(min(memory/4096, forecast.DefaultSample))
	}
	return o
}

// bounded converts an estimate to an integer without overflow.
func bounded(x float64) int64 { return int64(min(x, math.MaxInt64/2)) }
