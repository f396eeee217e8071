package tablebasetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// Damaged opens the table in db and reads all of it. Each result must be correct,
// unless there is an error, which Damaged returns.
func Damaged[S games.State](t *testing.T, db string, g games.Game[S], want *Solution[S]) error {
	t.Helper()
	table, err := tablebase.Open(db, g)
	if err != nil {
		return err
	}
	defer func() {
		if err := table.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}()
	for layer, states := range want.StatesOf {
		got, err := table.Probe(nil, states)
		if err != nil {
			return err
		}
		for i, s := range states {
			if got[i].Hash() != want.OutcomeOf[s].Hash() {
				t.Errorf("wrong answer for %x", s)
			}
		}
		at := 0
		for b, err := range table.Blocks(layer) {
			if err != nil {
				return err
			}
			if !slices.Equal(b.Values, want.ValuesOf[layer][at:at+len(b.Values)]) {
				t.Errorf("wrong values in layer %d", layer)
			}
			at += len(b.Values)
		}
	}
	return nil
}

// TiersRight reads a whole tiered table. Each result must be correct, unless there
// is an error, which TiersRight returns.
func TiersRight(t *testing.T, table *tablebase.Table[uint64], g Tiered, want *TieredSolution) error {
	t.Helper()
	for tier, cells := range want.Cells {
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
		wdl, err := table.Tiers.Cells(nil, states, false)
		if err != nil {
			return err
		}
		got, err := table.Tiers.Cells(nil, states, true)
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
			} else if len(g.After(games.Slot(states[i]>>1))) == 0 {
				plies = 0
			}
			o := outcomes[i]
			if o.Payoff[0].Num().Int64() != int64(payoff) || o.Remoteness != plies {
				t.Fatalf("tier %d, %x: %v, want %d in %d", tier, states[i], o, payoff, plies)
			}
		}
	}
	return nil
}
