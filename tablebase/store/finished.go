package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/job"
)

// Table is a finished table that is open for reading. It is safe for concurrent use.
type Table struct {
	folder
	kv     *kvReader
	header *Header
}

// Open opens the table of a variant in the data directory db. The table must have the
// rules digest returned by rules, and states of the given number of 64-bit words.
// rules is called only if a table exists. Errors include [ErrNoTable],
// [*CorruptError], [*ForeignError], [*VersionError] and errors of the file system.
func Open(db string, info *games.Info, rules func() uint64, words int) (*Table, error) {
	name := info.Name
	f, s, err := findSealed(db, info)
	if err != nil {
		return nil, err
	}
	if err = s.check(name, f, rules()); err != nil {
		return nil, named(err, name, f.path)
	}
	t := &Table{folder: f}
	if t.kv, err = openKV(f); err != nil {
		var denied *fs.PathError
		if errors.As(err, &denied) && denied.Op == "open" && !errors.Is(err, fs.ErrNotExist) {
			err = named(err, name, f.path) // for example, too many open files: the table is not damaged
		} else {
			err = &CorruptError{Name: name, Dir: f.path, What: "cannot be opened", Err: err}
		}
		return nil, err
	}
	if err := t.readHeader(s, words); err != nil {
		return nil, errors.Join(&CorruptError{Name: name, Dir: f.path, What: "invalid header", Err: err}, t.kv.close())
	}
	return t, nil
}

// findSealed finds a variant's finished table and reads its seal.
func findSealed(db string, info *games.Info) (folder, *seal, error) {
	f, s, err := find(db, info, func(f folder) (*seal, error) { return readSeal(f, info.Name) })
	if err != nil && !errors.Is(err, ErrNoTable) {
		err = named(err, info.Name, f.path)
	}
	return f, s, err
}

// readHeader reads the header and compares it with the seal.
func (t *Table) readHeader(s *seal, words int) error {
	h, err := readHeader(t.kv)
	if err != nil {
		return err
	}
	if h.Format != s.Format || h.Name != s.Name || h.Rules != s.Rules || h.Words != words {
		return errors.New("it does not match the file " + SealFile)
	}
	t.header = h
	return nil
}

// Header returns the header, which callers must not modify.
func (t *Table) Header() *Header { return t.header }

// Solution returns the description of the solution, which callers must not modify.
func (t *Table) Solution() *job.Solution { return t.header.Solution }

// Get calls use with the value of key. The value is valid only during the call. Get
// returns the error returned by use, or [ErrMissing] if key is not stored.
func (t *Table) Get(key []byte, use func(value []byte) error) error { return t.kv.get(key, use) }

// Close closes the files of the table.
func (t *Table) Close() error {
	if err := t.kv.close(); err != nil {
		return fmt.Errorf("close the table of %s: %w", t.header.Name, err)
	}
	return nil
}

// Size returns the size of the table on disk, in bytes.
func (t *Table) Size() (int64, error) { return folderSize(t.folder) }

// Damaged returns a [*CorruptError] for the given part of the table. If the table
// has been deleted since it was opened, the error matches [fs.ErrNotExist] instead.
func (t *Table) Damaged(what string, err error) error {
	if _, serr := fs.Stat(t, "."); errors.Is(serr, fs.ErrNotExist) {
		return fmt.Errorf("read the table of %s: %w", t.header.Name, serr)
	}
	return &CorruptError{Name: t.header.Name, Dir: t.path, What: what, Err: err}
}

// Foreign returns a [*ForeignError] for a table that has the correct rules digest
// but different rules.
func (t *Table) Foreign(what string) error {
	return &ForeignError{Name: t.header.Name, Dir: t.path, Have: t.header.Rules, Want: t.header.Rules, What: what}
}

// Remote reports whether the table is in an object store.
func (t *Table) Remote() bool { return Remote(t.path) }

// Newer returns a [*VersionError] for data in an unsupported format version.
func (t *Table) Newer(version int) error {
	return &VersionError{Name: t.header.Name, Dir: t.path, Have: version, Tool: t.header.Tool}
}

// Named adds the name and path of the table to err, unless err already contains them.
func (t *Table) Named(err error) error { return named(err, t.header.Name, t.path) }

// find calls look with the folder of a variant's finished table. If look returns
// fs.ErrNotExist, find calls look with the folder of the table that is being
// replaced. It tries each folder twice because a concurrent process may rename the
// folders. If neither folder exists, find returns a *NoTableError.
func find[T any](db string, info *games.Info, look func(folder) (T, error)) (f folder, found T, err error) {
	f.path = db
	if err := checkName(info.Name); err != nil {
		return f, found, err
	}
	root, err := openFolder(db)
	if err != nil {
		return f, found, err
	}
	table := folderName(info.Name)
	for range 2 {
		for _, name := range []string{table, table + oldSuffix} {
			f = root.sub(name)
			if found, err = look(f); !errors.Is(err, fs.ErrNotExist) {
				return f, found, err
			}
		}
	}
	return f, found, absent(db, info)
}

func absent(db string, info *games.Info) error {
	return &NoTableError{Name: info.Name, Label: info.Label(), DB: db, Begun: exists(filepath.Join(db, folderName(info.Name)+partialSuffix))}
}

func named(err error, name, dir string) error {
	if typed(err) {
		return err
	}
	return fmt.Errorf("open the table of %s in %s: %w", name, dir, diskError(err))
}

// Size returns the size of a finished table on disk, in bytes.
func Size(db, name string) (int64, error) {
	f, _, err := findSealed(db, &games.Info{Name: name})
	if err != nil {
		return 0, err
	}
	return folderSize(f)
}

// Version identifies the finished table on disk, so that a program can detect that
// a table has been replaced or deleted.
type Version struct{ seal fs.FileInfo }

// VersionOf returns the version of the finished table with the given name in the data
// directory db, or [ErrNoTable]. If the table exists, VersionOf makes only one system
// call or one request to an object store.
func VersionOf(db, name string) (Version, error) {
	_, seal, err := find(db, &games.Info{Name: name}, func(f folder) (fs.FileInfo, error) { return fs.Stat(f, SealFile) })
	return Version{seal}, err
}

// Same reports whether e and other identify the same table. It returns false if
// either is the zero Version.
func (e Version) Same(other Version) bool {
	if e.seal == nil || other.seal == nil || !e.seal.ModTime().Equal(other.seal.ModTime()) {
		return false
	}
	remote := e.seal.Sys() == nil // objects have no inode number
	return remote && e.seal.Size() == other.seal.Size() || os.SameFile(e.seal, other.seal)
}
