package cyclic

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// withoutLayers hides the layers of a game.
type withoutLayers[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	games.Simultaneous[S]
	games.Weighted[S]
}

// TestInductOnRandomGames compares solutions of random non-alternating games
// without loops with the reference solver.
func TestInductOnRandomGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom([]value.Kind{value.Simultaneous, value.General}).Draw(rt, "kind")
		random := solvertest.NewRandomGame[uint64](solvertest.DrawShape(rt, kind))
		g := withoutLayers[uint64]{random, random, random, random}
		store := &solvertest.MemoryStore[uint64]{}
		solution, err := Solve[uint64](t.Context(), g, t.TempDir(), store, job.Options{Workers: rapid.SampledFrom([]int{1, 3}).Draw(rt, "workers")})
		if err != nil {
			rt.Fatal(err)
		}
		naive, digest, stored := solvertest.Naive[uint64](random), uint64(0), map[uint64]bool{}
		for _, block := range store.Blocks[0] {
			for i, s := range block.States {
				want, got := naive(s), solution.Outcomes.Of(block.Values[i])
				if got.Key() != want.Key() {
					rt.Fatalf("state %x: %s, want %s", s, got.Key(), want.Key())
				}
				digest += value.PairHash(games.Bits(&s), want.Hash())
				stored[s] = true
			}
		}
		for _, s := range solvertest.Reachable[uint64](g) {
			if c, _ := games.Canonical[uint64](g, s); !stored[c] {
				rt.Fatalf("state %x is not stored", c)
			}
		}
		start := naive(random.Start())
		if got := solution.Outcomes.Of(solution.Start); got.Key() != start.Key() || solution.Digest != digest {
			rt.Fatalf("start %s, digest %x, want %s, %x", got.Key(), solution.Digest, start.Key(), digest)
		}
	})
}

// TestLoopsOfJointMoves solves random games with repeating positions and
// compares the pure security levels with the reference solver. Other values are
// tested in package loops.
func TestLoopsOfJointMoves(t *testing.T) {
	played, solved := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom([]value.Kind{value.Simultaneous, value.General}).Draw(rt, "kind")
		shape := solvertest.DrawShape(rt, kind)
		shape.Chance = false
		shape.Loops, shape.Endless = true, rapid.IntRange(-3, 3).Draw(rt, "endless")
		shape.Halves = rapid.Bool().Draw(rt, "halves")
		random := solvertest.NewRandomGame[uint64](shape)
		info := random.Description
		if info.Endless = &shape.Endless; shape.Swap {
			*info.Endless = info.Draw()
		}
		g := withoutLayers[uint64]{random, random, random, random}
		store := &solvertest.MemoryStore[uint64]{}
		played++
		solution, err := Solve[uint64](t.Context(), g, t.TempDir(), store, job.Options{Workers: 2})
		if _, open := errors.AsType[*LoopError](err); open {
			return
		}
		if err != nil {
			rt.Fatal(err)
		}
		solved++
		endless, err := value.EndlessPayoffs(info)
		if err != nil {
			rt.Fatal(err)
		}
		for role := range info.Roles {
			want := solvertest.NaiveSecures[uint64](g, role, endless[role])
			for _, block := range store.Blocks[0] {
				for i, s := range block.States {
					pure, seen := want[s]
					if !seen {
						continue // another state of the class was reached
					}
					if got := solution.Outcomes.Of(block.Values[i]).Pure[role]; got != pure {
						rt.Fatalf("state %x: role %d secures %d, want %d", s, role, got, pure)
					}
				}
			}
		}
	})
	if solved < played*2/3 {
		t.Errorf("%d of %d games solved", solved, played)
	}
}

// TestStatesThatDependOnThemselvesMayNotFit limits the memory to the size of
// the states and links, which leaves none for states whose values depend on
// themselves.
func TestStatesThatDependOnThemselvesMayNotFit(t *testing.T) {
	random := solvertest.NewRandomGame[uint64](solvertest.Shape{Kind: value.Simultaneous, Loops: true, Span: 1, Layers: 8, Width: 40, MaxMoves: 3, Seed: 3})
	g := withoutLayers[uint64]{random, random, random, random}
	p, err := job.MakePlan[uint64](t.TempDir(), 1, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solve := func() (*job.Solution, error) {
		return solvePlanned[uint64](t.Context(), g, t.TempDir(), p, new(job.Progress), &solvertest.MemoryStore[uint64]{})
	}
	solution, err := solve()
	if err != nil {
		t.Fatal(err)
	}
	p.RunMemory = solution.States() * (stateBytes[uint64](g) + 9*plyBytes) / 3 // at most 9 joint moves
	_, err = solve()
	if large, ok := errors.AsType[*job.TooLargeError](err); !ok || !large.Memory {
		t.Errorf("%v, want too little memory", err)
	}
}
