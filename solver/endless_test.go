package solver_test

import (
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// counter is a game with infinitely many positions: each ply increments a number.
type counter struct{}

func (counter) Info() *games.Info {
	return &games.Info{Name: "counter", Roles: []string{"first", "second"}, Total: 2, Payoffs: []int{0, 1, 2}}
}
func (counter) Start() uint64 { return 0 }
func (counter) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		dst = append(dst, s+1)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}
func (counter) Payoffs(dst []games.Payoff, _ []uint64) []games.Payoff { return dst }
func (counter) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s%2))
	}
	return dst
}

// layeredCounter is counter with layers.
type layeredCounter struct{ counter }

func (layeredCounter) Span() int { return 1 }
func (layeredCounter) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s))
	}
	return dst
}

// TestEndlessGameIsRefused solves a game with infinitely many positions, which ends with an error,
// unless a limit is set.
func TestEndlessGameIsRefused(t *testing.T) {
	for name, g := range map[string]games.Game[uint64]{"layers": layeredCounter{}, "no layers": counter{}} {
		for _, c := range []struct {
			limit, found int64
			endless      string
		}{{0, 100_000, "1869f"}, {100_001, 100_002, ""}} {
			_, err := solver.Solve(t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Workers: 1, Limit: c.limit})
			var large *job.TooLargeError
			if !errors.As(err, &large) || large.Found != c.found || large.Endless != c.endless {
				t.Errorf("%s, limit %d: %v; want %d states, the last one %q", name, c.limit, err, c.found, c.endless)
			}
		}
	}
}
