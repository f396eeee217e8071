package retro

import (
	"context"
	"errors"
	"os"
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// TestTiersLongestRemoteness solves lines of play whose lengths are the maximum
// remoteness and one ply more.
func TestTiersLongestRemoteness(t *testing.T) {
	for _, workers := range []int{1, 3} {
		game := chainGame(value.MaxCellRemoteness+1, [][]int{{1}})
		_, store := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: game}, workers)
		for i, got := range store.Cells[0] {
			want := value.Loss(i)
			if i%2 == 1 {
				want = value.Win(i)
			}
			if got != want {
				t.Fatalf("%d workers: cell %d is %#x, want %#x", workers, i, got, want)
			}
		}
		game = chainGame(value.MaxCellRemoteness+2, [][]int{{1}})
		_, err := SolveTiers(t.Context(), solvertest.RetroGame{CyclicGame: game}, t.TempDir(), solvertest.NewMemoryTiers(game.TierList), job.Options{Workers: workers})
		if err == nil {
			t.Errorf("%d workers: a line of %d plies is solved", workers, value.MaxCellRemoteness+1)
		}
	}
}

// TestTiersReverseGraphTooLarge tests that the error for an oversized reverse
// graph reports the exact memory requirement.
func TestTiersReverseGraphTooLarge(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 1, Width: 20_000, Moves: 4, Exchange: true, Seed: 11})
	solve := func(memory int64) error {
		r, err := newRetrograde(g, nil, t.TempDir(), solvertest.NewMemoryTiers(g.TierList), job.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		r.memory = memory - job.ProgramMemory
		_, err = r.run(t.Context())
		return err
	}
	const little = job.ProgramMemory + 1<<15
	var large *TierTooLargeError
	if err := solve(little); !errors.As(err, &large) || large.Memory != little {
		t.Fatalf("error %v, want a limit of %d bytes", err, little)
	}
	if err := solve(large.Need); err != nil {
		t.Errorf("with the required %d bytes: %v", large.Need, err)
	}
	if err := solve(large.Need - 1); !errors.As(err, &large) {
		t.Errorf("with one byte less than required: %v", err)
	}
}

// TestTiersReverseGraphIsCountedFirst tests that an oversized reverse graph is
// rejected before the first pass. If the counters alone do not fit, it must be
// rejected without counting.
func TestTiersReverseGraphIsCountedFirst(t *testing.T) {
	expanded := 0
	g := hookedForward{solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 1, Width: 20_000, Moves: 4, Exchange: true, Seed: 11}), func(n int) { expanded += n }}
	solution, _ := mustSolveTiers(t, g, 1)
	expanded = 0
	r, err := newRetrograde(g, nil, t.TempDir(), solvertest.NewMemoryTiers(g.TierList), job.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	r.memory = 150_000
	var large *TierTooLargeError
	if _, err := r.run(t.Context()); !errors.As(err, &large) || large.InProgress {
		t.Errorf("error %v, want TierTooLargeError with Begun false", err)
	}
	if n, one := int64(expanded), solution.Tiers[0].Used; n != one {
		t.Errorf("%d positions were expanded, want the %d of one pass", n, one)
	}
	huge := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 1, Width: 10, Moves: 1, Seed: 1})
	huge.TierList[0].Size = 12_000_000
	o := job.Options{Workers: 1, Memory: job.MinMemory}
	if _, err := newRetrograde(huge, nil, t.TempDir(), solvertest.NewMemoryTiers(huge.TierList), o); !errors.As(err, &large) {
		t.Errorf("error %v, want TierTooLargeError", err)
	}
	if _, err := newRetrograde(solvertest.RetroGame{CyclicGame: huge}, nil, t.TempDir(), solvertest.NewMemoryTiers(huge.TierList), o); err != nil {
		t.Errorf("with games.Retro: %v", err)
	}
}

// TestForecastCountsTheReverseGraph compares the memory forecast with and
// without games.Retro.
func TestForecastCountsTheReverseGraph(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 1, Width: 20_000, Moves: 4, Exchange: true, Seed: 11})
	with, err := ForecastTiers(t.Context(), solvertest.RetroGame{CyclicGame: g}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	without, err := ForecastTiers[uint64](t.Context(), g, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if more := without[0].Memory - with[0].Memory; more <= 4*int64(g.TierList[0].Size) {
		t.Errorf("the reverse graph adds %d bytes, want 4 for each of %d indexes and for each ply", more, g.TierList[0].Size)
	}
}

// TestTiersPagesRemoved tests that a solve removes the page file of a crashed
// solve.
func TestTiersPagesRemoved(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 2, Width: 50, Moves: 3, Seed: 3})
	r, err := newRetrograde(solvertest.RetroGame{CyclicGame: g}, nil, t.TempDir(), solvertest.NewMemoryTiers(g.TierList), job.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.pagesPath(), make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(r.pagesPath()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s was not removed: %v", r.pagesPath(), err)
	}
}

// TestTierAtWorkComesFirst interrupts a solve of one tier and then solves all
// tiers. The tier with a snapshot must be resumed first, even though earlier
// tiers are unsolved.
func TestTierAtWorkComesFirst(t *testing.T) {
	// The second tier has no plies to the first.
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 2, Width: 40_000, Moves: 3, Exchange: true, Seed: 5})
	g = dropLower(g)
	want, whole := mustSolveTiers(t, solvertest.RetroGame{CyclicGame: g}, 1)
	work, store := t.TempDir(), solvertest.NewMemoryTiers(g.TierList)
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	_, err := SolveTiersUntil(ctx, solvertest.Called{RetroGame: solvertest.RetroGame{CyclicGame: g}, Call: func() {
		if calls++; calls == 20 {
			cancel()
		}
	}}, 1, work, store, job.Options{Workers: 1})
	if err != context.Canceled {
		t.Fatalf("error %v", err)
	}
	progress := new(job.Progress)
	var first job.Snapshot
	calls = 0
	solution, err := SolveTiers(t.Context(), solvertest.Called{RetroGame: solvertest.RetroGame{CyclicGame: g}, Call: func() {
		if calls++; calls == 1 {
			first = progress.Snapshot()
		}
	}}, work, store, job.Options{Workers: 1, Progress: progress})
	if err != nil {
		t.Fatal(err)
	}
	if first.Layer != 1 || first.Done == 0 {
		t.Errorf("the solve resumes at tier %d with %d done, want tier 1 with its progress", first.Layer, first.Done)
	}
	if err := sameTiers(want, solution, whole, store); err != nil {
		t.Fatal(err)
	}
}

// dropLower removes the plies between tiers from a game.
func dropLower(g *solvertest.CyclicGame) *solvertest.CyclicGame {
	for i := range g.TierList {
		g.TierList[i].Lower = nil
	}
	for i := range g.Classes {
		c := &g.Classes[i]
		links := c.Links[:0]
		for _, l := range c.Links {
			if g.Classes[l].Tier == c.Tier {
				links = append(links, l)
			}
		}
		c.Links = links
	}
	return g
}

// hookedContext is cancelled when cond returns true during a call to Err.
type hookedContext struct {
	context.Context
	cancel context.CancelFunc
	cond   func() bool
}

func (c hookedContext) Err() error {
	if c.cond() {
		c.cancel()
	}
	return c.Context.Err()
}

// TestTiersInterruptHidesNothing interrupts a solve while the store fails to
// store the previous tier. The solve must return the error of the store.
func TestTiersInterruptHidesNothing(t *testing.T) {
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 2, Width: 50, Moves: 3, Seed: 8})
	failure := errors.New("no room")
	inner, cancel := context.WithCancel(t.Context())
	defer cancel()
	store := hookedTiers{solvertest.NewMemoryTiers(g.TierList), func(int) error {
		<-inner.Done()
		return failure
	}}
	r, err := newRetrograde[uint64](solvertest.RetroGame{CyclicGame: g}, nil, t.TempDir(), store, job.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	// A tier is finalized after its last round.
	ctx := hookedContext{inner, cancel, func() bool { return r.saved.Round > value.MaxCellRemoteness && r.prog.Snapshot().Layer == 1 }}
	if _, err := r.run(ctx); err != failure {
		t.Errorf("error %v, want %v", err, failure)
	}
}
