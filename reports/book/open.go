package book

import (
	"context"
	"errors"

	"zermelo/games"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Open opens the table of a variant in the data directory db. Its errors are
// those of tablebase.Open.
func Open(db string, v games.Variant) (Book, error) {
	return of(v).open(db)
}

// variant is a game of which there is a book, whatever the type of its states.
type variant interface {
	open(db string) (Book, error)
	openProof(ctx context.Context, db string, limit Limit) (Book, error)
	analyze(ctx context.Context, text string, o deepen.Options) (*Analysis, error)
	reads(text string) bool
}

// of finds the type of the states of a variant.
func of(v games.Variant) variant {
	return games.ByState(v, variantOf[uint64], variantOf[[2]uint64], variantOf[[4]uint64])
}

func variantOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// typed is a variant with states of type S.
type typed[S games.State] struct{ game games.Game[S] }

func (v typed[S]) open(db string) (Book, error) {
	table, err := tablebase.Open(db, v.game)
	if err != nil {
		return nil, err
	}
	return New(v.game, table, table.Solution()), nil
}

// NotStoredError says that no play from the start leads to a position, so that the
// table has no value for it. It is a games.InputError and a store.ErrNotStored.
type NotStoredError struct{ input error }

func (e *NotStoredError) Error() string { return e.input.Error() }

// Unwrap returns the errors that it is as well.
func (e *NotStoredError) Unwrap() []error { return []error{e.input, store.ErrNotStored} }

// explain turns store.ErrNotStored into a NotStoredError.
func (b *book[S]) explain(text string, err error) error {
	if errors.Is(err, store.ErrNotStored) {
		return &NotStoredError{games.BadInput("position %s of %s: no play from the start leads to it, so the table has no value for it", games.Echo(text), b.info.Label())}
	}
	return err
}

// Reads reports whether text is a position of a variant in its notation, reachable or
// not.
func Reads(v games.Variant, text string) bool {
	return of(v).reads(text)
}

func (v typed[S]) reads(text string) bool {
	_, err := games.NotationOf(v.game).ParseState(text)
	return err == nil
}
