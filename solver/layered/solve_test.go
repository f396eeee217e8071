package layered

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// drawPlan draws a random plan with very little memory: runs are spilled, layers are
// in files while they are solved, and chunks and parts have a few states.
func drawPlan(t *rapid.T, words int) job.Plan {
	return job.Plan{
		Workers:     rapid.SampledFrom([]int{1, 2, 7}).Draw(t, "workers"),
		Chunk:       rapid.IntRange(1, 9).Draw(t, "chunk"),
		Buffer:      rapid.IntRange(1, 30).Draw(t, "buffer"),
		RunMemory:   int64(rapid.SampledFrom([]int{0, 100, 1000, 1 << 20}).Draw(t, "held")),
		Window:      int64(rapid.SampledFrom([]int{0, 100, 1000, 1 << 20}).Draw(t, "window")),
		Tables:      int64(rapid.SampledFrom([]int{0, 100, 1000, 1 << 20}).Draw(t, "tables")),
		Piece:       rapid.IntRange(1, 9).Draw(t, "piece"),
		MinLinked:   rapid.SampledFrom([]int{0, 20, math.MaxInt}).Draw(t, "linked"),
		SmallLayers: int64(rapid.SampledFrom([]int{0, 100, 1 << 20}).Draw(t, "small")),
		Limit:       job.DefaultLimit, Words: words, CheckpointInterval: job.CheckpointInterval, MaxCounted: math.MaxInt64,
	}
}

func TestSolveRandomGames(t *testing.T) {
	for kind := value.Alternating; kind <= value.General; kind++ {
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

// telling is a random game that recognizes terminal states.
type telling[S games.State] struct{ *solvertest.RandomGame[S] }

func (g telling[S]) IsTerminal(dst []bool, src []S) []bool {
	_, ends := g.Expand(nil, nil, src)
	from := int32(0)
	for _, end := range ends {
		dst = append(dst, end == from)
		from = end
	}
	return dst
}

// checkRandomGame solves a random game under two plans and compares the
// solutions with the reference solver.
func checkRandomGame[S games.State](t *rapid.T, kind value.Kind) {
	var g games.Game[S] = solvertest.NewRandomGame[S](solvertest.DrawShape(t, kind))
	if rapid.Bool().Draw(t, "tells where it is over") {
		g = telling[S]{g.(*solvertest.RandomGame[S])}
	}
	want := solveNaively[S](g)
	var stored *solvertest.MemoryStore[S]
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

// workDirectory creates a directory, in memory if the system supports it. The
// tests solve thousands of games, each of which syncs its checkpoints.
func workDirectory() string {
	for _, parent := range []string{"/dev/shm", ""} {
		if work, err := os.MkdirTemp(parent, "zermelo-solve-*"); err == nil {
			return work
		}
	}
	panic("no directory for temporary files")
}

// solveOnce solves a game in a temporary directory and tests that no temporary
// file is left.
func solveOnce[S games.State](t interface{ Context() context.Context }, g games.Game[S], p job.Plan) (*job.Solution, *solvertest.MemoryStore[S], error) {
	work := workDirectory()
	defer os.RemoveAll(work)
	store := &solvertest.MemoryStore[S]{}
	solution, err := solvePlanned(t.Context(), setup[S]{g, any(g).(games.Layered[S]), work, p, new(job.Progress)}, store)
	if err != nil {
		return nil, nil, err
	}
	for _, pattern := range []string{"spill-*", "*.tmp", "*.work"} {
		if left, _ := filepath.Glob(filepath.Join(work, pattern)); len(left) > 0 {
			return nil, nil, fmt.Errorf("left over: %v", left)
		}
	}
	return solution, store, store.Aligned()
}
