package alphabeta

import (
	"context"
	"errors"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/search"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/search/table"
)

// TestHelpers searches with helpers that are spinning, that have exited, and
// that are stopped.
func TestHelpers(t *testing.T) {
	v, err := builtin.Registry().Open("connect4:size=5x5")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	table := table.New(g, 1<<20)
	defer table.Close()
	one, three := New(g, table, search.Options{}), New(g, table, search.Options{Threads: 3})
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	for i, p := range searchtest.Sample(g, 6, 20) {
		table.Clear()
		want, _, err := one.Score(context.Background(), p.State)
		if err != nil {
			t.Fatal(err)
		}
		table.Clear()
		if i%2 == 0 {
			time.Sleep(2 * time.Millisecond)
		}
		if i%3 == 0 {
			if low, high, err := three.Score(stopped, p.State); !errors.Is(err, context.Canceled) && low < high {
				t.Errorf("position %d: score %d..%d, %v although it was stopped", i, low, high, err)
			}
		}
		if low, high, err := three.Score(context.Background(), p.State); low != want || high != want || err != nil {
			t.Errorf("position %d: score %d..%d, %v with three threads; want %d", i, low, high, err, want)
		}
	}
	// All helpers exit eventually.
	for i := range three.helpers {
		for try := 0; three.helpers[i].state.Load() != exited; try++ {
			if try > 10_000 {
				t.Fatalf("helper %d is still there", i)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}
