package layered

import (
	"context"
	"errors"
	"os"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// failing is a game whose rules fail at some call. From then on, all states are
// terminal.
type failing struct {
	*solvertest.Hooked[uint64]
	alive context.Context
}

func (f failing) Alive() context.Context { return f.alive }

func (f failing) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	all, last := f.Hooked.Expand(dst, ends, src)
	if f.alive.Err() == nil {
		return all, last
	}
	for range src {
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (f failing) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	if f.alive.Err() == nil {
		return f.Hooked.Payoffs(dst, src)
	}
	return append(dst, make([]games.Payoff, len(src))...)
}

// TestNothingIsKeptOfRulesThatHaveFailed stops a solve right after its rules
// have failed, before the failure is reported, and resumes it with rules that
// do not fail.
func TestNothingIsKeptOfRulesThatHaveFailed(t *testing.T) {
	failed := 0
	rapid.Check(t, func(t *rapid.T) {
		g := solvertest.NewRandomGame[uint64](solvertest.DrawShape(t, value.Kind(rapid.IntRange(0, 2).Draw(t, "kind"))))
		want := solveNaively[uint64](g)
		work := workDirectory()
		defer os.RemoveAll(work)
		store := &solvertest.MemoryStore[uint64]{}
		p := drawPlan(t, 1)
		p.CheckpointInterval, p.Chunk = -1, rapid.IntRange(1, 4).Draw(t, "chunk")
		alive, fail := context.WithCancelCause(t.Context())
		calls := rapid.Int64Range(1, 80).Draw(t, "calls")
		f := failing{solvertest.Hook[uint64](g, func(call int64) {
			if call == calls {
				fail(errors.New("the rules have failed"))
			}
		}), alive}
		if _, err := solvePlanned(t.Context(), setup[uint64]{f, f, work, p, new(job.Progress)}, store); err != nil {
			failed++
		}
		solution, err := solvePlanned(t.Context(), setup[uint64]{g, g, work, p, new(job.Progress)}, store)
		if err == nil {
			err = want.check(solution, store)
		}
		if err != nil && alive.Err() != nil {
			t.Fatal(err)
		}
	})
	if failed == 0 {
		t.Error("no rules have failed: nothing was tested")
	}
}
