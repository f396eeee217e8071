package solve_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/job"
	"zermelo/solver/search/searchtest"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
	"zermelo/tablebase/verify"
)

func open(t *testing.T, spec string) games.Variant {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSolvingAgainFindsWhatIsStored solves games of each kind twice.
func TestSolvingAgainFindsWhatIsStored(t *testing.T) {
	for _, c := range []struct {
		spec   string
		method solve.Method
	}{
		{"tron:size=3x4", solve.Table}, {"coordination:rounds=2", ""}, {"dodgem", solve.Table}, {"connect4:size=3x3,connect=3", solve.Auto},
		{"tron:size=3x4", solve.AlphaBeta}, {"breakthrough:size=4x4,captures=diagonal", solve.PNS},
		{"kalah:pits=2,seeds=6", solve.Search}, {"dots-and-boxes:boxes=2x2", solve.PNS},
	} {
		v, db := open(t, c.spec), t.TempDir()
		var progress solve.Progress
		first, err := solve.Solve(t.Context(), db, v, solve.Options{Method: c.method, Progress: &progress})
		if err != nil || first.Existed || (first.Solution == nil) != (first.Proof != nil) {
			t.Errorf("%s by %q: %+v %v", c.spec, c.method, first, err)
			continue
		}
		if s := progress.Snapshot(); s.Phase == job.Starting {
			t.Errorf("%s by %q: no progress was told: %+v", c.spec, c.method, s)
		}
		again, err := solve.Solve(t.Context(), db, v, solve.Options{Method: c.method})
		if err != nil || !again.Existed {
			t.Errorf("%s by %q again: %+v %v", c.spec, c.method, again, err)
			continue
		}
		if first.Proof != nil {
			if again.Proof.Solution.Digest != first.Proof.Solution.Digest {
				t.Errorf("%s: another proof is stored", c.spec)
			}
			if n, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil || n.Positions == 0 {
				t.Errorf("%s: verified %+v of the proof: %v", c.spec, n, err)
			}
			continue
		}
		if again.Solution.Digest != first.Solution.Digest {
			t.Errorf("%s: another solution is stored", c.spec)
		}
		if r, err := verify.Stored(t.Context(), db, v, verify.Options{Workers: 1}); err != nil || r.Digest != first.Solution.Digest {
			t.Errorf("%s: %+v %v", c.spec, r, err)
		}
	}
}

// TestAutoSearchesWhereThereIsNoRoomForATable checks that Solve reports the reason for searching,
// and that it returns the stored proof the next time.
func TestAutoSearchesWhereThereIsNoRoomForATable(t *testing.T) {
	for _, spec := range []string{"breakthrough:size=4x4,captures=diagonal", "tron:size=4x4"} {
		v, db := open(t, spec), t.TempDir()
		var told solve.Choice
		o := solve.Options{Method: solve.Auto, Limit: 10, OnChoice: func(c solve.Choice) { told = c }}
		r, err := solve.Solve(t.Context(), db, v, o)
		var large *job.TooLargeError
		if err != nil || r.Proof == nil || told.Method != solve.Search || !errors.As(told.TooLarge, &large) {
			t.Errorf("%s: %+v %v, by %+v", spec, r, err, told)
			continue
		}
		if list, err := store.List(db); err != nil || len(list) == 0 || list[0].Partial {
			t.Errorf("%s: left %+v %v", spec, list, err)
		}
		if n, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil || n.Positions == 0 {
			t.Errorf("%s: verified %+v of the proof: %v", spec, n, err)
		}
		if again, err := solve.Solve(t.Context(), db, v, solve.Options{Method: solve.Auto}); err != nil || !again.Existed || again.Proof == nil {
			t.Errorf("%s again: %+v %v", spec, again, err)
		}
	}
}

// TestSmallGamesAreNotForecast solves games whose tables are built within a second.
func TestSmallGamesAreNotForecast(t *testing.T) {
	for _, spec := range []string{"tron:size=4x4", "breakthrough:size=3x4,captures=diagonal", "dodgem"} {
		progress := new(solve.Progress)
		told := false
		r, err := solve.Solve(t.Context(), t.TempDir(), open(t, spec), solve.Options{
			Method: solve.Auto, Progress: progress, OnChoice: func(solve.Choice) { told = true },
		})
		if err != nil || r.Solution == nil || told || progress.Forecast() != nil {
			t.Errorf("%s: %+v %v, told %v, forecast %v", spec, r, err, told, progress.Forecast())
		}
	}
}

// TestWhatCannotBeSolvedIsSaidByType checks the errors that carry data.
func TestWhatCannotBeSolvedIsSaidByType(t *testing.T) {
	db := t.TempDir()
	var noSearch *solve.NotSearchableError
	for _, spec := range []string{"coordination:rounds=2", "dobutsu"} {
		if _, err := solve.Solve(t.Context(), db, open(t, spec), solve.Options{Method: solve.AlphaBeta}); !errors.As(err, &noSearch) || noSearch.Label != spec {
			t.Errorf("%s: %v", spec, err)
		}
	}
	far := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Description: games.Info{Name: "far", Roles: []string{"a", "b"}, Total: 1000, Payoffs: []int{0, 1000}}}}
	for _, method := range []solve.Method{solve.AlphaBeta, solve.PNS, solve.Search} {
		if _, err := solve.Solve(t.Context(), db, games.Game[uint64](far), solve.Options{Method: method}); !errors.As(err, &noSearch) || !strings.Contains(err.Error(), "500") {
			t.Errorf("scores of 500, %s: %v", method, err)
		}
	}
	var enumerated *solve.NotTieredError
	if _, err := solve.Solve(t.Context(), db, open(t, "tron:size=3x4"), solve.Options{Until: "x"}); !errors.As(err, &enumerated) {
		t.Errorf("tron by tiers: %v", err)
	}
	var noTier *solve.NoTierError
	if _, err := solve.Solve(t.Context(), db, open(t, "quixo"), solve.Options{Until: "x"}); !errors.As(err, &noTier) || noTier.First == "" || noTier.Last == "" {
		t.Errorf("a tier that is not there: %v", err)
	}
	if list, err := store.List(db); err != nil || len(list) != 0 {
		t.Errorf("left %+v %v", list, err)
	}
}

// TestFinishedGameHasATable solves a game that is over at the start by each method.
func TestFinishedGameHasATable(t *testing.T) {
	for _, method := range solve.Methods() {
		r, err := solve.Solve(t.Context(), t.TempDir(), open(t, "breakthrough:size=4x4"), solve.Options{Method: method})
		if err != nil || r.Solution == nil || r.Solution.States() != 1 {
			t.Errorf("%s: %+v %v", method, r, err)
		}
	}
}

// TestInterruptedSearchKeepsWhatItProved interrupts a proof-number search and resumes it.
func TestInterruptedSearchKeepsWhatItProved(t *testing.T) {
	db, v := t.TempDir(), open(t, "breakthrough:size=6x5,captures=diagonal")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	progress := new(solve.Progress)
	go func() {
		for ctx.Err() == nil && progress.Snapshot().Done < 20_000 { // 1.7 million are needed
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, err := solve.Solve(ctx, db, v, solve.Options{Method: solve.PNS, Workers: 1, Progress: progress})
	var unfinished *solve.UnfinishedError
	if !errors.As(err, &unfinished) || !errors.Is(err, context.Canceled) || !unfinished.Kept || unfinished.Lost != nil {
		t.Fatalf("%+v %v", unfinished, err)
	}
	list, err := store.List(db)
	if err != nil || len(list) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	for _, s := range list {
		if variant, kind := store.VariantOf(s.Name); variant != v.Info().Name || kind != "known" && kind != "open" || s.Err != nil {
			t.Errorf("kept %+v", s)
		}
	}
}
