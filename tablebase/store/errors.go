package store

import (
	"errors"
	"fmt"
	"strings"
)

// The errors that callers tell apart with errors.Is.
var (
	// ErrNoTable says that a variant has not been solved yet, or that its
	// solving has not come to its end.
	ErrNoTable = errors.New("no table")
	// ErrExists says that a variant is solved already.
	ErrExists = errors.New("solved already")
	// ErrBusy says that another process is building the same table.
	ErrBusy = errors.New("another solve is running")
	// ErrNotStored says that a position is not in the table, because no play
	// from the start leads to it.
	ErrNotStored = errors.New("position not in the table")
	// ErrFull says that the disk has too little room left.
	ErrFull = errors.New("disk full")
)

// NoTableError says of a variant that it has no finished table. It is an ErrNoTable.
type NoTableError struct {
	Name  string // the variant
	Label string // the variant as people read it
	DB    string // the data directory
	Begun bool   // its solving was begun and has not come to its end
}

func (e *NoTableError) Error() string {
	if e.Begun {
		return fmt.Sprintf("%v: %s is not solved to the end yet", ErrNoTable, e.Label)
	}
	return fmt.Sprintf("%v: %s is not solved yet in %s", ErrNoTable, e.Label, e.DB)
}

// Unwrap is ErrNoTable.
func (e *NoTableError) Unwrap() error { return ErrNoTable }

// described is what a folder of this name holds, as in "the table of tron".
func described(name string) string {
	variant, kind := VariantOf(name)
	switch kind {
	case "proof":
		return "the proof of " + variant
	case "known":
		return "what searches have found of " + variant
	case "open":
		return "the unfinished search of " + variant
	}
	return "the table of " + variant
}

// CorruptError says that stored data is damaged.
type CorruptError struct {
	Name string // the variant
	Dir  string // where its table is
	What string // what is wrong
	Err  error  // what was met below, or nil
}

func (e *CorruptError) Error() string {
	text := fmt.Sprintf("%s in %s is damaged: %s", described(e.Name), e.Dir, e.What)
	if e.Err != nil {
		text += fmt.Sprintf(" (%v)", e.Err)
	}
	return text
}

// Unwrap is the error met below.
func (e *CorruptError) Unwrap() error { return e.Err }

// ForeignError says that a table was made with other rules under the same name.
type ForeignError struct {
	Name       string // the variant
	Dir        string // where its table is
	Have, Want uint64 // the rules digests of the table and of the game
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s in %s was made with other rules (rules digest %016x, the game has %016x)",
		described(e.Name), e.Dir, e.Have, e.Want)
}

// NotOwnedError says that a folder is in the place of a table and is not known to be
// it, so that it is neither removed nor replaced.
type NotOwnedError struct {
	Name string // the variant
	Dir  string // the folder
	File string // that would have to name the variant
}

func (e *NotOwnedError) Error() string {
	return fmt.Sprintf("the folder %s is in the place of %s, but its file %s does not say that it is one: nothing was removed",
		e.Dir, described(e.Name), e.File)
}

// Unusable reports whether an error says that a table is there but cannot be used:
// it is a *CorruptError, *ForeignError, *VersionError or *NotOwnedError.
func Unusable(err error) bool {
	var corrupt *CorruptError
	var foreign *ForeignError
	var version *VersionError
	var notOwned *NotOwnedError
	return errors.As(err, &corrupt) || errors.As(err, &foreign) || errors.As(err, &version) || errors.As(err, &notOwned)
}

// VersionError says that a table has a format that this program cannot read.
type VersionError struct {
	Name string // the variant
	Dir  string // where its table is
	Have int    // the format version of the table
	Tool string // the version of the program that made it, if known
}

// Newer reports whether a newer program has made the table.
func (e *VersionError) Newer() bool { return e.Have > formatVersion }

func (e *VersionError) Error() string {
	by := ""
	if e.Tool != "" {
		by = " by zermelo " + e.Tool
	}
	if !e.Newer() {
		return fmt.Sprintf("%s in %s was begun%s in format %d, this program resumes format %d only", described(e.Name), e.Dir, by, e.Have, formatVersion)
	}
	return fmt.Sprintf("%s in %s was written%s in format %d, this program reads format %d",
		described(e.Name), e.Dir, by, e.Have, formatVersion)
}

// WrongError says that a table is readable but does not hold the solution.
type WrongError struct {
	Name  string
	Wrong int64    // findings
	First []string // a few of them, in no certain order
}

func (e *WrongError) Error() string {
	return fmt.Sprintf("%s is wrong in %d places, such as: %s",
		described(e.Name), e.Wrong, strings.Join(e.First, "; "))
}

// typed reports whether an error says by itself what it is about.
func typed(err error) bool {
	return Unusable(err) || errors.Is(err, ErrExists) || errors.Is(err, ErrBusy)
}
