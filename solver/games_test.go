package solver

import (
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

// openGame opens a built-in variant.
func openGame(t testing.TB, spec string) games.Variant {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// smallPlan keeps nothing in memory and does everything in small steps.
func smallPlan(words int) plan {
	return plan{workers: 3, chunk: 50, buffer: 300, held: 5000, window: 3000, piece: 70, limit: DefaultLimit, words: words, every: checkpointEvery}
}

// TestGames compares small variants of all built-in games with the referee,
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
			switch g := openGame(t, spec).(type) {
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
	want := judge(g)
	for _, p := range []plan{smallPlan(games.Words[S]()), defaultPlan[S](t, g)} {
		solution, store := mustSolve(t, g, p)
		if err := want.check(solution, store); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d states, %d layers", len(want.values), len(want.layers))
}

// defaultPlan is the plan of a solve without options.
func defaultPlan[S games.State](t testing.TB, g games.Game[S]) plan {
	p, err := makePlan[S](t.TempDir(), g.(games.Layered[S]).Span(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWideLayers compares a game of layers that take several calls of Put, for
// any number of workers.
func TestWideLayers(t *testing.T) {
	g := newWideGame(4, 17500, 3)
	want := judge[uint64](g)
	var first *memoryStore[uint64]
	for _, workers := range []int{1, 2, 7} {
		p := defaultPlan[uint64](t, g)
		p.workers, p.chunk, p.buffer = workers, 1000, 5000
		if workers == 2 {
			p.held, p.window, p.piece = 0, 0, 3000
		}
		solution, store := mustSolve[uint64](t, g, p)
		if err := want.check(solution, store); err != nil {
			t.Fatal(err)
		}
		if err := store.aligned(); err != nil {
			t.Error(err)
		}
		if first == nil {
			first = store
		} else if err := sameContent(first, store); err != nil {
			t.Error(err)
		}
	}
	blocks := 0
	for _, b := range first.blocks {
		blocks = max(blocks, len(b))
	}
	if blocks < 2 {
		t.Error("no layer took several calls of Put")
	}
}
