package verify

import (
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/write"
)

// build writes the table of a solved game.
func build[S games.State](tb testing.TB, db string, g games.Game[S], s *tablebasetest.Solution[S]) {
	tb.Helper()
	b, err := write.Create(db, g, store.Options{Tool: "test"})
	if err != nil {
		tb.Fatal(err)
	}
	s.Build(tb, b)
}

// buildTiers writes the table of a solved game with tiers.
func buildTiers(tb testing.TB, db string, g games.Tiered[uint64], s *tablebasetest.TieredSolution) {
	tb.Helper()
	b, err := write.CreateTiers(db, g, store.Options{Tool: "test"})
	if err != nil {
		tb.Fatal(err)
	}
	s.Build(tb, b)
}
