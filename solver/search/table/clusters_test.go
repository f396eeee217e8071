package table

import (
	"testing"

	"pgregory.net/rapid"

	_ "zermelo/games/gamestest" // defines the flag -large
)

// TestCost checks that costs are monotonic, fit into 8 bits and have a relative
// error of at most one fifth.
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
