package tablebase_test

import (
	"slices"
	"testing"

	"zermelo/solver/value"
	"zermelo/tablebase/tablebasetest"
)

// TestTieredGame checks that the game used in other tests has all kinds of values.
func TestTieredGame(t *testing.T) {
	_, want := tablebasetest.ExampleTiers()
	for i, tier := range want.Tiers {
		t.Logf("%d: %+v", i, tier.TierStats)
	}
	last := want.Tiers[2].TierStats
	if last.Draws == 0 || len(last.WinsIn) < 6 || len(last.LossesIn) < 6 || last.Used == last.Terminals {
		t.Errorf("%+v", last)
	}
	if !slices.ContainsFunc(want.Cells[2], func(c value.Cell) bool { return c == value.Unused }) {
		t.Error("no index is unused")
	}
}
