package plan

import (
	"math"
	"strings"
	"testing"

	"zermelo/games"
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
			c := OnCluster(&games.Info{}, growing(states), 64, 10e9, Host{Room: true, TableRoom: true, Memory: 1 << 30}, memory, Prices{})
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

func TestClusterIsRefused(t *testing.T) {
	large := Host{Room: true, TableRoom: true, Memory: 1 << 30}
	noMemory, noDisk := large, large
	noMemory.Memory, noDisk.TableRoom = 1<<20, false
	for _, c := range []struct {
		name   string
		states float64
		host   Host
		want   string // part of the reason
	}{
		{"a game that fits", 1e9, large, ""},
		{"too many states", 1e10, large, "--limit"},
		{"a coordinator with 1 MiB of memory", 1e9, noMemory, "memory of the coordinator"},
		{"a coordinator with a full disk", 1e9, noDisk, "disk of the coordinator"},
	} {
		got := OnCluster(&games.Info{}, growing(c.states), 64, 10e9, c.host, 0, Prices{}).TooLarge
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: refused with %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCoordinatorEncodesBlocksOfSimultaneousGames(t *testing.T) {
	host := Host{Room: true, TableRoom: true, Memory: 1 << 30}
	alternating := OnCluster(&games.Info{}, growing(1e9), 64, 10e9, host, 0, Prices{})
	simultaneous := OnCluster(&games.Info{Simultaneous: true}, growing(1e9), 64, 10e9, host, 0, Prices{})
	if got := simultaneous.StoringSeconds - alternating.StoringSeconds; math.Abs(got-1e9/encodeRate) > 1e-6 {
		t.Errorf("encoding takes %g s, want %g s", got, 1e9/encodeRate)
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
	return &solve.Forecast{States: e, Seconds: states * 110e-9, Stored: 1, Table: int64(0.8 * states)}
}
