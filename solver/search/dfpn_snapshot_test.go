package search

import (
	"context"
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// TestSnapshot stops searches half-way, and lets others go on from a snapshot:
// they take fewer nodes than one that begins anew, after one thread about those
// that were left.
func TestSnapshot(t *testing.T) {
	if testing.Short() {
		t.Skip("searches a larger game")
	}
	v, err := builtin.Registry().Open("breakthrough:size=5x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	ctx := context.Background()
	nodesOf := func(o Options, list []Open[uint64]) (uint64, []Open[uint64], error) {
		p := NewProof(g, 16<<20, o)
		defer p.Close()
		p.Resume(list)
		_, err := p.Prove(ctx, g.Start(), 0)
		return p.Nodes(), p.Snapshot(1 << 20), err
	}
	whole, _, err := nodesOf(Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for threads := 1; threads <= 2; threads++ {
		first, list, err := nodesOf(Options{Threads: threads, Nodes: whole / 2}, nil)
		if !errors.Is(err, ErrNodes) {
			t.Fatalf("%d threads: %v after %d nodes of %d", threads, err, first, whole)
		}
		second, _, err := nodesOf(Options{}, list)
		if err != nil || second > whole*(5+4*uint64(threads-1))/10 {
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
		p := NewProof(g, 16<<20, Options{Threads: threads})
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
