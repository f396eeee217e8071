package book

import (
	"errors"
	"fmt"

	"zermelo/games"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Open opens the table of a variant in the data directory db. Its errors are
// those of tablebase.Open.
func Open(db string, v games.Variant) (Book, error) {
	switch g := v.(type) {
	case games.Game[uint64]:
		return openBook(db, g)
	case games.Game[[2]uint64]:
		return openBook(db, g)
	case games.Game[[4]uint64]:
		return openBook(db, g)
	}
	return nil, fmt.Errorf("%s: a game with states of an unknown type (%T)", v.Info().Name, v)
}

func openBook[S games.State](db string, g games.Game[S]) (Book, error) {
	table, err := tablebase.Open(db, g)
	if err != nil {
		return nil, err
	}
	return New(g, table, table.Solution()), nil
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
	switch g := v.(type) {
	case games.Game[uint64]:
		return reads(g, text)
	case games.Game[[2]uint64]:
		return reads(g, text)
	case games.Game[[4]uint64]:
		return reads(g, text)
	}
	return false
}

func reads[S games.State](g games.Game[S], text string) bool {
	_, err := games.NotationOf(g).ParseState(text)
	return err == nil
}
