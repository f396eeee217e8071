package solver

import "testing"

// TestOthello compares with the published result of 4x4: white, who moves
// second, wins by 11 discs to 3, and by 13 to 3 where the winner gets the two
// empty cells.
func TestOthello(t *testing.T) {
	for spec, want := range map[string]int{"othello": -8, "othello:empties=winner": -10} {
		if lead, _ := solveVariant[uint64](t, spec).start(t); lead != want {
			t.Errorf("%s: black's lead is %d, want %d", spec, lead, want)
		}
	}
}
