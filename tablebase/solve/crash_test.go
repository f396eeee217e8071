package solve_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/durable/durabletest"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/verify"
)

// slowDag and slowTiers pause in each call to Expand, so that a solver writes as many checkpoints
// as possible.
type slowDag struct {
	*tablebasetest.Dag[uint64]
	pause time.Duration
}

func (g slowDag) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	time.Sleep(g.pause)
	return g.Dag.Expand(dst, ends, src)
}

type slowTiers struct {
	tablebasetest.Tiered
	pause time.Duration
}

func (g slowTiers) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	time.Sleep(g.pause)
	return g.Tiered.Expand(dst, ends, src)
}

// crashCase is a game whose solve crashes.
type crashCase struct {
	name       string
	checkpoint string // name of the checkpoint file
	game       func(pause time.Duration) games.Game[uint64]
}

func crashCases() []crashCase {
	return []crashCase{
		{"layers", "checkpoint", func(pause time.Duration) games.Game[uint64] {
			return slowDag{tablebasetest.NewDag[uint64](6, value.Alternating, 3, 4, false), pause}
		}},
		{"tiers", "tiers.checkpoint", func(pause time.Duration) games.Game[uint64] {
			return slowTiers{tablebasetest.Tiered{Seed: 3, Sizes: []uint64{20, 40}, Gaps: 5}, pause}
		}},
	}
}

// TestCrashLeavesTheOldTableOrTheNewOrOneToResume solves games, with and without an older table,
// and replays the disk states that a system crash can leave. In each of them, the old table, the
// new table or, if there was no old table, no table must be readable, and the last checkpoint
// must be intact. Solving again must produce the same table without warnings of damage, and must
// leave no other files.
func TestCrashLeavesTheOldTableOrTheNewOrOneToResume(t *testing.T) {
	for _, c := range crashCases() {
		for _, replaced := range []bool{false, true} {
			name := c.name
			if replaced {
				name += " replaced"
			}
			t.Run(name, func(t *testing.T) { replayCrashes(t, c, replaced) })
		}
	}
}

// Unless the test is large, only one in resumeShare states is resumed to the end.
const resumeShare = 31

func replayCrashes(t *testing.T, c crashCase, replaced bool) {
	root := t.TempDir()
	quick := c.game(0)
	solve := func(ctx context.Context, db string, g games.Game[uint64], tool string) *solve.Result {
		t.Helper()
		r, err := solve.Solve(ctx, db, g, solve.Options{Force: replaced, Tool: tool, Workers: 1, Warn: func(err error) { t.Errorf("warning: %v", err) }})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if replaced {
		solve(t.Context(), filepath.Join(root, "db"), quick, "old")
	}
	var digest uint64
	var trace *durabletest.Trace
	synctest.Test(t, func(inner *testing.T) {
		trace = durabletest.Record(t, root, func() {
			digest = solve(inner.Context(), filepath.Join(root, "db"), c.game(time.Second), "new").Solution.Digest
		})
	})
	table, work := filepath.Base(store.FolderOf("", quick.Info().Name)), store.WorkDir("db", quick.Info().Name)
	states, resumed, read := 0, 0, map[string]bool{}
	for crash := range trace.Crashes() {
		states++
		resumes := states%resumeShare == 0 || gamestest.Large()
		seen := fmt.Sprintln(crash.Ended, slices.Contains(crash.Synced, work), crash.Has(filepath.Join(work, c.checkpoint))) +
			crash.Below(filepath.Join("db", table)) + crash.Below(filepath.Join("db", table+".old"))
		if read[seen] && !resumes {
			continue
		}
		read[seen] = true
		dir := t.TempDir()
		if err := crash.Restore(dir); err != nil {
			t.Fatal(err)
		}
		db := filepath.Join(dir, "db")
		tool, err := toolOf(t, db, quick)
		ok := err == nil && (tool == "new" || replaced && tool == "old" && !crash.Ended) || errors.Is(err, store.ErrNoTable) && !replaced && !crash.Ended
		if !ok {
			t.Errorf("%v: read the table of %q, %v", crash, tool, err)
			continue
		}
		if slices.Contains(crash.Synced, work) && tool != "new" && !crash.Has(filepath.Join(work, c.checkpoint)) {
			t.Errorf("%v: the checkpoint is lost", crash)
		}
		if !resumes {
			continue
		}
		resumed++
		again := solve(t.Context(), db, quick, "new")
		if again.Solution.Digest != digest {
			t.Errorf("%v: solved again: digest %016x, want %016x", crash, again.Solution.Digest, digest)
		}
		if tool, err := toolOf(t, db, quick); tool != "new" || err != nil {
			t.Errorf("%v: solved again: read the table of %q, %v", crash, tool, err)
		}
		if report, err := verify.Stored(t.Context(), db, quick, verify.Options{Workers: 1}); err != nil || report.Digest != digest {
			t.Errorf("%v: solved again: digest %016x is verified, want %016x: %v", crash, report.Digest, digest, err)
		}
		// A solve that finds the table leaves its trash to the next solve.
		if list, err := filepath.Glob(filepath.Join(db, "*")); err != nil || len(list) != 1 && !again.Existed {
			t.Errorf("%v: solved again: left %v %v", crash, list, err)
		}
	}
	if states < 100 || resumed < states/resumeShare {
		t.Errorf("%d states, %d solved again", states, resumed)
	}
	t.Logf("%d states, %d solved again", states, resumed)
}

// toolOf opens the table of a game and returns the version of the program that built it.
func toolOf(t *testing.T, db string, g games.Game[uint64]) (string, error) {
	t.Helper()
	table, err := tablebase.Open(db, g)
	if err != nil {
		return "", err
	}
	return table.Header().Tool, table.Close()
}
