package store

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/durable"
	"zermelo/solver/machine"
)

// Partial is a table that is being made: a folder with a plan, a journal of what was
// found so far, and a lock. It knows keys and values, not what they mean.
type Partial struct {
	info    *games.Info
	opts    Options
	db      string // the data directory
	folder  string // the table's folder name
	plan    plan
	journal *journal
}

// Options of Begin. The zero value is ready to use.
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

// Begin starts the table of a game in the data directory db, or goes on with one.
// Rules is the digest of the game's rules, words how many 64-bit words a state has,
// and tiers says that the table is to hold values by index. Its errors are ErrExists if
// there is a table already, ErrBusy if it is being built by another process,
// *ForeignError if what is there was made with other rules, a *VersionError or a
// *CorruptError if it cannot be read, a *NotOwnedError for a folder that is no table;
// with opts.Force only ErrBusy and that, and those of the file system.
func Begin(db string, info *games.Info, rules uint64, words int, tiers bool, opts Options) (*Partial, error) {
	if err := cmp.Or(checkName(info.Name), Writable(db)); err != nil {
		return nil, err
	}
	b := &Partial{info: info, opts: opts, db: db, folder: folderName(info.Name)}
	if opts.FreeSpace == nil {
		b.opts.FreeSpace = machine.FreeDisk
	}
	if opts.Now == nil {
		b.opts.Now = time.Now
	}
	b.plan.Format, b.plan.Tool, b.plan.Build = formatVersion, opts.Tool, rand.Text()
	b.plan.Name, b.plan.Rules, b.plan.Words, b.plan.Tiers = info.Name, rules, words, tiers
	b.plan.Created = b.opts.Now().UTC().Truncate(time.Second)
	if err := b.start(); err != nil {
		if typed(err) {
			return nil, err
		}
		return nil, fmt.Errorf("start the table of %s in %s: %w", info.Label(), db, diskError(err))
	}
	return b, nil
}

// Peek opens the partial table of a game to see how far it is, also while it is being
// built; nil if there is none. The arguments and the errors are those of Begin. It takes
// no lock: only Records, Gaps, Read, Damaged and Close may be called.
func Peek(db string, info *games.Info, rules uint64, words int, tiers bool) (*Partial, error) {
	b := &Partial{info: info, db: db, folder: folderName(info.Name)}
	stored, err := readPlan(b.Folder(), info.Name)
	if stored == nil || err != nil {
		return nil, err
	}
	if err := stored.fits(&plan{Name: info.Name, Rules: rules, Words: words, Tiers: tiers}, b.Folder()); err != nil {
		return nil, err
	}
	f, err := os.Open(b.JournalPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	b.journal = &journal{file: f, gaps: stored.Gaps, reading: true}
	b.journal.end = stored.growing(f, size, 0, func(r Record) { b.journal.records = append(b.journal.records, r) })
	return b, nil
}

// HasPartial says whether the table of a variant was begun and not finished.
func HasPartial(db, name string) bool {
	return exists(filepath.Join(db, folderName(name)) + partialSuffix)
}

func (b *Partial) dir() string { return filepath.Join(b.db, b.folder) }

// Folder is where all of it is.
func (b *Partial) Folder() string { return b.dir() + partialSuffix }

// Records are what was put so far, in the order of the journal, records that were put
// again too.
func (b *Partial) Records() []Record { return b.journal.records }

// Sorted are the records in the order of their keys, the last put of each.
func (b *Partial) Sorted() []Record { return b.journal.sorted() }

// Gaps are the parts of the journal that are damaged, in order.
func (b *Partial) Gaps() []Gap { return b.journal.gaps }

// Put appends a whole record to the journal: room for its head, the key and the
// value, which counts so many states.
func (b *Partial) Put(data []byte, count int) (Record, error) {
	return b.journal.write(data, count)
}

// WorkDir is a folder for the solver's own files. It lives as long as the
// partial table.
func (b *Partial) WorkDir() string { return filepath.Join(b.Folder(), workFolder) }

func (b *Partial) start() error {
	if !b.opts.Force && !exists(b.Folder()) && !exists(b.dir()+oldSuffix) {
		// The usual case, which needs no right to write.
		if err := b.occupied(); err != nil {
			return err
		}
	}
	// Before anything is made or locked.
	if err := ownedPartial(b.Folder(), b.info.Name); err != nil {
		return err
	}
	lock, err := lockJournal(b.Folder())
	if errors.Is(err, ErrBusy) {
		return fmt.Errorf("%w: %s is being solved by another process, in %s", ErrBusy, b.info.Label(), b.Folder())
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
func (b *Partial) startLocked(lock *os.File) error {
	if err := b.makeRoom(); err != nil {
		if begun(b.Folder()) {
			err = errors.Join(err, discard(b.Folder()))
		}
		return err
	}
	plan, err := readPlan(b.Folder(), b.info.Name)
	if plan == nil && err == nil {
		// Nothing was built here; do not leave a folder behind when it is so.
		if occupied := b.occupied(); occupied != nil && !b.opts.Force {
			return errors.Join(occupied, discard(b.Folder()))
		}
	}
	if plan != nil && plan.Build == builtBy(b.dir()) {
		// What a crash just after the table got its place has left.
		plan = nil
		if !b.opts.Force {
			return errors.Join(b.occupied(), discard(b.Folder()))
		}
	}
	if !b.opts.Force {
		if err := errors.Join(err, b.occupied()); err != nil {
			return err
		}
		if err := plan.fits(&b.plan, b.Folder()); err != nil {
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
	if b.journal, err = openJournal(lock, b.plan.keySize()); err != nil {
		return err
	}
	return b.tellGaps()
}

// makeRoom clears up after a crash, and makes sure, before there is work to lose,
// that the table can get its place in the end and the disk is not full already.
func (b *Partial) makeRoom() error {
	err := owned(b.dir(), b.info.Name)
	var notOwned *NotOwnedError
	if errors.As(err, &notOwned) {
		switch {
		case !b.opts.Force:
			err = nil // occupied tells more
		case looksLikeTable(b.dir()):
			var aside string
			if aside, err = moveAside(b.dir()); err == nil {
				b.Warn(fmt.Errorf("%s was damaged beyond knowing what it was; it is kept as %s, delete that when nobody needs it", b.dir(), aside))
			}
		}
	}
	if err != nil {
		return err
	}
	if err := finishReplacing(b.dir(), b.info.Name); err != nil {
		return err
	}
	if err := sweep(b.db, b.folder, b.info.Name); err != nil {
		return err
	}
	return needRoom(b.Folder(), b.opts.FreeSpace, spare)
}

// tellGaps warns of damage in the journal, once.
func (b *Partial) tellGaps() error {
	if slices.Equal(b.journal.gaps, b.plan.Gaps) {
		return nil
	}
	for _, g := range b.journal.gaps {
		if !slices.Contains(b.plan.Gaps, g) {
			b.Warn(fmt.Errorf("%s is damaged from byte %d to %d: the blocks there are lost and are solved again, those before and after are kept",
				filepath.Join(b.Folder(), journalFile), g.From, g.To))
		}
	}
	b.plan.Gaps = b.journal.gaps
	return durable.WriteFile(filepath.Join(b.Folder(), planFile), sealed(b.plan))
}

// Warn tells of what is wrong but stops nothing.
func (b *Partial) Warn(warning error) {
	if b.opts.Warn != nil {
		b.opts.Warn(warning)
	}
}

// occupied tells what is wrong with making a table where one is.
func (b *Partial) occupied() error {
	s, err := readSeal(local(b.dir()), b.info.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = s.check(b.info.Name, local(b.dir()), b.plan.Rules)
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s is %w", b.info.Label(), ErrExists)
}

// clear makes the locked partial folder a new one.
func (b *Partial) clear(lock *os.File) error {
	if err := lock.Truncate(0); err != nil {
		return err
	}
	for _, name := range []string{workFolder, finalFolder} {
		if err := os.RemoveAll(filepath.Join(b.Folder(), name)); err != nil {
			return err
		}
	}
	if err := durable.WriteFile(filepath.Join(b.Folder(), planFile), sealed(b.plan)); err != nil {
		return err
	}
	return durable.SyncDir(b.db)
}

// Sync returns when all that was put is safe from a crash.
func (b *Partial) Sync() error {
	if err := b.journal.sync(); err != nil {
		return fmt.Errorf("store %s: %w", b.info.Label(), err)
	}
	return nil
}

// Close ends the builder and keeps what was put for resuming.
func (b *Partial) Close() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(b.journal.sync(), b.journal.file.Close())
	b.journal = nil
	return err
}

// Discard ends the builder and removes what was put.
func (b *Partial) Discard() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(discard(b.Folder()), b.journal.file.Close())
	b.journal = nil
	return err
}

// JournalPath is the file that holds what was put.
func (b *Partial) JournalPath() string { return filepath.Join(b.Folder(), journalFile) }
