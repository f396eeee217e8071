package tablebase_test

import (
	"testing"

	"zermelo/games"
	"zermelo/tablebase/tablebasetest"
)

func TestTiersHoldWhatWasPut(t *testing.T) {
	db := t.TempDir()
	g, want := tablebasetest.ExampleTiers()
	makeTiers(t, db, g, want)
	table := tablebasetest.Open[uint64](t, db, g)
	if err := tablebasetest.TiersRight(t, table, g, want); err != nil {
		t.Error(err)
	}
}

// TestStripsTakeRemoteness checks that a strip cached without remoteness is decoded
// again when the remoteness is needed.
func TestStripsTakeRemoteness(t *testing.T) {
	db := t.TempDir()
	g, want := tablebasetest.ExampleTiers()
	makeTiers(t, db, g, want)
	table := tablebasetest.Open[uint64](t, db, g)
	start := g.Start()
	for _, plies := range []bool{false, true} {
		got, err := table.Tiers.Cells(nil, []uint64{start}, plies)
		if err != nil {
			t.Fatal(err)
		}
		slot := games.Slot(start >> 1)
		if want := want.Cells[slot.Tier()][slot.Index()]; plies && got[0] != want {
			t.Errorf("%d, want %d", got[0], want)
		}
	}
}
