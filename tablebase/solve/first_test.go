package solve

import (
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
