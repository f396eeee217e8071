package layered

import (
	"math"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
)

// TestManySpilledRunsGiveTheSameSolution solves a game with more runs on disk
// than are merged together.
func TestManySpilledRunsGiveTheSameSolution(t *testing.T) {
	g := newWideGame(9, 3500, 3)
	want, stored := solveBy[uint64](t, g, defaultPlan[uint64](t, g))
	p := smallPlan(1)
	p.Chunk, p.Buffer, p.RunMemory, p.MinLinked = 40, 25, 0, math.MaxInt
	layered := games.Layered[uint64](g)
	e := newEnumeration(setup[uint64]{g, layered, t.TempDir(), p, new(job.Progress)})
	if _, err := e.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e.spills <= 2*runs.MaxFanIn || e.merger.Work.Open != runs.MaxFanIn {
		t.Errorf("%d runs were spilled and %d merged at once: nothing was tested", e.spills, e.merger.Work.Open)
	}
	got, store := solveBy[uint64](t, g, p)
	if got.Digest != want.Digest {
		t.Errorf("digest %016x, want %016x", got.Digest, want.Digest)
	}
	if err := sameContent(stored, store); err != nil {
		t.Error(err)
	}
}
