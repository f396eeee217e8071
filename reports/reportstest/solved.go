// Package reportstest provides games and tables for testing reports.
//
// A Naive table computes values by plain recursion. The games in this package use a Naive table,
// a table on disk, or stored search results.
package reportstest

import (
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// NaiveGame returns a built-in game that uses a Naive table.
func NaiveGame(t *testing.T, spec string) solved.Game {
	t.Helper()
	v := Variant(t, spec)
	solution := &job.Solution{Outcomes: value.Outcomes{Kind: value.KindOf(v.Info()), Total: v.Info().Total}}
	return games.ByState(v, naiveGame[uint64], naiveGame[[2]uint64], naiveGame[[4]uint64])(solution)
}

func naiveGame[S games.State](g games.Game[S]) func(*job.Solution) solved.Game {
	return func(solution *job.Solution) solved.Game { return solved.New(g, NewNaive(g), solution) }
}

// discard is a store that discards all values.
type discard[S games.State] struct{}

func (discard[S]) Put(int, []S, []value.Value) error { return nil }

func (discard[S]) Sync() error { return nil }

// SolvedGame returns a built-in game that uses the solver's solution and a Naive table.
func SolvedGame(t *testing.T, spec string) solved.Game {
	t.Helper()
	return SolvedVariant(t, Variant(t, spec))
}

// SolvedVariant is like SolvedGame, but takes an open variant.
func SolvedVariant(t *testing.T, v games.Variant) solved.Game {
	t.Helper()
	return games.ByState(v, solvedGame[uint64], solvedGame[[2]uint64], solvedGame[[4]uint64])(t)
}

func solvedGame[S games.State](g games.Game[S]) func(t *testing.T) solved.Game {
	return func(t *testing.T) solved.Game {
		t.Helper()
		solution, err := solver.Solve(t.Context(), g, t.TempDir(), discard[S]{}, job.Options{Workers: 2, Memory: job.MinMemory})
		if err != nil {
			t.Fatal(err)
		}
		return solved.New(g, NewNaive(g), solution)
	}
}

// StoredGame is like StoredVariant, but takes the name of a built-in game. It also returns the
// variant.
func StoredGame(t *testing.T, spec string) (solved.Game, games.Variant) {
	t.Helper()
	v := Variant(t, spec)
	return StoredVariant(t, v), v
}

// StoredVariant solves a game and returns it. The game uses the table on disk.
func StoredVariant(t *testing.T, v games.Variant) solved.Game {
	t.Helper()
	db := t.TempDir()
	Store(t, db, v)
	b, err := solved.Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// Store solves a game and writes its table to db.
func Store(t *testing.T, db string, v games.Variant) {
	t.Helper()
	if _, err := solve.Solve(t.Context(), db, v, solve.Options{Workers: 2, Memory: job.MinMemory}); err != nil {
		t.Fatal(err)
	}
}

// KnownGame stores a single search result and returns a game that uses it.
func KnownGame(t *testing.T, g games.Game[uint64], s uint64, b search.Bounds) solved.Game {
	t.Helper()
	s, _ = games.Canonical(g, s)
	return OpenKnown(t, g, proof.Known[uint64]{s: b})
}

// OpenKnown stores search results and returns a game that uses them.
func OpenKnown(t *testing.T, g games.Game[uint64], known proof.Known[uint64]) solved.Game {
	t.Helper()
	db := t.TempDir()
	if _, err := solved.OpenProof(t.Context(), db, g, solved.Limit{Nodes: 1}); !errors.Is(err, store.ErrNoTable) {
		t.Fatalf("nothing stored: %v", err)
	}
	if err := proof.WriteKnown(db, g, known, store.Options{}); err != nil {
		t.Fatal(err)
	}
	b, err := solved.OpenProof(t.Context(), db, g, solved.Limit{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	return b
}
