package write

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/durable"
	"zermelo/solver/machine"
	"zermelo/tablebase/store"
)

// construction is the part of a builder that does not depend on what is stored:
// the partial folder with its plan, journal and lock.
type construction struct {
	info    *games.Info
	opts    Options
	db      string // the data directory
	folder  string // the table's folder name
	plan    store.Plan
	journal *store.Journal
}

// construct starts the table of a game, or resumes one. The plan says what is
// special about it.
func construct[S games.State](db string, g games.Game[S], p store.Plan, opts Options) (*construction, error) {
	info := g.Info()
	if err := store.CheckName(info.Name); err != nil {
		return nil, err
	}
	b := &construction{info: info, opts: opts, db: db, folder: store.FolderName(info.Name), plan: p}
	if opts.freeSpace == nil {
		b.opts.freeSpace = machine.FreeDisk
	}
	if opts.now == nil {
		b.opts.now = time.Now
	}
	b.plan.Format, b.plan.Tool, b.plan.Build = store.FormatVersion, opts.Tool, rand.Text()
	b.plan.Name, b.plan.Rules, b.plan.Words = info.Name, games.RulesDigest(g), games.Words[S]()
	b.plan.Created = b.opts.now().UTC().Truncate(time.Second)
	if err := b.start(); err != nil {
		if store.Typed(err) {
			return nil, err
		}
		return nil, fmt.Errorf("start the table of %s in %s: %w", info.Label(), db, store.DiskError(err))
	}
	return b, nil
}

func (b *construction) dir() string     { return filepath.Join(b.db, b.folder) }
func (b *construction) partial() string { return b.dir() + store.PartialSuffix }

// WorkDir is a folder for the solver's own files. It lives as long as the
// partial table.
func (b *construction) WorkDir() string { return filepath.Join(b.partial(), store.WorkFolder) }

func (b *construction) start() error {
	if !b.opts.Force && !store.Exists(b.partial()) && !store.Exists(b.dir()+store.OldSuffix) {
		// The usual case, which needs no right to write.
		if err := b.occupied(); err != nil {
			return err
		}
	}
	// Before anything is made or locked.
	if err := store.OwnedPartial(b.partial(), b.info.Name); err != nil {
		return err
	}
	lock, err := store.LockJournal(b.partial())
	if errors.Is(err, store.ErrBusy) {
		return fmt.Errorf("%w: %s is being solved by another process, in %s", store.ErrBusy, b.info.Label(), b.partial())
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
func (b *construction) startLocked(lock *os.File) error {
	if err := b.makeRoom(); err != nil {
		if store.Begun(b.partial()) {
			err = errors.Join(err, store.Discard(b.partial()))
		}
		return err
	}
	plan, err := store.ReadPlan(b.partial(), b.info.Name)
	if plan == nil && err == nil {
		// Nothing was built here; do not leave a folder behind when it is so.
		if occupied := b.occupied(); occupied != nil && !b.opts.Force {
			return errors.Join(occupied, store.Discard(b.partial()))
		}
	}
	if plan != nil && plan.Build == store.BuiltBy(b.dir()) {
		// What a crash just after the table got its place has left.
		plan = nil
		if !b.opts.Force {
			return errors.Join(b.occupied(), store.Discard(b.partial()))
		}
	}
	if !b.opts.Force {
		if err := errors.Join(err, b.occupied()); err != nil {
			return err
		}
		if err := plan.Fits(&b.plan, b.partial()); err != nil {
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
	if b.journal, err = store.OpenJournal(lock, b.plan.KeySize()); err != nil {
		return err
	}
	return b.tellGaps()
}

// makeRoom clears up after a crash, and makes sure, before there is work to lose,
// that the table can get its place in the end and the disk is not full already.
func (b *construction) makeRoom() error {
	err := store.Owned(b.dir(), b.info.Name)
	var strange *store.NotOwnedError
	if errors.As(err, &strange) {
		switch {
		case !b.opts.Force:
			err = nil // occupied tells more
		case store.LooksLikeTable(b.dir()):
			var aside string
			if aside, err = store.MoveAside(b.dir()); err == nil {
				b.warn(fmt.Errorf("%s was damaged beyond knowing what it was; it is kept as %s, delete that when nobody needs it", b.dir(), aside))
			}
		}
	}
	if err != nil {
		return err
	}
	if err := store.Settle(b.dir(), b.info.Name); err != nil {
		return err
	}
	if err := store.Sweep(b.db, b.folder, b.info.Name); err != nil {
		return err
	}
	return store.NeedRoom(b.partial(), b.opts.freeSpace, store.Spare)
}

// tellGaps warns of damage in the journal, once.
func (b *construction) tellGaps() error {
	if slices.Equal(b.journal.Gaps, b.plan.Gaps) {
		return nil
	}
	for _, g := range b.journal.Gaps {
		if !slices.Contains(b.plan.Gaps, g) {
			b.warn(fmt.Errorf("%s is damaged from byte %d to %d: the blocks there are lost and are solved again, those before and after are kept",
				filepath.Join(b.partial(), store.JournalFile), g.From, g.To))
		}
	}
	b.plan.Gaps = b.journal.Gaps
	return durable.WriteFile(filepath.Join(b.partial(), store.PlanFile), store.Sealed(b.plan))
}

func (b *construction) warn(warning error) {
	if b.opts.Warn != nil {
		b.opts.Warn(warning)
	}
}

// occupied tells what is wrong with making a table where one is.
func (b *construction) occupied() error {
	s, err := store.ReadSeal(b.dir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = s.Fits(b.info.Name, b.dir(), b.plan.Rules)
	}
	if err == nil {
		err = s.Check(b.dir())
	}
	var corrupt *store.CorruptError
	if errors.As(err, &corrupt) {
		corrupt.Name = b.info.Name
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s is %w", b.info.Label(), store.ErrExists)
}

// clear makes the locked partial folder a new one.
func (b *construction) clear(lock *os.File) error {
	if err := lock.Truncate(0); err != nil {
		return err
	}
	for _, name := range []string{store.WorkFolder, store.FinalFolder} {
		if err := os.RemoveAll(filepath.Join(b.partial(), name)); err != nil {
			return err
		}
	}
	if err := durable.WriteFile(filepath.Join(b.partial(), store.PlanFile), store.Sealed(b.plan)); err != nil {
		return err
	}
	return durable.SyncDir(b.db)
}

// Sync returns when all that was put is safe from a crash.
func (b *construction) Sync() error {
	if err := b.journal.Sync(); err != nil {
		return fmt.Errorf("store %s: %w", b.info.Label(), store.DiskError(err))
	}
	return nil
}

// Close ends the builder and keeps what was put for resuming.
func (b *construction) Close() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(b.journal.Sync(), b.journal.File.Close())
	b.journal = nil
	return err
}

// Discard ends the builder and removes what was put.
func (b *construction) Discard() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(store.Discard(b.partial()), b.journal.File.Close())
	b.journal = nil
	return err
}
