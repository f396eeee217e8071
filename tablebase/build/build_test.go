package build_test

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
	"zermelo/tablebase/build"
	"zermelo/tablebase/proof"
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

// TestSolvingAgainFindsWhatIsStored solves games of each kind, each twice.
func TestSolvingAgainFindsWhatIsStored(t *testing.T) {
	for _, c := range []struct {
		spec   string
		method build.Method
	}{
		{"tron:size=3x4", build.Table}, {"coordination:rounds=2", ""}, {"dodgem", build.Table}, {"connect4:size=3x3,connect=3", build.Auto},
		{"tron:size=3x4", build.AlphaBeta}, {"breakthrough:size=4x4,captures=diagonal", build.PNS},
		{"kalah:pits=2,seeds=6", build.Search}, {"dots-and-boxes:boxes=2x2", build.PNS},
	} {
		v, db := open(t, c.spec), t.TempDir()
		var progress build.Progress
		first, err := build.Solve(t.Context(), db, v, build.Options{Method: c.method, Progress: &progress})
		if err != nil || first.Existed || (first.Solution == nil) != (first.Proof != nil) {
			t.Errorf("%s by %q: %+v %v", c.spec, c.method, first, err)
			continue
		}
		if s := progress.Snapshot(); s.Phase == job.Starting {
			t.Errorf("%s by %q: no progress was told: %+v", c.spec, c.method, s)
		}
		again, err := build.Solve(t.Context(), db, v, build.Options{Method: c.method})
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

// TestAutoSearchesWhereThereIsNoRoomForATable tells why it does, and finds the proof the
// next time.
func TestAutoSearchesWhereThereIsNoRoomForATable(t *testing.T) {
	for _, spec := range []string{"breakthrough:size=4x4,captures=diagonal", "tron:size=4x4"} {
		v, db := open(t, spec), t.TempDir()
		var told build.Choice
		o := build.Options{Method: build.Auto, Limit: 10, Chosen: func(c build.Choice) { told = c }}
		r, err := build.Solve(t.Context(), db, v, o)
		var large *job.TooLargeError
		if err != nil || r.Proof == nil || told.Method != build.Search || !errors.As(told.TooLarge, &large) {
			t.Errorf("%s: %+v %v, by %+v", spec, r, err, told)
			continue
		}
		if list, err := store.List(db); err != nil || len(list) == 0 || list[0].Partial {
			t.Errorf("%s: left %+v %v", spec, list, err)
		}
		if n, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil || n.Positions == 0 {
			t.Errorf("%s: verified %+v of the proof: %v", spec, n, err)
		}
		if again, err := build.Solve(t.Context(), db, v, build.Options{Method: build.Auto}); err != nil || !again.Existed || again.Proof == nil {
			t.Errorf("%s again: %+v %v", spec, again, err)
		}
	}
}

// TestSmallGamesAreNotForecast takes games that a table solves at once.
func TestSmallGamesAreNotForecast(t *testing.T) {
	for _, spec := range []string{"tron:size=4x4", "breakthrough:size=3x4,captures=diagonal", "dodgem"} {
		progress := new(build.Progress)
		told := false
		r, err := build.Solve(t.Context(), t.TempDir(), open(t, spec), build.Options{
			Method: build.Auto, Progress: progress, Chosen: func(build.Choice) { told = true },
		})
		if err != nil || r.Solution == nil || told || progress.Forecast() != nil {
			t.Errorf("%s: %+v %v, told %v, forecast %v", spec, r, err, told, progress.Forecast())
		}
	}
}

// TestWhatCannotBeSolvedIsSaidByType covers the errors that carry data.
func TestWhatCannotBeSolvedIsSaidByType(t *testing.T) {
	db := t.TempDir()
	var noSearch *build.NotSearchableError
	for _, spec := range []string{"coordination:rounds=2", "dobutsu", "breakthrough:size=4x4"} {
		if _, err := build.Solve(t.Context(), db, open(t, spec), build.Options{Method: build.AlphaBeta}); !errors.As(err, &noSearch) || noSearch.Label != spec {
			t.Errorf("%s: %v", spec, err)
		}
	}
	far := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Description: games.Info{Name: "far", Roles: []string{"a", "b"}, Total: 1000, Payoffs: []int{0, 1000}}}}
	for _, method := range []build.Method{build.AlphaBeta, build.PNS, build.Search} {
		if _, err := build.Solve(t.Context(), db, games.Game[uint64](far), build.Options{Method: method}); !errors.As(err, &noSearch) || !strings.Contains(err.Error(), "500") {
			t.Errorf("scores of 500, %s: %v", method, err)
		}
	}
	var enumerated *build.NotTieredError
	if _, err := build.Solve(t.Context(), db, open(t, "tron:size=3x4"), build.Options{Until: "x"}); !errors.As(err, &enumerated) {
		t.Errorf("tron by tiers: %v", err)
	}
	var noTier *build.NoTierError
	if _, err := build.Solve(t.Context(), db, open(t, "quixo"), build.Options{Until: "x"}); !errors.As(err, &noTier) || noTier.First == "" || noTier.Last == "" {
		t.Errorf("a tier that is not there: %v", err)
	}
	if list, err := store.List(db); err != nil || len(list) != 0 {
		t.Errorf("left %+v %v", list, err)
	}
}

// TestInterruptedSearchKeepsWhatItProved stops a proof-number search and goes on.
func TestInterruptedSearchKeepsWhatItProved(t *testing.T) {
	db, v := t.TempDir(), open(t, "breakthrough:size=6x5,captures=diagonal")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	progress := new(build.Progress)
	go func() {
		for ctx.Err() == nil && progress.Snapshot().Done < 20_000 { // of 1.7 million
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, err := build.Solve(ctx, db, v, build.Options{Method: build.PNS, Workers: 1, Progress: progress})
	var unfinished *build.UnfinishedError
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
