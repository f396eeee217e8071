package breakthrough

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// TestPerft compares with counts by an independent prover from the rule sheets. The
// counts of 8x8 with ones come from a separate program that moves characters in rows.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		spec            string
		perft, distinct []int64
		short           int // depth without -large
	}{
		{"breakthrough-small", []int64{16, 256, 4308, 71478, 1248290, 21470998}, []int64{16, 256, 2160, 18621, 115778, 737632}, 5},
		{"breakthrough-small-holes", []int64{10, 100, 1102, 11938}, []int64{10, 100, 606, 3769, 18177, 91736, 406653}, 6},
		{"breakthrough:size=8x8", []int64{22, 484, 11132, 256036}, []int64{22, 484, 5544, 63504}, 4},
		{"breakthrough:size=8x8,captures=diagonal", []int64{22, 484, 11132, 256036}, []int64{22, 484, 5544, 63504}, 4},
	} {
		t.Run(test.spec, func(t *testing.T) {
			g := open[[2]uint64](t, test.spec)
			if !gamestest.Large() {
				test.perft = test.perft[:min(test.short, len(test.perft))]
				test.distinct = test.distinct[:test.short]
			}
			if diff := cmp.Diff(test.perft, games.Perft(games.Game[[2]uint64](g), len(test.perft))); diff != "" {
				t.Errorf("perft (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.distinct, games.Distinct(games.Game[[2]uint64](g), len(test.distinct))); diff != "" {
				t.Errorf("distinct (-want +got):\n%s", diff)
			}
		})
	}
}
