package solver

import "testing"

// TestHexapawn compares with what is published: black wins on 3x3, in three of
// his moves (M. Gardner, "Mathematical Games", Scientific American, March
// 1962), white on 4x4 (https://en.wikipedia.org/wiki/Hexapawn).
func TestHexapawn(t *testing.T) {
	if payoff, plies := solveVariant[uint64](t, "hexapawn").start(t); payoff != 0 || plies != 6 {
		t.Errorf("3x3: white gets %d in %d plies, want 0 in 6", payoff, plies)
	}
	if payoff, _ := solveVariant[uint64](t, "octopawn").start(t); payoff != 100 {
		t.Errorf("4x4: white gets %d, want 100", payoff)
	}
}
