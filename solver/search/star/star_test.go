package star

import (
	"context"
	"math"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

var background = context.Background()

// TestRandomGamesEqualReference compares the bounds at every depth, and the result at the greatest
// depth, with the value of the reference solver.
func TestRandomGamesEqualReference(t *testing.T) {
	for seed := range uint64(400) {
		g := solvertest.NewRandomGame[uint64](solvertest.Shape{
			Kind: value.Simultaneous, Span: 2, Layers: 9, Width: 6, MaxMoves: 4, Swap: seed%2 == 0, Chance: true, Turns: true, Seed: seed,
		})
		info := g.Info()
		info.Payoffs = []int{info.Total/2 - 3, info.Total/2 + 3}
		if children, _ := g.Expand(nil, nil, []uint64{g.Start()}); len(children) == 0 {
			continue
		}
		want, _ := solvertest.Naive(g)(g.Start()).Payoff[0].Float64()
		for depth := 1; depth <= 9; depth++ {
			d := New(g, 1<<16, false)
			d.first = true // no limit
			r := d.search(g.Start(), depth, d.payoffs, false)
			if r.proven.low < d.payoffs.low || r.proven.high > d.payoffs.high || d.payoffs.high-r.proven.high > 0 && d.payoffs.high-r.proven.high < 1e-12 {
				t.Fatalf("seed %d, depth %d: proven %v in %v", seed, depth, r.proven, d.payoffs)
			}
			if !contains(r.proven, want) || depth == 9 && (!contains(r.depth, want) || r.depth.high-r.depth.low > 1e-9 || r.proven.high-r.proven.low > 1e-9) {
				t.Fatalf("seed %d, depth %d: value %v, proven %v, want %v", seed, depth, r.depth, r.proven, want)
			}
		}
		a := New(g, 1<<16, true).Run(background, g.Start())
		if !a.Proven() || math.Abs(a.Low-want) > 1e-9 || math.Abs(a.Mean[0]-want) > 1e-9 {
			t.Fatalf("seed %d: proven %v to %v, estimate %v, want %v", seed, a.Low, a.High, a.Mean[0], want)
		}
		best := math.Inf(-1)
		for _, m := range a.Moves[max(0, a.Mover)] {
			best = max(best, m.Payoff)
		}
		if want := []float64{want, float64(info.Total) - want}[max(0, a.Mover)]; a.Mover >= 0 && math.Abs(best-want) > 1e-9 {
			t.Fatalf("seed %d: the best move gets %v, want %v", seed, best, want)
		}
	}
}

func contains(i interval, x float64) bool { return i.low-1e-9 <= x && x <= i.high+1e-9 }

// TestWindowIsDecided searches windows around the value, in which outcomes are cut off.
func TestWindowIsDecided(t *testing.T) {
	for seed := range uint64(100) {
		g := solvertest.NewRandomGame[uint64](solvertest.Shape{Kind: value.Simultaneous, Span: 1, Layers: 6, Width: 8, MaxMoves: 5, Chance: true, Turns: true, Seed: seed})
		info := g.Info()
		info.Payoffs = []int{info.Total/2 - 3, info.Total/2 + 3}
		want, _ := solvertest.Naive(g)(g.Start()).Payoff[0].Float64()
		for _, window := range []interval{{want - 1, want - 0.5}, {want + 0.5, want + 1}, {want - 0.25, want + 0.25}} {
			d := New(g, 1<<16, false)
			r := d.search(g.Start(), 6, window, false)
			if !contains(r.depth, want) || !contains(r.proven, want) || !r.depth.decides(interval{window.low + 1e-9, window.high - 1e-9}) {
				t.Fatalf("seed %d: window %v, value %v, proven %v, want %v", seed, window, r.depth, r.proven, want)
			}
		}
	}
}

// TestBoundsHoldIfPositionsRepeat compares with values of tables.
func TestBoundsHoldIfPositionsRepeat(t *testing.T) {
	registry := builtin.Registry()
	for _, c := range []struct {
		spec string
		want float64
	}{{"pig:target=5", 216. / 271}, {"pig:target=10", 0.709424}} {
		g := gamestest.Open[games.Game[uint64]](t, registry, c.spec)
		for nodes := uint64(1); nodes < 1<<18; nodes *= 4 {
			d := New(g, 1<<20, false)
			d.Limit(nodes, 0)
			a := d.Run(background, g.Start())
			unit := float64(g.Info().UnitsPerPoint())
			if a.Low/unit > c.want+1e-6 || a.High/unit < c.want-1e-6 || a.Depth < 1 {
				t.Fatalf("%s, %d nodes: proven %v to %v, want %v", c.spec, nodes, a.Low/unit, a.High/unit, c.want)
			}
		}
	}
}
