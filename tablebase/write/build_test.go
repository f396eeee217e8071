package write

import (
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// build stores the table of a solved game.
func build[S games.State](t *testing.T, db string, g games.Game[S], s *tablebasetest.Solution[S]) {
	t.Helper()
	s.Build(t, begin(t, db, g, store.Options{Tool: "test"}))
}

func begin[S games.State](t *testing.T, db string, g games.Game[S], o store.Options) *Builder[S] {
	t.Helper()
	b, err := Create(db, g, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// buildTiers stores the table of a solved game with tiers.
func buildTiers(t *testing.T, db string, g games.Tiered[uint64], s *tablebasetest.TieredSolution) {
	t.Helper()
	s.Build(t, beginTiers(t, db, g, store.Options{Tool: "test"}))
}

func beginTiers(tb testing.TB, db string, g games.Tiered[uint64], o store.Options) *TierBuilder[uint64] {
	tb.Helper()
	b, err := CreateTiers(db, g, o)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}
