package store

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
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

// Partial is a table under construction: a directory that contains a plan and a
// locked journal of the completed blocks.
type Partial struct {
	info    *games.Info
	opts    Options
	db      string // data directory
	folder  string // folder name of the table
	plan    plan
	journal *journal
}

// Options configures Begin. The zero value is ready to use.
type Options struct {
	// Force replaces an existing table when the new one is complete, even if the
	// existing table is unusable. It also discards an unfinished table.
	Force bool
	Tool  string // version of the program, recorded in the header
	// Warn, if not nil, is called with each non-fatal error in Begin or Commit.
	Warn func(warning error)

	// FreeSpace and Now, if not nil, replace machine.FreeDisk and time.Now.
	FreeSpace func(dir string) (int64, error)
	Now       func() time.Time
}

// Begin starts a table of a game in the data directory db, or resumes an unfinished
// one. rules is the digest of the game's rules, and words is the number of 64-bit
// words per state. tiers reports whether the table is tiered.
//
// Begin returns [ErrExists] if the table exists, [ErrBusy] if another process is
// building it, and a [*NotOwnedError] if the directory is not a table. It returns a
// [*ForeignError] if the existing data has different rules, and a [*VersionError]
// or [*CorruptError] if it cannot be read. With opts.Force, existing and unusable
// tables are not errors.
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

// Peek opens the partial tiered table of a game for reading, or returns nil if there is
// none. Arguments and errors are the same as for Begin. Peek does not lock the table.
// Only Records, Gaps, Read, Damaged and Close may be called on the result.
func Peek(db string, info *games.Info, rules uint64, words int) (*Partial, error) {
	b := &Partial{info: info, db: db, folder: folderName(info.Name)}
	stored, err := readPlan(b.Folder(), info.Name)
	if stored == nil || err != nil {
		return nil, err
	}
	if err := stored.fits(&plan{Name: info.Name, Rules: rules, Words: words, Tiers: true}, b.Folder()); err != nil {
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

// HasPartial reports whether a variant has an unfinished table.
func HasPartial(db, name string) bool {
	return exists(filepath.Join(db, folderName(name)) + partialSuffix)
}

func (b *Partial) dir() string { return filepath.Join(b.db, b.folder) }

// Folder returns the path of the partial table.
func (b *Partial) Folder() string { return b.dir() + partialSuffix }

// Records returns all records in journal order, including replaced ones.
func (b *Partial) Records() []Record { return b.journal.records }

// Sorted returns the last record for each key, in key order.
func (b *Partial) Sorted() []Record { return b.journal.sorted() }

// Gaps returns the gaps of the journal in file order.
func (b *Partial) Gaps() []Gap { return b.journal.gaps }

// Put appends a record to the journal. data consists of RecordHead reserved bytes,
// the key, and the value. count is the number of states in the value.
func (b *Partial) Put(data []byte, count int) (Record, error) {
	return b.journal.write(data, count)
}

// PutRecords appends records with their heads to the journal.
func (b *Partial) PutRecords(data []byte) error {
	head := RecordHead + b.plan.keySize()
	for len(data) > 0 {
		if len(data) < head || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-head) {
			return ErrFormat
		}
		end := head + int(binary.LittleEndian.Uint32(data))
		count, ok := CountOf(data[RecordHead:head], data[head:end])
		if !ok {
			return ErrChecksum
		}
		if _, err := b.journal.write(data[:end], count); err != nil {
			return err
		}
		data = data[end:]
	}
	return nil
}

// WorkDir returns the directory for the solver's scratch files, which is removed
// together with the partial table.
func (b *Partial) WorkDir() string { return filepath.Join(b.Folder(), workFolder) }

func (b *Partial) start() error {
	if !b.opts.Force && !exists(b.Folder()) && !exists(b.dir()+oldSuffix) {
		// The common case requires no write permission.
		if err := b.occupied(); err != nil {
			return err
		}
	}
	// Check before creating or locking anything.
	if err := ownedPartial(b.Folder(), b.info.Name); err != nil {
		return err
	}
	lock, err := lockJournal(b.Folder())
	if errors.Is(err, ErrBusy) {
		return fmt.Errorf("%w: %s is being solved by another process in %s", ErrBusy, b.info.Label(), b.Folder())
	}
	if err != nil {
		return err
	}
	if err = b.startLocked(lock); err != nil {
		lock.Close()
	}
	return err
}

// startLocked starts or resumes the table. lock is the locked journal.
func (b *Partial) startLocked(lock *os.File) error {
	if err := b.makeRoom(); err != nil {
		if begun(b.Folder()) {
			err = errors.Join(err, discard(b.Folder()))
		}
		return err
	}
	plan, err := readPlan(b.Folder(), b.info.Name)
	if plan == nil && err == nil {
		// The directory is new. Do not leave it behind on failure.
		if occupied := b.occupied(); occupied != nil && !b.opts.Force {
			return errors.Join(occupied, discard(b.Folder()))
		}
	}
	if plan != nil && plan.Build == builtBy(b.dir()) {
		// This directory was left by a crash after the rename in Commit.
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
	if err := durable.MkdirAll(b.WorkDir()); err != nil {
		return err
	}
	if b.journal, err = openJournal(lock, b.plan.keySize()); err != nil {
		return err
	}
	return b.warnOfGaps()
}

// makeRoom completes the operations that a crashed process left unfinished. It
// returns an error if the path of the finished table is not available or the disk is
// full.
func (b *Partial) makeRoom() error {
	err := owned(b.dir(), b.info.Name)
	var notOwned *NotOwnedError
	if errors.As(err, &notOwned) {
		switch {
		case !b.opts.Force:
			err = nil // startLocked calls occupied, whose error is more precise
		case looksLikeTable(b.dir()):
			var aside string
			if aside, err = moveAside(b.dir()); err == nil {
				b.Warn(fmt.Errorf("%s: corrupt, and not identifiable as a table; moved to %s, which can be deleted", b.dir(), aside))
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

// warnOfGaps warns about each new gap in the journal and records it in the plan.
func (b *Partial) warnOfGaps() error {
	if slices.Equal(b.journal.gaps, b.plan.Gaps) {
		return nil
	}
	for _, g := range b.journal.gaps {
		if !slices.Contains(b.plan.Gaps, g) {
			b.Warn(fmt.Errorf("%s: bytes %d-%d are corrupt; re-solving the affected blocks",
				b.JournalPath(), g.From, g.To))
		}
	}
	b.plan.Gaps = b.journal.gaps
	return durable.WriteFile(filepath.Join(b.Folder(), planFile), sealed(b.plan))
}

// Warn reports a non-fatal error.
func (b *Partial) Warn(warning error) {
	if b.opts.Warn != nil {
		b.opts.Warn(warning)
	}
}

// occupied returns an error if a finished table exists.
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

// Sync syncs all records to disk.
func (b *Partial) Sync() error {
	if err := b.journal.sync(); err != nil {
		return fmt.Errorf("store %s: %w", b.info.Label(), err)
	}
	return nil
}

// Close closes b. The table can be resumed.
func (b *Partial) Close() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(b.journal.sync(), b.journal.file.Close())
	b.journal = nil
	return err
}

// Discard closes b and deletes the partial table.
func (b *Partial) Discard() error {
	if b.journal == nil {
		return nil
	}
	err := errors.Join(discard(b.Folder()), b.journal.file.Close())
	b.journal = nil
	return err
}

// JournalPath returns the path of the journal.
func (b *Partial) JournalPath() string { return filepath.Join(b.Folder(), journalFile) }
