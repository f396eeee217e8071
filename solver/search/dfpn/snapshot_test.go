package dfpn

import (
	"context"
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/solver/search"
)

// TestSnapshot stops searches half-way, and lets others go on from a snapshot:
// they find the same, after one thread with no more nodes than were left. What
// two threads leave depends on which one was where; most often it takes fewer
// nodes than to begin anew, but not each time.
func TestSnapshot(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	v, err := builtin.Registry().Open("breakthrough:size=5x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	ctx := context.Background()
	half := func(o search.Options, list []Question[uint64]) (greater bool, nodes uint64, left []Question[uint64], err error) {
		p := New(g, 16<<20, o)
		defer p.Close()
		p.Resume(list)
		greater, err = p.Prove(ctx, g.Start(), 0)
		return greater, p.Nodes(), p.Snapshot(1 << 20), err
	}
	want, whole, _, err := half(search.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for threads := 1; threads <= 2; threads++ {
		_, first, list, err := half(search.Options{Threads: threads, Nodes: whole / 2}, nil)
		if !errors.Is(err, search.ErrNodes) {
			t.Fatalf("%d threads: %v after %d nodes of %d", threads, err, first, whole)
		}
		greater, second, _, err := half(search.Options{}, list)
		if err != nil || greater != want || len(list) == 0 || threads == 1 && second > whole/2 {
			t.Errorf("%d threads: %d nodes and %d more, %v; without a break %d", threads, first, second, err, whole)
		}
		t.Logf("%d threads: %d nodes and %d more, without a break %d; %d entries", threads, first, second, whole, len(list))
	}
}

// TestSnapshotMeanwhile takes snapshots of searches at work.
func TestSnapshotMeanwhile(t *testing.T) {
	v, err := builtin.Registry().Open("breakthrough:size=4x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	for threads := 1; threads <= 2; threads++ {
		p := New(g, 16<<20, search.Options{Threads: threads})
		done := make(chan error)
		go func() {
			_, err := p.Prove(context.Background(), g.Start(), 0)
			done <- err
		}()
		most := 0
		for running := true; running; {
			select {
			case err := <-done:
				if running = false; err != nil {
					t.Error(err)
				}
			default:
				most = max(most, len(p.Snapshot(100)))
			}
		}
		if most == 0 || most > 100 {
			t.Errorf("%d threads: %d entries, want up to 100", threads, most)
		}
		p.Close()
	}
}

// TestPackNumber rounds proof numbers.
func TestPackNumber(t *testing.T) {
	last := uint32(0)
	for n := uint32(0); n <= infinite; n++ {
		got := unpackNumber(packNumber(n))
		if n < 256 && got != n || n == infinite && got != n || n < infinite && got == infinite || got > n || got < n-n/128 || got < last {
			t.Fatalf("%d becomes %d", n, got)
		}
		last = got
	}
}
