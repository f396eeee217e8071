package own

import (
	"testing"
	"time"

	"zermelo/games/own/protocol"
)

// TestExplorationHasTimeLimit opens a game that declares no layers with and without a limit.
func TestExplorationHasTimeLimit(t *testing.T) {
	for limit, want := range map[time.Duration]bool{0: true, time.Hour: true, 1: false} {
		v, err := OpenSpec(t.Context(), "testdata/chomp.star", protocol.Limits{Explore: limit})
		if err != nil {
			t.Fatal(err)
		}
		if got := !v.Info().RepeatsUnproven; got != want {
			t.Errorf("explored for up to %d ns: explored completely %v, want %v", limit, got, want)
		}
	}
}

// TestBatchesFitTime repeats calls that take a constant time plus a time per state.
func TestBatchesFitTime(t *testing.T) {
	for _, c := range []struct {
		call, state time.Duration
		low, high   int64 // sizes of the last batch
	}{
		{0, time.Microsecond, maxBatch, maxBatch},
		{0, 100 * time.Microsecond, 100, 101},
		{time.Millisecond, time.Millisecond, 9, 10},
		{50 * time.Millisecond, 0, maxBatch, maxBatch},
		{50 * time.Millisecond, time.Millisecond, 50, 55},
		{0, 50 * time.Millisecond, 2, 2},
		{150 * time.Millisecond, time.Millisecond, 45, 55},
		{0, 5 * time.Second, 1, 1},
	} {
		g := new(game[uint64])
		g.batchSize.Store(1)
		for range 20 {
			n := g.batchSize.Load()
			g.adapt(int(n), c.call+time.Duration(n)*c.state)
		}
		if n := g.batchSize.Load(); n < c.low || n > c.high {
			t.Errorf("%s per call and %s per state: %d states, want %d to %d", c.call, c.state, n, c.low, c.high)
		}
	}
}
