package solver

import (
	"runtime/debug"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/solvertest"
)

// TestSolvesLeaveTheMemoryLimitOfTheProcess tests that a solve with a memory
// limit does not change the limit of the process, which may run other solves.
func TestSolvesLeaveTheMemoryLimitOfTheProcess(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	same := func() {
		if now := debug.SetMemoryLimit(-1); now != before {
			t.Fatalf("the limit of the process is %d while a game is solved, %d before", now, before)
		}
	}
	o := job.Options{Memory: job.MinMemory, Workers: 1}
	layered := solvertest.Hook[uint64](solvertest.NewRandomGame[uint64](solvertest.Shape{Layers: 3, Span: 1, Width: 20, MaxMoves: 2}), func(int64) { same() })
	if _, err := Solve[uint64](t.Context(), layered, t.TempDir(), &solvertest.MemoryStore[uint64]{}, o); err != nil {
		t.Fatal(err)
	}
	g := solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 2, Width: 50, Moves: 3, Seed: 3})
	tiered := games.Tiered[uint64](solvertest.Called{RetroGame: solvertest.RetroGame{CyclicGame: g}, Call: same})
	if _, err := retro.SolveTiers(t.Context(), tiered, t.TempDir(), solvertest.NewMemoryTiers(g.TierList), o); err != nil {
		t.Fatal(err)
	}
	if _, err := retro.SolveTiersUntil(t.Context(), tiered, 1, t.TempDir(), solvertest.NewMemoryTiers(g.TierList), o); err != nil {
		t.Fatal(err)
	}
}
