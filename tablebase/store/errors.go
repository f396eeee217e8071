package store

import (
	"errors"
	"fmt"
	"strings"
)

// Errors for use with errors.Is.
var (
	// ErrNoTable is returned if a variant has no finished table.
	ErrNoTable = errors.New("no table")
	// ErrExists is returned if a variant is already solved.
	ErrExists = errors.New("already solved")
	// ErrBusy is returned if another process is building the same table.
	ErrBusy = errors.New("another solve is running")
	// ErrNotStored is returned if a position is not in the table.
	ErrNotStored = errors.New("position not in the table")
	// ErrFull is returned if there is not enough disk space.
	ErrFull = errors.New("disk full")
)

// NoTableError is an error for a variant that has no finished table. It wraps
// [ErrNoTable].
type NoTableError struct {
	Name  string // name of the variant
	Label string // label of the variant, for messages
	DB    string // data directory
	Begun bool   // an unfinished table exists
}

func (e *NoTableError) Error() string {
	if e.Begun {
		return fmt.Sprintf("%v for %s (only partially solved)", ErrNoTable, e.Label)
	}
	return fmt.Sprintf("%v for %s in %s", ErrNoTable, e.Label, e.DB)
}

func (e *NoTableError) Unwrap() error { return ErrNoTable }

// described returns a phrase for the named table, such as "the table of tron".
func described(name string) string {
	variant, kind := VariantOf(name)
	switch kind {
	case "proof":
		return "the proof of " + variant
	case "known":
		return "the search results for " + variant
	case "open":
		return "the unfinished search of " + variant
	}
	return "the table of " + variant
}

// CorruptError is returned if stored data is damaged.
type CorruptError struct {
	Name string // name of the table
	Dir  string // directory of the table
	What string // description of the damage
	Err  error  // cause, or nil
}

func (e *CorruptError) Error() string {
	text := fmt.Sprintf("%s in %s is damaged: %s", described(e.Name), e.Dir, e.What)
	if e.Err != nil {
		text += fmt.Sprintf(" (%v)", e.Err)
	}
	return text
}

func (e *CorruptError) Unwrap() error { return e.Err }

// ForeignError is returned for a table of a game that has the same name but
// different rules.
type ForeignError struct {
	Name       string // name of the table
	Dir        string // directory of the table
	Have, Want uint64 // rules digests of the table and of the game
	What       string // difference of the rules if the digests are equal
}

func (e *ForeignError) Error() string {
	if e.What != "" {
		return fmt.Sprintf("%s in %s was built with different rules: %s", described(e.Name), e.Dir, e.What)
	}
	return fmt.Sprintf("%s in %s was built with different rules (rules digest %016x, expected %016x)",
		described(e.Name), e.Dir, e.Have, e.Want)
}

// NotOwnedError is returned if a directory has the name of a table but is not
// recognized as one. Such a directory is never removed or replaced.
type NotOwnedError struct {
	Name string // name of the table
	Dir  string
	File string // file that should name the variant
}

func (e *NotOwnedError) Error() string {
	return fmt.Sprintf("folder %s is named like %s, but its file %s does not confirm this; nothing was removed",
		e.Dir, described(e.Name), e.File)
}

// Unusable reports whether err means that a table exists but cannot be used.
// Such an error wraps a [*CorruptError], [*ForeignError], [*VersionError] or
// [*NotOwnedError].
func Unusable(err error) bool {
	var corrupt *CorruptError
	var foreign *ForeignError
	var version *VersionError
	var notOwned *NotOwnedError
	return errors.As(err, &corrupt) || errors.As(err, &foreign) || errors.As(err, &version) || errors.As(err, &notOwned)
}

// VersionError is returned for a table in a format that this program does not
// support.
type VersionError struct {
	Name string // name of the table
	Dir  string // directory of the table
	Have int    // format version of the table
	Tool string // version of the program that wrote the table, or ""
}

// Newer reports whether a newer program wrote the table.
func (e *VersionError) Newer() bool { return e.Have > formatVersion }

func (e *VersionError) Error() string {
	by := ""
	if e.Tool != "" {
		by = " by zermelo " + e.Tool
	}
	if !e.Newer() {
		return fmt.Sprintf("%s in %s was started%s in format %d, but this version only resumes format %d", described(e.Name), e.Dir, by, e.Have, formatVersion)
	}
	return fmt.Sprintf("%s in %s was written%s in format %d, but this version reads format %d",
		described(e.Name), e.Dir, by, e.Have, formatVersion)
}

// WrongError is returned if a table or proof is readable but incorrect.
type WrongError struct {
	Name  string
	Wrong int64    // number of incorrect values
	First []string // up to a few examples, in arbitrary order
}

func (e *WrongError) Error() string {
	places := "places"
	if e.Wrong == 1 {
		places = "place"
	}
	return fmt.Sprintf("%s is wrong in %d %s (%s)", described(e.Name), e.Wrong, places, strings.Join(e.First, "; "))
}

// typed reports whether err's message names the table.
func typed(err error) bool {
	return Unusable(err) || errors.Is(err, ErrExists) || errors.Is(err, ErrBusy)
}
