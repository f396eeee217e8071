package tablebase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
)

func TestTiersHoldWhatWasPut(t *testing.T) {
	db := t.TempDir()
	g, want := exampleTiers()
	buildTiers(t, db, g, want)
	table := open[uint64](t, db, g)
	if err := tiersRight(t, table, g, want); err != nil {
		t.Error(err)
	}
}

// TestStripsTakeRemoteness tests that a strip that was cached without remoteness
// is cached with it once that was needed.
func TestStripsTakeRemoteness(t *testing.T) {
	db := t.TempDir()
	g, want := exampleTiers()
	buildTiers(t, db, g, want)
	table := open[uint64](t, db, g)
	start := g.Start()
	for _, plies := range []bool{false, true} {
		if _, err := table.Cells(nil, []uint64{start}, plies); err != nil {
			t.Fatal(err)
		}
		slot := games.Slot(start >> 1)
		s := table.tiers.strips.get(place{int32(slot.Tier()), int32(slot.Index() / stripCells)})
		if s == nil || s.plies != plies {
			t.Errorf("plies %v: cached %+v", plies, s)
		}
	}
}

// tiersRight asks a table for everything. What it says must be right, or an
// error.
func tiersRight(t *testing.T, table *Table[uint64], g tiered, want *tieredSolution) error {
	t.Helper()
	for tier, cells := range want.cells {
		var states []uint64
		var values []value.Cell
		for i, cell := range cells {
			if cell != value.Unused {
				states = append(states, uint64(games.SlotOf(tier, uint64(i)))<<1|rand.Uint64N(2))
				values = append(values, cell)
			}
		}
		rand.Shuffle(len(states), func(i, j int) {
			states[i], states[j] = states[j], states[i]
			values[i], values[j] = values[j], values[i]
		})
		wdl, err := table.Cells(nil, states, false)
		if err != nil {
			return err
		}
		got, err := table.Cells(nil, states, true)
		if err != nil {
			return err
		}
		if !slices.Equal(got, values) {
			t.Errorf("tier %d: wrong cells", tier)
		}
		outcomes, err := table.Probe(nil, states)
		if err != nil {
			return err
		}
		for i, cell := range values {
			if wdl[i]&3 != cell&3 {
				t.Errorf("tier %d: outcome %d, want %d", tier, wdl[i], cell)
			}
			payoff, plies := int16(50), -1
			if cell.IsWin() || cell.IsLoss() {
				payoff, plies = 100, cell.Remoteness()
				if cell.IsWin() != (states[i]&1 == 0) {
					payoff = 0
				}
			} else if len(g.after(games.Slot(states[i]>>1))) == 0 {
				plies = 0
			}
			o := outcomes[i]
			if o.Payoff[0].Num().Int64() != int64(payoff) || o.Remoteness != plies {
				t.Fatalf("tier %d, %x: %s, want %d in %d", tier, states[i], show(o), payoff, plies)
			}
		}
	}
	return nil
}
