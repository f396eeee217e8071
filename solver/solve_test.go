package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
)

// drawPlan draws how to divide a tiny memory: runs spill to disk, layers stay
// there while they are solved, chunks, parts and pieces are a few states.
func drawPlan(t *rapid.T, words int) plan {
	return plan{
		workers: rapid.SampledFrom([]int{1, 2, 7}).Draw(t, "workers"),
		chunk:   rapid.IntRange(1, 9).Draw(t, "chunk"),
		buffer:  rapid.IntRange(1, 30).Draw(t, "buffer"),
		held:    int64(rapid.SampledFrom([]int{0, 100, 1000, 1 << 20}).Draw(t, "held")),
		window:  int64(rapid.SampledFrom([]int{0, 100, 1000, 1 << 20}).Draw(t, "window")),
		piece:   rapid.IntRange(1, 9).Draw(t, "piece"),
		limit:   DefaultLimit, words: words, every: checkpointEvery,
	}
}

func TestSolveRandomGames(t *testing.T) {
	for kind := Alternating; kind <= General; kind++ {
		t.Run(kind.String(), rapid.MakeCheck(func(t *rapid.T) {
			switch rapid.SampledFrom([]int{1, 1, 2, 4}).Draw(t, "words") {
			case 1:
				checkRandomGame[uint64](t, kind)
			case 2:
				checkRandomGame[[2]uint64](t, kind)
			case 4:
				checkRandomGame[[4]uint64](t, kind)
			}
		}))
	}
}

// checkRandomGame solves a random game under two plans and compares with the
// referee.
func checkRandomGame[S games.State](t *rapid.T, kind Kind) {
	g := namedGame[S]{newRandomGame[S](drawShape(t, kind))}
	want := judge[S](g)
	var stored *memoryStore[S]
	for range 2 {
		solution, store, err := solveOnce[S](t, g, drawPlan(t, games.Words[S]()))
		if err != nil {
			t.Fatal(err)
		}
		if err := want.check(solution, store); err != nil {
			t.Fatal(err)
		}
		if stored != nil {
			if err := sameContent(stored, store); err != nil {
				t.Fatal(err)
			}
		}
		stored = store
	}
}

// workDirectory makes a directory, in memory if the system has such: tests
// solve thousands of games, and each syncs its checkpoints.
func workDirectory() string {
	for _, parent := range []string{"/dev/shm", ""} {
		if work, err := os.MkdirTemp(parent, "zermelo-solve-*"); err == nil {
			return work
		}
	}
	panic("no directory for temporary files")
}

// solveOnce solves a game in a directory that it removes again, and tests that
// no run is left over.
func solveOnce[S games.State](t interface{ Context() context.Context }, g games.Game[S], p plan) (*Solution, *memoryStore[S], error) {
	work := workDirectory()
	defer os.RemoveAll(work)
	store := &memoryStore[S]{}
	solution, err := solveWith(t.Context(), g, any(g).(games.Layered[S]), work, p, new(Progress), store)
	if err != nil {
		return nil, nil, err
	}
	for _, pattern := range []string{"spill-*", "*.tmp", "*.work"} {
		if left, _ := filepath.Glob(filepath.Join(work, pattern)); len(left) > 0 {
			return nil, nil, fmt.Errorf("left over: %v", left)
		}
	}
	return solution, store, store.aligned()
}
