package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/solver/solvertest"
)

var registry = builtin.Registry()

var background = context.Background()

// sequential are small games of two roles with layers.
var sequential = []string{"tron:size=4x4", "breakthrough:size=3x5,rows=1,captures=diagonal", "connect4:size=4x4,connect=3", "kalah:pits=2,seeds=2"}

// TestProofsEqualReference compares proven values and best moves with the reference solver, at
// all positions of a random play.
func TestProofsEqualReference(t *testing.T) {
	for _, spec := range sequential {
		g := gamestest.Open[games.Game[uint64]](t, registry, spec)
		naive := solvertest.Naive(g)
		for _, threads := range []int{1, 2} {
			d := New(g, Options[uint64]{Threads: threads})
			random := rand.New(rand.NewPCG(1, 1))
			for s := g.Start(); ; {
				children, _ := g.Expand(nil, nil, []uint64{s})
				if len(children) == 0 {
					break
				}
				a := d.Run(background, s)
				want, _ := naive(s).Payoff[0].Float64()
				if a.Low != want || a.High != want {
					t.Fatalf("%s at %v: proved %v to %v, want %v", spec, s, a.Low, a.High, want)
				}
				if got, _ := naive(children[chosen(a.Moves[a.Mover])]).Payoff[0].Float64(); got != want {
					t.Fatalf("%s at %v: best move leads to %v, want %v", spec, s, got, want)
				}
				s = children[random.IntN(len(children))]
			}
			d.Close()
		}
	}
}

func chosen(moves []Move) int {
	for i, m := range moves {
		if m.Probability == 1 {
			return i
		}
	}
	return -1
}

// TestBoundsHoldInEveryFamily searches random games of all kinds for a few nodes. The bounds
// must contain the value, and endless play must not prevent the end of a search.
func TestBoundsHoldInEveryFamily(t *testing.T) {
	for _, f := range solvertest.Families() {
		for seed := range uint64(20) {
			switch g := f.Game(seed).(type) {
			case games.Game[uint64]:
				checkBounds(t, g, f, seed)
			case games.Game[[2]uint64]:
				checkBounds(t, g, f, seed)
			case games.Game[[4]uint64]:
				checkBounds(t, g, f, seed)
			}
		}
	}
}

func checkBounds[S games.State](t *testing.T, g games.Game[S], f solvertest.Family, seed uint64) {
	if children, _ := g.Expand(nil, nil, []S{g.Start()}); len(children) == 0 {
		return
	}
	_, layered := g.(games.Layered[S])
	for _, nodes := range []uint64{50, 2000} {
		a := New(g, Options[S]{Nodes: nodes, Seed: seed}).Run(background, g.Start())
		if a.Mover >= 0 && len(a.Moves[a.Mover]) == 0 || a.Mover < 0 && len(a.Line) == 0 {
			t.Fatalf("%+v, seed %d: no moves: %+v", f, seed, a)
		}
		if f.GeneralSum {
			if !math.IsInf(a.Low, -1) || !math.IsInf(a.High, 1) {
				t.Fatalf("%+v, seed %d: bounds %v to %v in a general-sum game", f, seed, a.Low, a.High)
			}
			continue
		}
		var want float64
		switch {
		case layered:
			want, _ = solvertest.Naive(g)(g.Start()).Payoff[0].Float64()
		case f.Simultaneous || len(g.Info().Roles) == 1:
			continue
		default:
			payoff, _ := solvertest.NaiveCyclic(g, []S{g.Start()})[g.Start()].Unpack()
			want = float64(payoff)
		}
		want *= float64(g.Info().UnitsPerPoint())
		if a.Low > want+1e-6 || a.High < want-1e-6 {
			t.Fatalf("%+v, seed %d, %d nodes: bounds %v to %v do not contain %v", f, seed, nodes, a.Low, a.High, want)
		}
	}
}

// TestRegretMatchingFindsMixedStrategy searches a game whose only optimal strategies are mixed.
func TestRegretMatchingFindsMixedStrategy(t *testing.T) {
	g := gamestest.Open[games.Game[uint64]](t, registry, "tron:size=5x4,turns=simultaneous")
	a := New(g, Options[uint64]{Nodes: 300_000}).Run(background, g.Start())
	want, _ := solvertest.Naive(g)(g.Start()).Payoff[0].Float64()
	if math.Abs(a.Mean[0]-want) > 8 {
		t.Errorf("estimated %v, want %v", a.Mean[0], want)
	}
	for role := range 2 {
		sum := 0.0
		for _, m := range a.Moves[role] {
			sum += m.Probability
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("the probabilities of role %d add up to %v: %+v", role, sum, a.Moves[role])
		}
	}
}

// TestSameSeedGivesSameSearch runs one thread twice.
func TestSameSeedGivesSameSearch(t *testing.T) {
	for _, spec := range []string{"connect4", "tron:turns=simultaneous", "coordination"} {
		v, err := registry.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		games.ByState(v, sameSearch[uint64](t), sameSearch[[2]uint64](t), sameSearch[[4]uint64](t))
	}
}

func sameSearch[S games.State](t *testing.T) func(games.Game[S]) bool {
	return func(g games.Game[S]) bool {
		run := func(seed uint64) Analysis {
			a := New(g, Options[S]{Nodes: 20_000, Seed: seed}).Run(background, g.Start())
			a.Elapsed = 0
			return a
		}
		if a, b := run(3), run(3); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: two searches differ:\n%+v\n%+v", g.Info().Name, a, b)
		}
		if a, b := run(3), run(4); reflect.DeepEqual(a, b) {
			t.Errorf("%s: the seed has no effect", g.Info().Name)
		}
		return true
	}
}

// TestKnownValuesReplacePlayouts proves a value from the payoffs of all children.
func TestKnownValuesReplacePlayouts(t *testing.T) {
	g := gamestest.Open[games.Game[uint64]](t, registry, "connect4:size=5x4")
	d := New(g, Options[uint64]{Known: func(uint64) Known { return Known{Exact: true} }})
	if a := d.Run(background, g.Start()); !a.Proven() || a.Low != 0 || a.Nodes > 200 {
		t.Errorf("got %+v, want a proof from the children", a)
	}
}

// TestRunStopsInTime searches a large game for a short time, with a tree that is soon full.
func TestRunStopsInTime(t *testing.T) {
	g := gamestest.Open[games.Game[uint64]](t, registry, "connect4")
	d := New(g, Options[uint64]{Time: 50 * time.Millisecond, Cache: 1 << 16, Threads: 2})
	began := time.Now()
	a := d.Run(background, g.Start())
	if took := time.Since(began); took > 2*time.Second || a.Playouts == 0 || a.Fill < 0.9 {
		t.Errorf("took %s, %+v", took, a)
	}
	if n := len(d.nodes); n > d.maxNodes+2*batch*7 {
		t.Errorf("%d nodes, want at most %d", n, d.maxNodes)
	}
}

// TestPlayoutsDoNotAllocate continues a search whose tree is full.
func TestPlayoutsDoNotAllocate(t *testing.T) {
	g := gamestest.Open[games.Game[uint64]](t, registry, "connect4")
	d := New(g, Options[uint64]{Nodes: 200_000, Cache: 1 << 16})
	d.Run(background, g.Start())
	d.Limit(100_000, 0)
	if n := testing.AllocsPerRun(3, func() { d.Run(background, g.Start()) }); n > 500 {
		t.Errorf("%v allocations in a run of 100,000 positions", n)
	}
}

// TestRolesMaximizeTheirOwnPayoffs compares the estimate in a general-sum game with the payoffs of
// perfect play.
func TestRolesMaximizeTheirOwnPayoffs(t *testing.T) {
	g := gamestest.Open[games.Game[uint64]](t, registry, "coordination:rounds=3,reward=7")
	want := solvertest.Naive(g)(g.Start())
	a := New(g, Options[uint64]{Nodes: 50_000}).Run(background, g.Start())
	for role := range g.Info().Roles {
		if payoff, _ := want.Payoff[role].Float64(); math.Abs(a.Mean[role]-payoff) > 1 {
			t.Errorf("role %d: estimated %v, want %v", role, a.Mean[role], payoff)
		}
	}
}

// chain is a game in which every position has one move. It ends after length plies, and
// role 0 wins.
type chain struct{ length uint64 }

var chainInfo = games.Info{Name: "chain", Title: "Chain", Roles: []string{"a", "b"}, Total: 100, Payoffs: []int{0, 50, 100}}

func (chain) Info() *games.Info { return &chainInfo }
func (chain) Start() uint64     { return 0 }

func (c chain) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if s < c.length {
			dst = append(dst, s+1)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (chain) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s&1))
	}
	return dst
}

func (chain) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for range src {
		dst = append(dst, games.Payoff{100, 0})
	}
	return dst
}

// TestLongPathsAreNotProven searches a game whose end is beyond the maximum depth of the tree,
// and one whose end is within it.
func TestLongPathsAreNotProven(t *testing.T) {
	for _, length := range []uint64{maxPath - 10, maxPath + 10} {
		d := New(chain{length}, Options[uint64]{Nodes: 1_850_000})
		a := d.Run(t.Context(), 0)
		d.Close()
		if won := a.Low == 100; a.Proven() != (length < maxPath) || won != a.Proven() {
			t.Errorf("%d plies: bounds %g to %g", length, a.Low, a.High)
		}
	}
}

// TestChanceIsAveraged proves the value of a tiny game with chance and compares the estimates and
// bounds of others with their values.
func TestChanceIsAveraged(t *testing.T) {
	for _, c := range []struct {
		spec   string
		nodes  uint64
		within float64 // of the value; 0 means proven
		value  float64 // 0 means that of the reference solver
	}{
		{"bearoff:men=1", 0, 0, 0}, {"bearoff:men=2", 1 << 19, 0.03, 0}, {"hog:target=10", 1 << 19, 0.03, 0}, {"pig:target=5", 1 << 19, 0.05, 216. / 271},
	} {
		g := gamestest.Open[games.Game[uint64]](t, registry, c.spec)
		d := New(g, Options[uint64]{Nodes: c.nodes})
		a := d.Run(background, g.Start())
		d.Close()
		want := c.value
		if want == 0 {
			want, _ = solvertest.Naive(g)(g.Start()).Payoff[0].Float64()
		}
		want *= float64(g.Info().UnitsPerPoint())
		if a.Low > want+1e-6 || a.High < want-1e-6 || math.Abs(a.Mean[0]-want) > c.within+1e-12 || c.within == 0 && !a.Proven() {
			t.Errorf("%s: estimate %v, proven %v to %v, want %v", c.spec, a.Mean[0], a.Low, a.High, want)
		}
	}
}

// TestAverageUsesSolvedOutcomes draws an outcome of a chance node whose first two outcomes are solved.
func TestAverageUsesSolvedOutcomes(t *testing.T) {
	d := New(gamestest.Open[games.Game[uint64]](t, registry, "hog:target=10"), Options[uint64]{})
	defer d.Close()
	d.add([]uint64{0, 1, 2, 3})
	d.odds = []float64{0.5, 0.3, 0.2}
	d.settle(&d.nodes[1], 1)
	d.settle(&d.nodes[2], 0)
	n := &d.nodes[0]
	n.first, n.children, n.mover = 1, 3, games.Chance
	for range 100 {
		if drawn := d.workers[0].draw(n); drawn != 2 {
			t.Fatalf("drew the solved outcome %d", drawn)
		}
	}
	payoffs := [games.MaxRoles]float64{0.4, 0.6}
	d.average(n, 2, &payoffs)
	if want := 0.5 + 0.2*0.4; math.Abs(payoffs[0]-want) > 1e-12 || math.Abs(payoffs[1]-1+want) > 1e-12 {
		t.Errorf("averages %v and %v, want %v", payoffs[0], payoffs[1], want)
	}
	if d.updateBounds(n); n.low != 0.5 || math.Abs(n.high-0.7) > 1e-12 {
		t.Errorf("bounds %v to %v, want 0.5 to 0.7", n.low, n.high)
	}
}
