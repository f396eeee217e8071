package solver

import "testing"

// TestDotsAndBoxes compares with published results. 1x1 can be worked out by
// hand, as the second player draws the fourth line; 2x2 is a win by 3-1 in
// Winning Ways (Berlekamp, Conway, Guy). The game's own tests compare 3x3.
func TestDotsAndBoxes(t *testing.T) {
	for _, c := range []struct {
		spec         string
		boxes, plies int // of the first player; of the whole game
	}{
		{"dots-and-boxes:boxes=1x1", 0, 4},
		{"dots-and-boxes:boxes=2x2", 3, 12},
	} {
		if boxes, plies := solveVariant[uint64](t, c.spec).start(t); boxes != c.boxes || plies != c.plies {
			t.Errorf("%s: %d boxes for the first player in %d plies, want %d in %d", c.spec, boxes, plies, c.boxes, c.plies)
		}
	}
}
