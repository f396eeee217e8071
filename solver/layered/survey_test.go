package layered

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"zermelo/solver/job"
	"zermelo/solver/value"
)

// TestTally tests that the result does not depend on how the layer is divided
// among workers. It assigns chunks of a layer to random workers and adds their
// tallies in random order.
func TestTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(0, 60).Draw(t, "states")
		states, values := make([]uint64, n), make([]value.Value, n)
		moves, keeps := make([]int, n), make([]int, n)
		for i := range states {
			states[i] = uint64(100 + i)
			values[i] = value.Measured(int16(rng.IntN(3)), rng.IntN(5))
			moves[i], keeps[i] = 2+rng.IntN(4), 1+rng.IntN(2)
		}
		outcomes := &value.Outcomes{Kind: value.Alternating, Total: 2}
		workers := rapid.IntRange(1, 5).Draw(t, "workers")
		tallies, surveys := make([]*Tally, workers), make([]Survey, workers)
		for w := range tallies {
			tallies[w] = NewTally(outcomes)
		}
		for from := 0; from < n; {
			to := min(n, from+1+rng.IntN(20))
			w := rng.IntN(workers)
			CountStates(tallies[w], from, states[from:to], values[from:to])
			for i := from; i < to; i++ {
				childValues := slices.Repeat([]value.Value{values[i]}, keeps[i])
				for len(childValues) < moves[i] {
					childValues = append(childValues, value.Measured(-1, 0))
				}
				RecordChoice(&surveys[w], value.AlternatingOutcomes{Total: outcomes.Total}, &states[i], i, 0, values[i], childValues)
			}
			from = to
		}
		rng.Shuffle(workers, func(i, j int) { tallies[i], tallies[j] = tallies[j], tallies[i] })
		rng.Shuffle(workers, func(i, j int) { surveys[i], surveys[j] = surveys[j], surveys[i] })
		var total Survey
		total.Add(&surveys[0])
		for w := 1; w < workers; w++ {
			tallies[0].Add(tallies[w])
			total.Add(&surveys[w])
		}
		got := total.Stats
		tallies[0].Finish(&got)

		want := job.LayerStats{States: int64(n), Choices: int64(n), Values: map[string]int64{}, Remoteness: map[int]int64{}}
		var digest uint64
		longest := 0
		for i, v := range values {
			o := outcomes.Of(v)
			want.Values[o.Payoff[0].RatString()]++
			want.Remoteness[o.Remoteness]++
			digest += value.PairHash(states[i:i+1], o.Hash())
			if o.Payoff[0].Cmp(o.Payoff[1]) != 0 && o.Remoteness > longest {
				longest, want.Longest = o.Remoteness, slices.Clone(states[i:i+1])
			}
			if o.Payoff[0].Cmp(o.Payoff[1]) > 0 {
				want.MoverWins++
			}
			if keeps[i] == 1 {
				want.OnlyMoves++
				if moves[i] > want.CriticalMoves {
					want.CriticalMoves, want.Critical = moves[i], slices.Clone(states[i:i+1])
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
		if tallies[0].Digest != digest {
			t.Fatalf("digest %x, want %x", tallies[0].Digest, digest)
		}
	})
}
