package store

import "time"

// Options of a Builder or a TierBuilder. The zero value is ready to use.
type Options struct {
	// Force replaces a table that is there, whatever its state, when the new
	// one is complete, and starts over if one is being built.
	Force bool
	// Tool is the version of the program, for the header.
	Tool string
	// Warn, if not nil, is told of what is wrong but does not keep the table from
	// being made. It may be called while Create or Commit runs.
	Warn func(warning error)

	// FreeSpace and Now, if not nil, stand in for machine.FreeDisk and time.Now.
	FreeSpace func(dir string) (int64, error)
	Now       func() time.Time
}
