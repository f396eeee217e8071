package search

import (
	"context"
	"errors"
	"testing"
	"time"

	_ "zermelo/games/gamestest"
)

// TestControlFollowsContext cancels a context at the end of a search and checks
// that the next search is not halted.
func TestControlFollowsContext(t *testing.T) {
	var c Control
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		end := c.Start(ctx)
		cancel()
		end()
		was := c.Halted()
		c.Continue()
		time.Sleep(20 * time.Microsecond)
		if c.Halted() {
			t.Fatalf("the search was halted after end returned; Halted was %v before", was)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer c.Start(ctx)()
	cancel()
	for try := 0; !c.Halted(); try++ {
		if try == 1000 {
			t.Fatal("the search is not halted after cancellation")
		}
		time.Sleep(time.Millisecond)
	}
}

// TestControlLimitsEachSearch tests that a limit counts the nodes of all
// threads since the start of the search, and that an error takes precedence.
func TestControlLimitsEachSearch(t *testing.T) {
	c := Control{MaxNodes: 100}
	var one, other Counter
	c.Add(&one)
	c.Add(&other)
	other.Count = 1000
	other.Publish()
	defer c.Start(t.Context())()
	if one.Count = 99; c.LimitReached(&one) || c.Nodes() != 1099 {
		t.Errorf("the limit is reached after 99 nodes of 100; %d nodes in total, want 1099", c.Nodes())
	}
	if other.Count++; !c.LimitReached(&other) {
		t.Error("the limit is not reached after 100 nodes of two threads")
	}
	if err := c.Err(t.Context()); err != ErrNodes {
		t.Errorf("got %v, want %v", err, ErrNodes)
	}
	failure := errors.New("failure")
	if c.Fail(failure); c.Err(t.Context()) != failure || !c.Halted() {
		t.Errorf("got %v, halted %v, want %v and true", c.Err(t.Context()), c.Halted(), failure)
	}
}
