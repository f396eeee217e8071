package layered

import (
	"math"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// smallPlan returns a plan with little memory, small buffers and small chunks.
func smallPlan(words int) job.Plan {
	return job.Plan{Workers: 3, Chunk: 50, Buffer: 300, RunMemory: 5000, Window: 3000, Tables: 4000, Piece: 70, Limit: job.DefaultLimit, Words: words, CheckpointInterval: job.CheckpointInterval, MaxCounted: math.MaxInt64}
}

// TestGames compares small variants of all built-in games with the reference solver,
// state by state.
func TestGames(t *testing.T) {
	specs := []string{
		"tron:size=4x4", "tron:size=4x3", "tron:size=4x4,edge=error", "tron:size=5x4,walls=ring", "tron:size=5x5,walls=ring",
		"tron:size=4x4,turns=simultaneous", "tron:size=4x3,turns=simultaneous,edge=error", "tron:size=5x5,turns=simultaneous,walls=ring", "snake2p",
		"breakthrough:size=3x4", "breakthrough:size=2x5,captures=diagonal", "breakthrough:size=3x5", "breakthrough:size=3x5,rows=1,holes=2.3",
		"coordination", "coordination:rounds=3,reward=7", "gt-coordination", "gt-coordination:rounds=4",
		"skirmish:inner=3,steps=9", "skirmish:inner=3,steps=8,respawn=captured", "skirmish:inner=3,steps=6,respawn=every-ply",
		"skirmish:inner=5,steps=5", "skirmish:inner=3,steps=8,steps-may=capture,leaps-may=move",
		"dots-and-boxes:boxes=1x3", "dots-and-boxes:boxes=2x2,start=swedish", "hex:size=2x3", "hex:size=2x2,swap=yes",
		"kalah:pits=2,seeds=3", "kalah:pits=3,seeds=1,end=turn",
		"tictactoe", "tictactoe:size=4x2,misere=yes", "nim", "nim:piles=4+6,take=3,misere=yes", "chomp", "chomp:size=4x4",
		"domineering:size=4x3", "clobber:size=3x3", "clobber:size=4x2", "hexapawn",
	}
	if gamestest.Large() {
		specs = append(specs, "breakthrough:size=3x4,captures=diagonal", "breakthrough:size=4x4,rows=1", "dots-and-boxes:boxes=2x2", "hex:size=3x3", "othello")
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			switch g := solvertest.Open(t, spec).(type) {
			case games.Game[uint64]:
				checkGame(t, g)
			case games.Game[[2]uint64]:
				checkGame(t, g)
			case games.Game[[4]uint64]:
				checkGame(t, g)
			}
		})
	}
}

func checkGame[S games.State](t *testing.T, g games.Game[S]) {
	want := solveNaively(g)
	for _, p := range []job.Plan{smallPlan(games.Words[S]()), defaultPlan[S](t, g)} {
		solution, store := solveBy(t, g, p)
		if err := want.check(solution, store); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d states, %d layers", len(want.Values), len(want.Layers))
}

// defaultPlan is the plan of a solve without options.
func defaultPlan[S games.State](t testing.TB, g games.Game[S]) job.Plan {
	p, err := job.MakePlan[S](t.TempDir(), g.(games.Layered[S]).Span(), job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWideLayers compares solutions of a game whose layers require several
// calls to Put, for different numbers of workers.
func TestWideLayers(t *testing.T) {
	g := newWideGame(4, 17500, 3)
	want := solveNaively[uint64](g)
	var first *solvertest.MemoryStore[uint64]
	for _, workers := range []int{1, 2, 7} {
		p := defaultPlan[uint64](t, g)
		p.Workers, p.Chunk, p.Buffer = workers, 1000, 5000
		if workers == 2 {
			p.RunMemory, p.Window, p.Tables, p.Piece = 0, 0, 0, 3000
		}
		solution, store := solveBy[uint64](t, g, p)
		if err := want.check(solution, store); err != nil {
			t.Fatal(err)
		}
		if err := store.Aligned(); err != nil {
			t.Error(err)
		}
		if first == nil {
			first = store
		} else if err := sameContent(first, store); err != nil {
			t.Error(err)
		}
	}
	blocks := 0
	for _, b := range first.Blocks {
		blocks = max(blocks, len(b))
	}
	if blocks < 2 {
		t.Error("no layer took several calls of Put")
	}
}

// solveBy solves a game under a plan, in a new work directory.
func solveBy[S games.State](t testing.TB, g games.Game[S], p job.Plan) (*job.Solution, *solvertest.MemoryStore[S]) {
	t.Helper()
	store := &solvertest.MemoryStore[S]{}
	solution, err := solvePlanned(t.Context(), setup[S]{g, g.(games.Layered[S]), t.TempDir(), p, new(job.Progress)}, store)
	if err != nil {
		t.Fatal(err)
	}
	return solution, store
}
