package dfpn

import (
	"context"
	"errors"
	"io"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/solver/search"
)

// TestSnapshot stops searches halfway and resumes them from a snapshot. The
// results must be the same. With one thread, the resumed search must not take
// more nodes than were left. With two threads, the snapshot depends on timing,
// and the resumed search may take more.
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
		left, failed := p.Snapshot(1<<20, nil)
		if failed != nil {
			t.Error(failed)
		}
		return greater, p.Nodes(), left, err
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

// TestSnapshotMeanwhile takes snapshots while searches are running.
func TestSnapshotMeanwhile(t *testing.T) {
	v, err := builtin.Registry().Open("breakthrough:size=4x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	var found [2]bool
	for try := range 20 { // a search can end before the first snapshot
		threads := 1 + try%2
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
				list, err := p.Snapshot(100, nil)
				if most = max(most, len(list)); err != nil {
					t.Error(err)
				}
			}
		}
		p.Close()
		if most > 100 {
			t.Errorf("%d threads: %d entries, want up to 100", threads, most)
		}
		found[threads-1] = found[threads-1] || most > 0
		if found[0] && found[1] {
			return
		}
	}
	t.Errorf("no snapshot of a running search has entries; by threads: %v", found)
}

// TestSnapshotStops cancels a snapshot.
func TestSnapshotStops(t *testing.T) {
	p := New(proofGame(t, "breakthrough:size=4x5,captures=diagonal"), 64<<20, search.Options{})
	defer p.Close()
	calls := 0
	list, err := p.Snapshot(100, func() error {
		if calls++; calls > 1 {
			return io.ErrUnexpectedEOF
		}
		return nil
	})
	if !errors.Is(err, io.ErrUnexpectedEOF) || list != nil || calls != 2 {
		t.Errorf("%d questions, %v after %d checks", len(list), err, calls)
	}
}

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
