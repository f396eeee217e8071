package alphabeta

import (
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
)

// TestOthello computes black's lead on boards with published results: 3 discs
// to 11 on 4x4 and 20 to 4 on 4x6 (Takeshita, Ikeda, Sakamoto and Ito on
// perfect play in miniature Othello).
func TestOthello(t *testing.T) {
	for spec, want := range map[string]int{"othello": -8, "othello:size=4x6": 16, "othello:size=6x4": 16} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Searcher[uint64])
		for _, threads := range []int{1, 2} {
			table := table.New(g, 1<<20)
			a := New(g, table, search.Options{Threads: threads})
			low, high, err := a.Score(t.Context(), g.Start())
			a.Close()
			if err != nil || low != want || high != want {
				t.Errorf("%s with %d threads: lead %d..%d, %v, want %d", spec, threads, low, high, err, want)
			}
		}
	}
}
