package solve_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/solve"
)

// TestResumedSolveStopsAfterBudget interrupts solves, resumes them with too short a budget, and
// then with a sufficient one. No run may start over.
func TestResumedSolveStopsAfterBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("solves larger games")
	}
	for _, c := range []struct {
		spec  string
		layer int // layer or tier in which the first run is interrupted
	}{{"connect4:size=4x6", 8}, {"quixo", 30}} {
		v, db := open(t, c.spec), t.TempDir()
		whole, err := solve.Solve(t.Context(), t.TempDir(), v, solve.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		if _, _, err := solveFrom(ctx, db, v, 0, func(now job.Snapshot) {
			if now.Layer >= c.layer {
				interrupt()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v, want an interruption", c.spec, err)
		}
		before := unfinished(t, db, v)
		_, first, err := solveFrom(t.Context(), db, v, 1, nil)
		if late, ok := errors.AsType[*solve.BudgetError](err); !ok || late.Budget != 1 {
			t.Fatalf("%s: %v, want a budget error", c.spec, err)
		}
		after := unfinished(t, db, v)
		if !resumes(first, before) || after.Found < before.Found || after.Done < before.Done {
			t.Errorf("%s: a run starts at %+v after %+v and stops at %+v", c.spec, first, before, after)
		}
		r, first, err := solveFrom(t.Context(), db, v, time.Hour, nil)
		if err != nil || r.Existed || r.Solution.Digest != whole.Solution.Digest || !resumes(first, after) {
			t.Errorf("%s: %+v %v, starts at %+v after %+v, want digest %016x", c.spec, r, err, first, after, whole.Solution.Digest)
		}
	}
}

// resumes reports whether a solve that starts with the given snapshot keeps the progress of u.
func resumes(first job.Snapshot, u *solve.Unfinished) bool {
	switch {
	case u.Unit == "tier":
		return first.Layer >= u.Done
	case u.Total == 0: // enumerating
		return first.Layer >= u.Found-1 && first.Done > 0
	}
	return first.Done > 0 && first.Done >= u.States
}

// solveFrom solves a game with one worker. It returns the result and the first snapshot of a
// phase that computes. It calls look, if not nil, with each snapshot.
func solveFrom(ctx context.Context, db string, v games.Variant, budget time.Duration, look func(job.Snapshot)) (r *solve.Result, first job.Snapshot, err error) {
	progress, done, watched := new(solve.Progress), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
			now := progress.Snapshot()
			if first.Phase == job.Starting && now.Phase >= job.Enumerating {
				first = now
			}
			if look != nil {
				look(now)
			}
		}
	}()
	r, err = solve.Solve(ctx, db, v, solve.Options{Workers: 1, Budget: budget, Progress: progress})
	close(done)
	<-watched
	return r, first, err
}

func unfinished(t *testing.T, db string, v games.Variant) *solve.Unfinished {
	t.Helper()
	u, err := solve.ReadUnfinished(db, v.Info().Name, v)
	if err != nil || u == nil {
		t.Fatalf("%s: %+v %v, want an unfinished table", v.Info().Name, u, err)
	}
	return u
}

// plain is a game without layers and tiers.
type plain struct{ games.Game[uint64] }

// TestSolveInMemoryStopsAfterBudget interrupts a solve that keeps only the states, and resumes it
// with too short a budget.
func TestSolveInMemoryStopsAfterBudget(t *testing.T) {
	v, db := plain{open(t, "dodgem:size=4x4").(games.Game[uint64])}, t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	if _, _, err := solveFrom(ctx, db, v, 0, func(now job.Snapshot) {
		if now.Phase > job.Enumerating {
			interrupt()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want an interruption", err)
	}
	_, first, err := solveFrom(t.Context(), db, v, 1, nil)
	if late, ok := errors.AsType[*solve.BudgetError](err); !ok || !late.InMemory || first.Phase == job.Enumerating {
		t.Errorf("%v after %+v, want a budget error", err, first)
	}
	if r, _, err := solveFrom(t.Context(), db, v, time.Hour, nil); err != nil || r.Existed {
		t.Errorf("%+v, %v", r, err)
	}
}
