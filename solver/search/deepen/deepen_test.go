package deepen

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest"
	"zermelo/solver/search"
	"zermelo/solver/solvertest"
)

// TestDeepen compares depth-limited searches of small games with the reference
// solver. Bounds must be correct, and a search without limits must prove the
// score and return a move that achieves it.
func TestDeepen(t *testing.T) {
	for _, spec := range []string{
		"tron:size=4x4", "breakthrough:size=3x5", "breakthrough:size=3x4,captures=diagonal",
		"breakthrough:size=3x5,rows=1,captures=diagonal", "skirmish:inner=3,steps=8,respawn=captured", "2pffa-zerosum:inner=3,steps=8", "connect4:size=4x4,connect=3", "connect4:size=4x4", "kalah:pits=2,seeds=2",
	} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		switch g := v.(type) {
		case games.Game[uint64]:
			testDeepen(t, g)
		case games.Game[[2]uint64]:
			testDeepen(t, g)
		}
	}
}

func testDeepen[S games.State](t *testing.T, g games.Game[S]) {
	naive := solvertest.Naive(g)
	scoreAt := func(s S, role int) int {
		payoff, _ := naive(s).Payoff[role].Float64()
		return search.ScoreOf(g.Info().Total, int16(payoff))
	}
	// Test all positions along a random play.
	rng := rand.New(rand.NewPCG(1, 2))
	for s := g.Start(); ; {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			return
		}
		for _, o := range []Options{{}, {Threads: 2}, {Nodes: 100}, {Nodes: 1000, Cache: 1 << 10}, {Cache: 1 << 10}} {
			o.Cache = max(o.Cache, 1<<16)
			t.Run(fmt.Sprintf("%s/%+v/%v", g.Info().Name, o, s), func(t *testing.T) {
				d := New(g, o)
				defer d.Close()
				a, err := d.Run(context.Background(), s)
				if err != nil {
					t.Fatal(err)
				}
				want := scoreAt(s, a.Mover)
				if a.Low > want || a.High < want {
					t.Fatalf("bounds %d..%d, want %d", a.Low, a.High, want)
				}
				if !a.Proven() && (o.Nodes == 0 || a.Estimate <= -1 || a.Estimate >= 1) {
					t.Errorf("not proven: %+v", a)
				}
				end := s
				for i, name := range a.Line {
					children, _ := g.Expand(nil, nil, []S{end})
					at := slices.Index(games.NotationOf(g).Moves(end)[games.Mover(g, end)], name)
					if at < 0 {
						t.Fatalf("line %q: move %d is not legal", a.Line, i+1)
					}
					if end = children[at]; i == 0 && a.Proven() && o.Nodes == 0 && scoreAt(end, a.Mover) != want {
						t.Errorf("%s gets %d, want %d", name, scoreAt(end, a.Mover), want)
					}
				}
			})
		}
		s = children[rng.IntN(len(children))]
	}
}

// TestDeepenPlays plays skirmish against random moves, with a small search.
func TestDeepenPlays(t *testing.T) {
	v, err := builtin.Registry().Open("2pffa-zerosum")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[[2]uint64])
	d := New(g, Options{Nodes: 500, Cache: 1 << 20})
	rng := rand.New(rand.NewPCG(3, 4))
	won := 0
	const plays = 20
	for play := range plays {
		s := g.Start()
		for {
			children, _ := g.Expand(nil, nil, [][2]uint64{s})
			if len(children) == 0 {
				break
			}
			mover := games.Mover(g, s)
			at := rng.IntN(len(children))
			if mover == play%2 {
				a, err := d.Run(context.Background(), s)
				if err != nil {
					t.Fatal(err)
				}
				at = slices.Index(games.NotationOf(g).Moves(s)[mover], a.Line[0])
			}
			s = children[at]
		}
		if g.Payoffs(nil, [][2]uint64{s})[0][play%2] == 100 {
			won++
		}
	}
	if t.Logf("%d of %d won", won, plays); won < plays-1 {
		t.Errorf("%d of %d won", won, plays)
	}
}

// TestDeepenStops stops searches by cancelling the context and by a time limit.
func TestDeepenStops(t *testing.T) {
	v, err := builtin.Registry().Open("breakthrough-small")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[[2]uint64])
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, o := range []Options{{}, {Threads: 2}, {Time: 50 * time.Millisecond}, {Time: 50 * time.Millisecond, Threads: 2}} {
		ctx := cancelled
		if o.Time > 0 {
			ctx = context.Background()
		}
		d := New(g, o)
		a, err := d.Run(ctx, g.Start())
		if err != nil || len(a.Line) == 0 || a.Depth < 1 || a.Proven() { // a proof takes far longer
			t.Errorf("%+v: %+v, %v", o, a, err)
		}
		if latest := d.Latest(); latest == nil || latest.Depth != a.Depth {
			t.Errorf("latest %+v, want %+v", latest, a)
		}
		d.Close()
	}
}

// TestDeepenLatest calls Latest while other goroutines run searches.
func TestDeepenLatest(t *testing.T) {
	v, err := builtin.Registry().Open("breakthrough-small")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[[2]uint64])
	d := New(g, Options{Nodes: 200, Cache: 1 << 20})
	defer d.Close()
	var done atomic.Bool
	var watching sync.WaitGroup
	watching.Go(func() {
		for !done.Load() {
			if a := d.Latest(); a != nil && (len(a.Line) == 0 || a.Elapsed < 0 || a.Nodes > 1<<30) {
				t.Errorf("Latest returned %+v", a)
			}
			runtime.Gosched()
		}
	})
	for range 10 {
		if _, err := d.Run(context.Background(), g.Start()); err != nil {
			t.Error(err)
		}
	}
	done.Store(true)
	watching.Wait()
}

// TestDeepenRepeats searches games whose positions can repeat. Searches must
// stop at their limit with correct bounds. The first player wins dodgem on 3x3
// (Berlekamp, Conway and Guy: Winning Ways), and the rook mates.
func TestDeepenRepeats(t *testing.T) {
	for _, spec := range []string{"dodgem", "chess"} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		for threads := 1; threads <= 2; threads++ {
			d := New(g, Options{Threads: threads, Nodes: 20_000, Cache: 1 << 20})
			a, err := d.Run(context.Background(), g.Start())
			d.Close()
			if err != nil || a.High != 50 || a.Depth < 3 || a.Nodes > 30_000 {
				t.Errorf("%s: %+v, %v", spec, a, err)
			}
		}
	}
}

// TestDeepenLearns passes the results of one search to another.
func TestDeepenLearns(t *testing.T) {
	v, err := builtin.Registry().Open("connect4:size=5x4")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	known := map[uint64]search.Bounds{}
	first := New(g, Options{})
	defer first.Close()
	first.OnResult(1000, func(s uint64, b search.Bounds) { known[s] = b })
	a, err := first.Run(context.Background(), g.Start())
	if err != nil || !a.Proven() || a.Recalled || len(known) < 3 {
		t.Fatalf("%+v, %v, %d kept", a, err, len(known))
	}
	second := New(g, Options{})
	defer second.Close()
	for s, b := range known {
		second.AddBounds(s, b)
	}
	b, err := second.Run(context.Background(), g.Start())
	if err != nil || !b.Recalled || b.Low != a.Low || b.High != a.High || b.Nodes > 0 || b.Line[0] == "" {
		t.Errorf("%+v, %v, want the score %d without a search", b, err, a.Low)
	}
}
