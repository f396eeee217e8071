package layered

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// TestCheckpointsAreDueInProportionToTheirCost tests when a clock says so.
func TestCheckpointsAreDueInProportionToTheirCost(t *testing.T) {
	const due = 250 * time.Millisecond
	for _, c := range []struct {
		name        string
		due, cost   time.Duration
		began, last time.Duration // ago; 0 stands for never
		want        bool
	}{
		{"too early", due, 0, 100 * time.Millisecond, 0, false},
		{"the first", due, 0, 300 * time.Millisecond, 0, true},
		{"a cheap one", due, time.Millisecond, 3 * time.Second, 300 * time.Millisecond, true},
		{"a dear one", due, 100 * time.Millisecond, 3 * time.Second, 300 * time.Millisecond, false},
		{"a dear one, late", due, 100 * time.Millisecond, 3 * time.Second, 2 * time.Second, true},
		{"after long work", due, 0, time.Hour, time.Minute, false},
		{"after long work, late", due, 0, time.Hour, 2 * time.Minute, true},
		{"always", -1, time.Hour, time.Hour, time.Nanosecond, true},
	} {
		now := time.Now()
		clock := checkpoint.Clock{Due: c.due, Cost: c.cost, Began: now.Add(-c.began)}
		if c.last > 0 {
			clock.Last = now.Add(-c.last)
		}
		if got := clock.IsDue(); got != c.want {
			t.Errorf("%s: due is %v", c.name, got)
		}
	}
}

// TestCheckpointsWriteValuesOnce solves a game whose plies reach many layers, with
// a checkpoint after each of them: none writes the values of a layer again.
func TestCheckpointsWriteValuesOnce(t *testing.T) {
	g := bushyGame(t)
	p := smallPlan(1)
	p.Every = -1
	work := t.TempDir()
	written := map[string]os.FileInfo{}
	again := 0
	store := &solvertest.MemoryStore[uint64]{BeforeSync: func(int) error {
		paths, err := filepath.Glob(filepath.Join(work, "*.values"))
		if err != nil {
			return err
		}
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			if old := written[path]; old != nil && !os.SameFile(old, info) {
				again++
			}
			written[path] = info
		}
		return nil
	}}
	h := solvertest.Hook[uint64](g, func(int64) {})
	solution, err := solvePlanned[uint64](t.Context(), h, h, work, p, new(job.Progress), store)
	if err != nil {
		t.Fatal(err)
	}
	if layers := len(solution.Layers); g.Span() < 2 || len(written) < layers-1 || store.Syncs < layers {
		t.Fatalf("%d files of values seen and %d checkpoints for %d layers, a ply reaches %d: nothing was tested", len(written), store.Syncs, layers, g.Span())
	}
	if again > 0 {
		t.Errorf("%d files of values were written again", again)
	}
}
