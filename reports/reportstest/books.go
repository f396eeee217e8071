// Package reportstest holds what the tests of reports share.
//
// A Referee values small games by plain recursion over the rules. Books come with it as
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
	"zermelo/solver/retro"
	"zermelo/solver/search"
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// NaiveBook is a book over the referee.
func NaiveBook(t *testing.T, spec string) book.Book {
	t.Helper()
	v := Variant(t, spec)
	solution := &job.Solution{Outcomes: value.Outcomes{Kind: value.KindOf(v.Info()), Total: v.Info().Total}}
	switch g := v.(type) {
	case games.Game[uint64]:
		return book.New(g, NewReferee(g), solution)
	case games.Game[[2]uint64]:
		return book.New(g, NewReferee(g), solution)
	case games.Game[[4]uint64]:
		return book.New(g, NewReferee(g), solution)
	}
	t.Fatalf("%T is no game", v)
	return nil
}

// discard is a store that keeps nothing.
type discard[S games.State] struct{}

func (discard[S]) Put(int, []S, []value.Value) error { return nil }

func (discard[S]) Sync() error { return nil }

// SolvedBook is a book whose solution the solver made, over the referee.
func SolvedBook(t *testing.T, spec string) book.Book {
	t.Helper()
	return SolvedVariant(t, Variant(t, spec))
}

// SolvedVariant is SolvedBook for an open variant.
func SolvedVariant(t *testing.T, v games.Variant) book.Book {
	t.Helper()
	switch g := v.(type) {
	case games.Game[uint64]:
		return solveFor(t, g)
	case games.Game[[2]uint64]:
		return solveFor(t, g)
	case games.Game[[4]uint64]:
		return solveFor(t, g)
	}
	t.Fatalf("%s is no game", v.Info().Name)
	return nil
}

func solveFor[S games.State](t *testing.T, g games.Game[S]) book.Book {
	t.Helper()
	solution, err := solver.Solve(t.Context(), g, t.TempDir(), discard[S]{}, job.Options{Workers: 2, Memory: job.MinMemory})
	if err != nil {
		t.Fatal(err)
	}
	return book.New(g, NewReferee(g), solution)
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
	switch g := v.(type) {
	case games.Game[uint64]:
		Store(t, db, g)
	case games.Game[[2]uint64]:
		Store(t, db, g)
	case games.Game[[4]uint64]:
		Store(t, db, g)
	}
	b, err := book.Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// Store solves a game into a table.
func Store[S games.State](t *testing.T, db string, g games.Game[S]) {
	t.Helper()
	b, err := write.Create(db, g, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := solver.Solve(t.Context(), g, b.WorkDir(), b, job.Options{Workers: 2, Memory: job.MinMemory})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(solution); err != nil {
		t.Fatal(err)
	}
}

// StoreTiers solves a numbered game into a table and opens it.
func StoreTiers(t *testing.T, spec string) book.Book {
	t.Helper()
	db, v := t.TempDir(), Variant(t, spec)
	g := v.(games.Tiered[uint64])
	b, err := write.CreateTiers(db, g, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := retro.SolveTiers(t.Context(), g, b.WorkDir(), b, job.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(solution); err != nil {
		t.Fatal(err)
	}
	book, err := book.Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { book.Close() })
	return book
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
