// Package write makes tables: what a solver finds goes to a journal, of which the
// finished table is made at the end.
package write

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
)

// Builder makes a table. It is the solver's Store: blocks are kept in a journal
// in the partial folder until Commit makes the table of them. A builder that
// comes to no end can be resumed by Create.
type Builder[S games.State] struct {
	building

	mu     sync.Mutex
	codecs []*block.Codec[S]
	lines  [][]byte // buffers for records
}

var _ job.Store[uint64] = (*Builder[uint64])(nil)

// Create starts a table of g in the data directory db, or resumes one. Its
// errors are ErrExists if there is one already, ErrBusy if it is being built by
// another process, *ForeignError if what is there was made with other rules, a
// *VersionError or a *CorruptError if it cannot be read; with opts.Force only
// ErrBusy, and those of the file system.
func Create[S games.State](db string, g games.Game[S], opts store.Options) (*Builder[S], error) {
	p, err := store.Begin(db, g.Info(), games.RulesDigest(g), games.Words[S](), false, opts)
	if err != nil {
		return nil, err
	}
	b := &Builder[S]{building: building{p, g.Info()}}
	if err := b.solveLostAgain(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return b, nil
}

// building is what both builders are.
type building struct {
	partial *store.Partial
	info    *games.Info
}

// WorkDir is a folder for the solver's own files. It lives as long as the partial
// table.
func (b *building) WorkDir() string { return b.partial.WorkDir() }

// Sync returns when all that was put is safe from a crash.
func (b *building) Sync() error { return b.partial.Sync() }

// Close ends the builder and keeps what was put for resuming.
func (b *building) Close() error { return b.partial.Close() }

// Discard ends the builder and removes what was put.
func (b *building) Discard() error { return b.partial.Discard() }

// solveLostAgain makes the solver value all layers again, without enumerating them
// again, if it relies on blocks that the journal has lost.
func (b *building) solveLostAgain() error {
	sizes, err := layered.SolvedLayers(b.WorkDir())
	if err != nil {
		return err
	}
	for _, r := range b.partial.Sorted() {
		if layer := r.Layer(); layer < len(sizes) {
			sizes[layer] -= int64(r.Count)
		}
	}
	if !slices.ContainsFunc(sizes, func(lacking int64) bool { return lacking > 0 }) {
		return nil
	}
	b.partial.Warn(fmt.Errorf("%s lacks blocks of layers that were solved: all layers are solved again, which need not be enumerated again",
		b.partial.JournalPath()))
	return layered.ForgetSolved(b.WorkDir())
}

// Put implements solver.Store.
func (b *Builder[S]) Put(layer int, states []S, values []value.Value) error {
	c, line := b.borrow()
	defer b.giveBack(c, &line)
	for from := 0; from < len(states); from += job.BlockStates {
		to := min(from+job.BlockStates, len(states))
		line = store.BlockKey(append(line[:0], make([]byte, store.RecordHead)...), layer, states[from])
		line = c.Encode(line, line[store.RecordHead:], states[from:to], values[from:to])
		if _, err := b.partial.Put(line, to-from); err != nil {
			return fmt.Errorf("store layer %d of %s: %w", layer, b.info.Name, err)
		}
	}
	return nil
}

// borrow takes a codec and a buffer from those that are not in use.
func (b *Builder[S]) borrow() (*block.Codec[S], []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(b.codecs) - 1
	if n < 0 {
		return new(block.Codec[S]), nil
	}
	c, line := b.codecs[n], b.lines[n]
	b.codecs, b.lines = b.codecs[:n], b.lines[:n]
	return c, line
}

func (b *Builder[S]) giveBack(c *block.Codec[S], line *[]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.codecs, b.lines = append(b.codecs, c), append(b.lines, *line)
}
