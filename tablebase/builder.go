package tablebase

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver"
)

// Options of a Builder. The zero value is ready to use.
type Options struct {
	// Force replaces a table that is there, whatever its state, when the new
	// one is complete, and starts over if one is being built.
	Force bool
	// Tool is the version of the program, for the header.
	Tool string
	// Log takes debugging messages; nil means none.
	Log *slog.Logger

	// These stand in for the functions of their names in tests.
	freeSpace func(dir string) (int64, error)
	now       func() time.Time
}

// Builder makes a table. It is the solver's Store: blocks are kept in a journal
// in the partial folder until Commit makes the table of them. A builder that
// comes to no end can be resumed by Create.
type Builder[S games.State] struct {
	game    games.Game[S]
	info    *games.Info
	opts    Options
	db      string // the data directory
	folder  string // the table's folder name
	plan    plan
	journal *journal

	mu     sync.Mutex
	codecs []*codec[S]
	lines  [][]byte // buffers for records
}

var _ solver.Store[uint64] = (*Builder[uint64])(nil)

// Create starts a table of g in the data directory db, or resumes one. Its
// errors are ErrExists if there is one already, ErrBusy if it is being built by
// another process, *ForeignError if what is there was made with other rules, a
// *VersionError or a *CorruptError if it cannot be read; with opts.Force only
// ErrBusy, and those of the file system.
func Create[S games.State](db string, g games.Game[S], opts Options) (*Builder[S], error) {
	info := g.Info()
	b := &Builder[S]{game: g, info: info, opts: opts, db: db, folder: folderName(info.Name)}
	if opts.freeSpace == nil {
		b.opts.freeSpace = freeSpace
	}
	if opts.now == nil {
		b.opts.now = time.Now
	}
	b.plan = plan{
		Format: formatVersion, Tool: opts.Tool, Name: info.Name, Rules: games.RulesDigest(g), Words: games.Words[S](),
		Build: rand.Text(), Created: b.opts.now().UTC().Truncate(time.Second),
	}
	if err := b.start(); err != nil {
		if typed(err) {
			return nil, err
		}
		return nil, fmt.Errorf("start the table of %s in %s: %w", info.Name, db, err)
	}
	return b, nil
}

// typed reports whether an error says by itself what it is about.
func typed(err error) bool {
	var corrupt *CorruptError
	var foreign *ForeignError
	var version *VersionError
	return errors.As(err, &corrupt) || errors.As(err, &foreign) || errors.As(err, &version) ||
		errors.Is(err, ErrExists) || errors.Is(err, ErrBusy)
}

func (b *Builder[S]) dir() string     { return filepath.Join(b.db, b.folder) }
func (b *Builder[S]) partial() string { return b.dir() + partialSuffix }

// WorkDir is a folder for the solver's own files. It lives as long as the
// partial table.
func (b *Builder[S]) WorkDir() string { return filepath.Join(b.partial(), workFolder) }

func (b *Builder[S]) start() error {
	if !b.opts.Force && !exists(b.partial()) && !exists(b.dir()+oldSuffix) {
		// The usual case, which needs no right to write.
		if err := b.occupied(); err != nil {
			return err
		}
	}
	lock, err := lockJournal(b.partial())
	if errors.Is(err, ErrBusy) {
		return fmt.Errorf("%w: %s is being solved by another process, in %s", ErrBusy, b.info.Name, b.partial())
	}
	if err != nil {
		return err
	}
	if err = b.startLocked(lock); err != nil {
		lock.Close()
	}
	return err
}

// startLocked goes on as the only builder of this table.
func (b *Builder[S]) startLocked(lock *os.File) error {
	if err := errors.Join(settle(b.dir()), sweep(b.db, b.folder)); err != nil {
		return err
	}
	plan, err := readPlan(b.partial(), b.info.Name)
	if plan == nil && err == nil {
		// Nothing was built here; do not leave a folder behind when it is so.
		if occupied := b.occupied(); occupied != nil && !b.opts.Force {
			return errors.Join(occupied, discard(b.partial()))
		}
	}
	if plan != nil && plan.Build == builtBy(b.dir()) {
		// What a crash just after the table got its place has left.
		plan = nil
		if !b.opts.Force {
			return errors.Join(b.occupied(), discard(b.partial()))
		}
	}
	if !b.opts.Force {
		if err := errors.Join(err, b.occupied()); err != nil {
			return err
		}
		if err := b.fits(plan); err != nil {
			return err
		}
	}
	if plan == nil || b.opts.Force {
		if err := b.clear(lock); err != nil {
			return err
		}
	} else {
		b.plan = *plan
	}
	if err := os.MkdirAll(b.WorkDir(), 0o777); err != nil {
		return err
	}
	b.journal, err = openJournal(lock, 5+8*games.Words[S]())
	return err
}

// occupied tells what is wrong with making a table where one is.
func (b *Builder[S]) occupied() error {
	s, err := readSeal(b.dir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = s.fits(b.info.Name, b.dir(), b.plan.Rules)
	}
	if err == nil {
		err = s.check(b.dir())
	}
	var corrupt *CorruptError
	if errors.As(err, &corrupt) {
		corrupt.Name = b.info.Name
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s is %w; to solve it again: zermelo solve --force %q", b.info.Name, ErrExists, b.info.Name)
}

// clear makes the locked partial folder a new one.
func (b *Builder[S]) clear(lock *os.File) error {
	if err := lock.Truncate(0); err != nil {
		return err
	}
	for _, name := range []string{workFolder, finalFolder} {
		if err := os.RemoveAll(filepath.Join(b.partial(), name)); err != nil {
			return err
		}
	}
	if err := writeSynced(filepath.Join(b.partial(), planFile), sealed(b.plan)); err != nil {
		return err
	}
	return syncDir(b.db)
}

// Put implements solver.Store.
func (b *Builder[S]) Put(layer int, states []S, values []solver.Value) error {
	c, line := b.borrow()
	defer b.giveBack(c, &line)
	for from := 0; from < len(states); from += solver.BlockStates {
		to := min(from+solver.BlockStates, len(states))
		line = appendKey(append(line[:0], make([]byte, recordHead)...), layer, states[from])
		line = c.encode(line, line[recordHead:], states[from:to], values[from:to])
		if err := b.journal.write(line, to-from); err != nil {
			return fmt.Errorf("store layer %d of %s: %w", layer, b.info.Name, err)
		}
	}
	return nil
}

// Sync implements solver.Store.
func (b *Builder[S]) Sync() error {
	if err := b.journal.sync(); err != nil {
		return fmt.Errorf("store %s: %w", b.info.Name, err)
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

// Close ends the builder and keeps what was put for resuming.
func (b *Builder[S]) Close() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(b.journal.sync(), b.journal.file.Close())
	b.journal = nil
	return err
}

// Discard ends the builder and removes what was put.
func (b *Builder[S]) Discard() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(discard(b.partial()), b.journal.file.Close())
	b.journal = nil
	return err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// builtBy is the mark of the build that made the table in dir; empty if there
// is none.
func builtBy(dir string) string {
	s, err := readSeal(dir)
	if err != nil {
		return ""
	}
	return s.Build
}
