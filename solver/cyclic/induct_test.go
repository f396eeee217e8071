package cyclic

import (
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// withoutLayers is a game that does not tell its layers.
type withoutLayers[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	games.Simultaneous[S]
}

// TestInductOnRandomGames solves games of all kinds that are not alternating and do not
// tell that nothing in them comes back, as the reference solver does.
func TestInductOnRandomGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom([]value.Kind{value.Simultaneous, value.General}).Draw(rt, "kind")
		random := solvertest.NewRandomGame[uint64](solvertest.DrawShape(rt, kind))
		g := withoutLayers[uint64]{random, random, random}
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
