package search

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
	_ "zermelo/games/gamestest"
)

// TestHaltAfter cancels a context at the end of a search and checks that the
// next search is not halted.
func TestHaltAfter(t *testing.T) {
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		var halt atomic.Bool
		end := HaltAfter(ctx, &halt)
		cancel()
		end()
		was := halt.Swap(false)
		time.Sleep(20 * time.Microsecond)
		if halt.Load() {
			t.Fatalf("halt was set after end returned; it was %v before", was)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var halt atomic.Bool
	defer HaltAfter(ctx, &halt)()
	cancel()
	for try := 0; !halt.Load(); try++ {
		if try == 1000 {
			t.Fatal("halt is not set after cancellation")
		}
		time.Sleep(time.Millisecond)
	}
}
