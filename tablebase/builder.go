package tablebase

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/value"
)

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

	// These stand in for the functions of their names in tests.
	freeSpace func(dir string) (int64, error)
	now       func() time.Time
}

// Builder makes a table. It is the solver's Store: blocks are kept in a journal
// in the partial folder until Commit makes the table of them. A builder that
// comes to no end can be resumed by Create.
type Builder[S games.State] struct {
	*construction

	mu     sync.Mutex
	codecs []*codec[S]
	lines  [][]byte // buffers for records
}

var _ job.Store[uint64] = (*Builder[uint64])(nil)

// Create starts a table of g in the data directory db, or resumes one. Its
// errors are ErrExists if there is one already, ErrBusy if it is being built by
// another process, *ForeignError if what is there was made with other rules, a
// *VersionError or a *CorruptError if it cannot be read; with opts.Force only
// ErrBusy, and those of the file system.
func Create[S games.State](db string, g games.Game[S], opts Options) (*Builder[S], error) {
	c, err := construct(db, g, plan{}, opts)
	if err != nil {
		return nil, err
	}
	if err := c.solveLostAgain(); err != nil {
		c.journal.file.Close() // and with it goes the lock
		return nil, err
	}
	return &Builder[S]{construction: c}, nil
}

// solveLostAgain makes the solver value all layers again, without enumerating them
// again, if it relies on blocks that the journal has lost.
func (b *construction) solveLostAgain() error {
	sizes, err := layered.SolvedLayers(b.WorkDir())
	if err != nil {
		return err
	}
	for _, r := range b.journal.sorted() {
		if layer := r.layer(); layer < len(sizes) {
			sizes[layer] -= int64(r.count)
		}
	}
	if !slices.ContainsFunc(sizes, func(lacking int64) bool { return lacking > 0 }) {
		return nil
	}
	b.warn(fmt.Errorf("%s lacks blocks of layers that were solved: all layers are solved again, which need not be enumerated again",
		filepath.Join(b.partial(), journalFile)))
	return layered.ForgetSolved(b.WorkDir())
}

// Put implements solver.Store.
func (b *Builder[S]) Put(layer int, states []S, values []value.Value) error {
	c, line := b.borrow()
	defer b.giveBack(c, &line)
	for from := 0; from < len(states); from += job.BlockStates {
		to := min(from+job.BlockStates, len(states))
		line = appendKey(append(line[:0], make([]byte, recordHead)...), layer, states[from])
		line = c.encode(line, line[recordHead:], states[from:to], values[from:to])
		if _, err := b.journal.write(line, to-from); err != nil {
			return fmt.Errorf("store layer %d of %s: %w", layer, b.info.Name, advised(err))
		}
	}
	return nil
}

// borrow takes a codec and a buffer from those that are not in use.
func (b *Builder[S]) borrow() (*codec[S], []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(b.codecs) - 1
	if n < 0 {
		return new(codec[S]), nil
	}
	c, line := b.codecs[n], b.lines[n]
	b.codecs, b.lines = b.codecs[:n], b.lines[:n]
	return c, line
}

func (b *Builder[S]) giveBack(c *codec[S], line *[]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.codecs, b.lines = append(b.codecs, c), append(b.lines, *line)
}
