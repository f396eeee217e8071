package skirmish

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

// TestPerft compares with counts by an independent prover from the rule sheet.
func TestPerft(t *testing.T) {
	perft := []int64{4, 16, 96, 572, 4788, 39818}
	distinct := []int64{4, 16, 56, 197, 716, 2637, 7838, 23659, 68951, 197299}
	if testing.Short() {
		distinct = distinct[:8]
	}
	g := contract(open(t, "2pffa-zerosum"))
	if diff := cmp.Diff(perft, games.Perft(g, len(perft))); diff != "" {
		t.Errorf("perft (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(distinct, games.Distinct(g, len(distinct))); diff != "" {
		t.Errorf("distinct (-want +got):\n%s", diff)
	}
}
