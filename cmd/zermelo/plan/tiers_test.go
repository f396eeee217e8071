package plan

import (
	"math"
	"testing"
	"time"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/retro"
)

func TestSimulatedTiersWaitForLowerTiers(t *testing.T) {
	tier := func(seconds float64, lower ...int) retro.TierForecast {
		cpu := time.Duration((seconds - taskSeconds) / tierShare * 1e9)
		return retro.TierForecast{Tier: games.Tier{Size: 100, Lower: lower}, CPU: cpu}
	}
	chain := []retro.TierForecast{tier(1), tier(2, 0), tier(3, 1)}
	fork := []retro.TierForecast{tier(1), tier(2, 0), tier(4, 0), tier(1, 1, 2)}
	const each = 100 * indexBytes // size of a tier
	for _, c := range []struct {
		name    string
		tiers   []retro.TierForecast
		workers int
		network float64 // bytes per second
		seconds float64
		moved   float64 // number of tiers
	}{
		{"a chain on two workers", chain, 2, 1e12, 6 + 2*stageDelay, 5},
		{"a chain on one worker, which reads nothing", chain, 1, 1e12, 6 + 2*stageDelay, 3},
		{"two tiers at the same time", fork, 2, 1e12, 6 + 2*stageDelay, 4 + 2},
		{"the same on one worker", fork, 1, 1e12, 8 + 2*stageDelay, 4},
		{"a slow network", chain, 1, each, 9 + 2*stageDelay, 3},
	} {
		cluster := Cluster{Workers: c.workers, Network: 8 * c.network}
		r := cluster.tiers(c.tiers)
		if math.Abs(r.Seconds-c.seconds) > 1e-6 || cluster.MovedBytes != int64(c.moved*each) || cluster.Tasks != len(c.tiers) {
			t.Errorf("%s: %g s, %d bytes, %d tasks; want %g s, %g bytes", c.name, r.Seconds, cluster.MovedBytes, cluster.Tasks, c.seconds, c.moved*each)
		}
	}
	large := []retro.TierForecast{{Tier: games.Tier{Size: 8 << 20}, CPU: time.Minute}}
	one, four := Cluster{Workers: 1, Network: 1e15}, Cluster{Workers: 4, Network: 1e15} // four ranges in both
	alone, divided := one.tiers(large), four.tiers(large)
	steps := (rangeSteps - 1) * stageDelay
	if got := (alone.Seconds - steps) / (divided.Seconds - steps); math.Abs(got-4) > 1e-6 || one.Tasks != 4*rangeSteps || four.Tasks != one.Tasks {
		t.Errorf("speedup %g by four workers, %d and %d tasks; want 4, and %d tasks", got, one.Tasks, four.Tasks, 4*rangeSteps)
	}
}
