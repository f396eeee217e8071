package solver

import (
	"errors"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// unlayered is a game without layers.
type unlayered struct{ games.Game[uint64] }

func TestNotLayered(t *testing.T) {
	joint := solvertest.Open(t, "tron:size=4x3,turns=simultaneous").(games.Game[uint64])
	_, err := Solve[uint64](t.Context(), unlayered{joint}, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{})
	if !errors.Is(err, ErrNotLayered) || !strings.Contains(err.Error(), "tron") {
		t.Errorf("error %v", err)
	}
}
