package table

import (
	"testing"

	"pgregory.net/rapid"

	_ "zermelo/games/gamestest" // for the flag -large
)

// TestCost tests that the cost grows with the work and stays within 8 bits and
// a fifth of the truth.
func TestCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64Range(1, 1<<62).Draw(t, "a"), rapid.Uint64Range(1, 1<<62).Draw(t, "b")
		if CostOf(a) < 1 || a <= b && CostOf(a) > CostOf(b) {
			t.Fatalf("costs %d and %d", CostOf(a), CostOf(b))
		}
		if w := WorkOf(CostOf(a)); w > a || w < a-a/5-1 {
			t.Fatalf("work %d read back as %d", a, w)
		}
	})
}
