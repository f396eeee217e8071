package plan

import (
	"math"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/forecast"
	"zermelo/tablebase/solve"
)

// TestRequestsDoNotGrowWithSquareOfStates simulates solves by 64 workers. Run it with -v for
// the table of docs/cluster-operations.md.
func TestRequestsDoNotGrowWithSquareOfStates(t *testing.T) {
	for _, memory := range []int64{0, 1 << 30} {
		before := 0.0
		for _, states := range []float64{1e9, 1e10, 1e11} {
			c := OnCluster(growing(states), 64, 10e9, true, 0, memory, Prices{})
			t.Logf("| %.0e | %d MiB | %d | %.1f million | %.2f TB | %d MB | %.0f s | %.0f s | %.0f %% |", states, memory>>20, c.Tasks,
				float64(c.Gets)/1e6, float64(c.MovedBytes)/1e12, c.Memory/1e6, c.Seconds, c.NetworkSeconds, 100*c.Busy)
			gets := float64(c.Gets)
			if before > 0 && gets > before*math.Pow(10, 1.5) {
				t.Errorf("%.0e states: %g requests, %g for a tenth of the states", states, gets, before)
			}
			before = gets
		}
	}
}

// growing returns the forecast of a game with 42 layers, of about the same relative sizes as
// those of Connect Four.
func growing(states float64) *solve.Forecast {
	e, sum := &forecast.Estimate{States: states}, 0.0
	for layer := range 42 {
		w := math.Exp(-math.Pow(float64(layer-29)/6, 2))
		e.Layers, sum = append(e.Layers, w), sum+w
	}
	for i := range e.Layers {
		e.Layers[i] *= states / sum
	}
	return &solve.Forecast{States: e, Seconds: states * 110e-9, Stored: 1}
}
