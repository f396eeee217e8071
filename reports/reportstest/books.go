// Package reportstest holds what the tests of reports share.
//
// A Naive table values small games by plain recursion over the rules. Books come with it as
// their table, with a table on disk, or with results of searches. Golden, CheckAlone
// and CheckWidth check what is written.
package reportstest

import (
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/value"
	"zermelo/tablebase/build"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// NaiveBook is a book over a Naive table.
func NaiveBook(t *testing.T, spec string) book.Book {
	t.Helper()
	v := Variant(t, spec)
	solution := &job.Solution{Outcomes: value.Outcomes{Kind: value.KindOf(v.Info()), Total: v.Info().Total}}
	return games.ByState(v, naiveBook[uint64], naiveBook[[2]uint64], naiveBook[[4]uint64])(solution)
}

func naiveBook[S games.State](g games.Game[S]) func(*job.Solution) book.Book {
	return func(solution *job.Solution) book.Book { return book.New(g, NewNaive(g), solution) }
}

// discard is a store that keeps nothing.
type discard[S games.State] struct{}

func (discard[S]) Put(int, []S, []value.Value) error { return nil }

func (discard[S]) Sync() error { return nil }

// SolvedBook is a book whose solution the solver made, over a Naive table.
func SolvedBook(t *testing.T, spec string) book.Book {
	t.Helper()
	return SolvedVariant(t, Variant(t, spec))
}

// SolvedVariant is SolvedBook for an open variant.
func SolvedVariant(t *testing.T, v games.Variant) book.Book {
	t.Helper()
	return games.ByState(v, solvedBook[uint64], solvedBook[[2]uint64], solvedBook[[4]uint64])(t)
}

func solvedBook[S games.State](g games.Game[S]) func(t *testing.T) book.Book {
	return func(t *testing.T) book.Book {
		t.Helper()
		solution, err := solver.Solve(t.Context(), g, t.TempDir(), discard[S]{}, job.Options{Workers: 2, Memory: job.MinMemory})
		if err != nil {
			t.Fatal(err)
		}
		return book.New(g, NewNaive(g), solution)
	}
}

// StoredBook is StoredVariant for a built-in game, with the game.
func StoredBook(t *testing.T, spec string) (book.Book, games.Variant) {
	t.Helper()
	v := Variant(t, spec)
	return StoredVariant(t, v), v
}

// StoredVariant is a book over a table on disk.
func StoredVariant(t *testing.T, v games.Variant) book.Book {
	t.Helper()
	db := t.TempDir()
	Store(t, db, v)
	b, err := book.Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// Store solves a game into a table.
func Store(t *testing.T, db string, v games.Variant) {
	t.Helper()
	if _, err := build.Solve(t.Context(), db, v, build.Options{Workers: 2, Memory: job.MinMemory}); err != nil {
		t.Fatal(err)
	}
}

// KnownBook stores one result of a search of a game, and opens the book of it.
func KnownBook(t *testing.T, g games.Game[uint64], s uint64, b search.Bounds) book.Book {
	t.Helper()
	s, _ = games.Canonical(g, s)
	return OpenKnown(t, g, proof.Known[uint64]{s: b})
}

// OpenKnown stores results of searches of a game, and opens the book of them.
func OpenKnown(t *testing.T, g games.Game[uint64], known proof.Known[uint64]) book.Book {
	t.Helper()
	db := t.TempDir()
	if _, err := book.OpenProof(t.Context(), db, g, book.Limit{Nodes: 1}); !errors.Is(err, store.ErrNoTable) {
		t.Fatalf("nothing stored: %v", err)
	}
	if err := proof.WriteKnown(db, g, known, store.Options{}); err != nil {
		t.Fatal(err)
	}
	book, err := book.OpenProof(t.Context(), db, g, book.Limit{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	return book
}
