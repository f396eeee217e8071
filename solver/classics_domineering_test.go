package solver

import (
	"fmt"
	"testing"
)

// TestDomineering compares with the outcomes of D. M. Breuker, J. W. H. M.
// Uiterwijk and H. J. van den Herik, "Solving 8x8 Domineering", Theoretical
// Computer Science 230 (2000), and M. Lachmann, C. Moore and I. Rapaport, "Who
// wins Domineering on rectangular boards?" (2000): V and H for boards that
// Vertical and Horizontal win whoever begins, 1 and 2 for those that the first
// and the second player win. The row is the number of rows of the board, the
// place in it that of columns.
func TestDomineering(t *testing.T) {
	begins := map[[2]int]int{} // what who begins gets, by columns and rows as Vertical sees them
	begin := func(columns, rows int) int {
		board := [2]int{columns, rows}
		if _, known := begins[board]; !known {
			begins[board], _ = solveVariant[uint64](t, fmt.Sprintf("domineering:size=%dx%d", columns, rows)).start(t)
		}
		return begins[board]
	}
	for i, outcomes := range []string{
		"2HHHHHHHHHHH",
		"V11HV11HV11H2",
		"V11HHHHH",
		"VVV1V1",
		"VHVH2",
		"V1V1",
	} {
		for j, outcome := range outcomes {
			rows, columns := i+1, j+1
			if testing.Short() && rows*columns > 16 {
				continue
			}
			// With the sides exchanged the players change places.
			vertical, horizontal := begin(columns, rows), begin(rows, columns)
			got := map[[2]int]rune{{100, 100}: '1', {0, 0}: '2', {100, 0}: 'V', {0, 100}: 'H'}[[2]int{vertical, horizontal}]
			if got != outcome {
				t.Errorf("%d rows, %d columns: %c, want %c", rows, columns, got, outcome)
			}
		}
	}
}
