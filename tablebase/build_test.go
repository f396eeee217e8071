package tablebase_test

import (
	"testing"

	"zermelo/games"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/write"
)

// makeTable stores the table of a solved game.
func makeTable[S games.State](tb testing.TB, db string, g games.Game[S], s *tablebasetest.Solution[S]) {
	tb.Helper()
	b, err := write.Create(db, g, store.Options{Tool: "test"})
	if err != nil {
		tb.Fatal(err)
	}
	s.Build(tb, b)
}

// makeTiers stores the table of a solved game with tiers.
func makeTiers(tb testing.TB, db string, g games.Tiered[uint64], s *tablebasetest.TieredSolution) {
	tb.Helper()
	b, err := write.CreateTiers(db, g, store.Options{Tool: "test"})
	if err != nil {
		tb.Fatal(err)
	}
	s.Build(tb, b)
}
