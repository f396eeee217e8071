package search

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
	_ "zermelo/games/gamestest"
)

// TestHaltAfter ends a context and the search at once: once the search is over
// nothing halts the next one.
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
			t.Fatalf("the next search is halted; when the one before ended that was %v", was)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var halt atomic.Bool
	defer HaltAfter(ctx, &halt)()
	cancel()
	for try := 0; !halt.Load(); try++ {
		if try == 1000 {
			t.Fatal("a search goes on when its context has ended")
		}
		time.Sleep(time.Millisecond)
	}
}
