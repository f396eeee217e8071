package solver

import (
	"testing"

	"zermelo/games/gamestest"
)

// TestConnect4Positions compares the positions counted without symmetry,
// terminal ones included, with the numbers that are published for these boards
// (columns x rows; the table at tromp.github.io/c4/c4.html).
func TestConnect4Positions(t *testing.T) {
	boards := map[string]int64{"connect4:size=4x4": 161029, "connect4:size=4x5": 1706255}
	if gamestest.Large() {
		boards["connect4:size=5x4"] = 3945711
	}
	for spec, want := range boards {
		s := solveVariant[uint64](t, spec)
		if got := s.solution.RawStates; got != want {
			t.Errorf("%s: %d positions, want %d", spec, got, want)
		}
		if score, plies := s.start(t); score != 0 || plies != s.game.Info().Total+len(s.layers)-1 {
			t.Errorf("%s: score %d in %d plies, want a draw on a full board", spec, score, plies)
		}
	}
}
