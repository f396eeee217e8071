package solve

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
)

// TestBudgetEndsSolve checks when a solve that takes longer than its budget is ended. Its rest
// is that of the time since the phase began.
func TestBudgetEndsSolve(t *testing.T) {
	for _, c := range []struct {
		name, spec string
		phase      job.Phase
		accepted   bool
		budget     time.Duration
		want       bool
	}{
		{"enumerating, not forecast yet", "tron:size=4x4", job.Enumerating, false, 1, false},
		{"enumerating, resumed", "tron:size=4x4", job.Enumerating, true, 1, true},
		{"solving", "tron:size=4x4", job.Solving, false, 1, true},
		{"solving, resumed", "tron:size=4x4", job.Solving, true, 1, true},
		{"solving, within the budget", "tron:size=4x4", job.Solving, true, time.Hour, false},
		{"solving without a budget", "tron:size=4x4", job.Solving, true, 0, false},
		{"tiers", "quixo", job.Deciding, true, 1, true},
		{"in memory", "walk", job.Solving, true, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := typed[uint64]{walk{}}
			if c.spec != "walk" {
				opened, err := builtin.Registry().Open(c.spec)
				if err != nil {
					t.Fatal(err)
				}
				v.game = opened.(games.Game[uint64])
			}
			progress := new(Progress)
			progress.table.Enter(c.phase, 0, 1000)
			wait := 5 * lookEvery
			if c.want {
				wait = time.Minute
			}
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			defer cancel()
			inner, end := context.WithCancelCause(ctx)
			v.watch(inner, t.TempDir(), Options{Budget: c.budget, Progress: progress}, c.accepted, end)
			late, got := errors.AsType[*BudgetError](context.Cause(inner))
			if got != c.want || got && late.InMemory != (c.spec == "walk") {
				t.Errorf("ended by %v, want a budget error: %v", context.Cause(inner), c.want)
			}
		})
	}
}

// walk is a game without layers and tiers.
type walk struct{ games.Game[uint64] }

// TestLimitsOfForecast checks which forecasts are refused for their time or disk space, and that
// the error contains both.
func TestLimitsOfForecast(t *testing.T) {
	v := typed[uint64]{walk{}}
	for _, c := range []struct {
		name            string
		states, seconds float64
		disk            int64
		budget          time.Duration
		want            string // reason for the refusal
	}{
		{"small", 1e6, 60, 16e6, time.Hour, ""},
		{"slow", 1e6, 2*3600 + 1, 16e6, time.Hour, "time"},
		{"slow without a budget", 1e6, 1e6, 16e6, 0, ""},
		{"more than half of the disk", 1e6, 60, math.MaxInt64 / 2, time.Hour, "half of the disk"},
		{"slow and large", 1e6, 1e6, math.MaxInt64 / 2, time.Hour, "time"},
		{"more states than the disk allows", 1e17, 60, math.MaxInt64 / 2, time.Hour, "disk"},
	} {
		f := &Forecast{States: &forecast.Estimate{States: c.states, Low: c.states}, Stored: 1, Seconds: c.seconds, Disk: c.disk}
		got := v.tooLarge(f, t.TempDir(), Options{Workers: 2, Limit: 1e16, Budget: c.budget, Progress: new(Progress)})
		switch {
		case (got == nil) != (c.want == ""):
			t.Errorf("%s: %v, want %q", c.name, got, c.want)
		case got != nil && (got.Needs != c.seconds || got.Scratch != c.disk || got.Disk != (c.want != "time") || (got.MaxScratch > 0) != (c.want == "half of the disk")):
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
}

// TestRestOfSolve checks the estimated remaining time of a solve.
func TestRestOfSolve(t *testing.T) {
	known := &Forecast{States: &forecast.Estimate{States: 1000}, Stored: 0.5}
	unsure := &Forecast{States: &forecast.Estimate{States: 1000, Uncertain: true}, Stored: 0.5}
	for _, c := range []struct {
		name       string
		first, now job.Snapshot
		forecast   *Forecast
		want       time.Duration
	}{
		{"solving", job.Snapshot{Phase: job.Solving, Done: 100, Total: 1000}, job.Snapshot{Phase: job.Solving, Done: 300, Total: 1000}, nil, 7 * time.Second},
		{"solving, no progress", job.Snapshot{Phase: job.Solving, Done: 300, Total: 1000}, job.Snapshot{Phase: job.Solving, Done: 300, Total: 1000}, nil, 0},
		{"enumerating", job.Snapshot{Phase: job.Enumerating}, job.Snapshot{Phase: job.Enumerating, Done: 200, States: 250}, known, 8 * time.Second},
		{"more states than forecast", job.Snapshot{Phase: job.Enumerating}, job.Snapshot{Phase: job.Enumerating, Done: 600, States: 900}, known, 4 * time.Second},
		{"enumerating, no forecast", job.Snapshot{Phase: job.Enumerating}, job.Snapshot{Phase: job.Enumerating, Done: 200, States: 250}, nil, 0},
		{"enumerating, uncertain", job.Snapshot{Phase: job.Enumerating}, job.Snapshot{Phase: job.Enumerating, Done: 200, States: 250}, unsure, 0},
	} {
		w := &watcher[uint64]{o: Options{Progress: new(Progress)}}
		w.o.Progress.forecast.Store(c.forecast)
		if got := w.rest(c.first, c.now, 2*time.Second); got != c.want {
			t.Errorf("%s: the rest takes %s, want %s", c.name, got, c.want)
		}
	}
}
