package solve

import (
	"context"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/forecast"
	"zermelo/solver/solvertest"
)

// TestOnlyAutoSearchesFirst checks that a search never replaces a requested table,
// however long the table takes.
func TestOnlyAutoSearchesFirst(t *testing.T) {
	slow := &Forecast{States: &forecast.Estimate{States: 1e12}, Seconds: 3600}
	for _, roles := range []int{1, 2} {
		first := firstOf(solvertest.Family{Roles: roles}.Game(1), slow)
		if first(Options{Method: Auto}) == 0 {
			t.Errorf("%d roles: the method auto does not search first", roles)
		}
		for _, o := range []Options{{}, {Method: Table}, {Method: Auto, CountTerminals: true}} {
			if d := first(o); d != 0 {
				t.Errorf("%d roles, %+v: searches for %s first", roles, o, d)
			}
		}
	}
}

// TestSearchLimitSparesProofs checks that the time limit of a search does not apply to
// the construction of a proof.
func TestSearchLimitSparesProofs(t *testing.T) {
	for _, states := range []int64{0, 1} {
		var p Progress
		p.proof.Store(states)
		ctx, stop := p.limitSearch(context.Background(), time.Millisecond)
		select {
		case <-ctx.Done():
			if states > 0 {
				t.Error("the limit interrupts the construction of a proof")
			}
		case <-time.After(200 * time.Millisecond):
			if states == 0 {
				t.Error("the limit does not interrupt a search")
			}
		}
		stop()
	}
}

func firstOf(v games.Variant, f *Forecast) func(Options) time.Duration {
	return games.ByState(v, typedFirst[uint64](f), typedFirst[[2]uint64](f), typedFirst[[4]uint64](f))
}

func typedFirst[S games.State](f *Forecast) func(games.Game[S]) func(Options) time.Duration {
	return func(g games.Game[S]) func(Options) time.Duration {
		return func(o Options) time.Duration {
			o.complete()
			return typed[S]{g}.firstFor(f, o)
		}
	}
}
