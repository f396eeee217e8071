package solver

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// unlayered is a game without layers.
type unlayered struct {
	games.Game[uint64]
	games.Simultaneous[uint64]
}

// TestLayersDoNotChangeTheValue solves a game with and without its layers.
func TestLayersDoNotChangeTheValue(t *testing.T) {
	joint := solvertest.Open(t, "tron:size=4x3,turns=simultaneous").(games.Game[uint64])
	layered, _ := mustSolve(t, joint)
	got, err := Solve[uint64](t.Context(), unlayered{joint, joint.(games.Simultaneous[uint64])}, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := layered.Outcomes.Of(layered.Start), got.Outcomes.Of(got.Start); a.Key() != b.Key() {
		t.Errorf("without layers %s, with layers %s", b.Key(), a.Key())
	}
}
