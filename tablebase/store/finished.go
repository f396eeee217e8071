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

// Table is a finished table, open for reading: its header, and values by key.
// It is safe for concurrent use.
type Table struct {
	folder
	kv     *kvReader
	header *Header
}

// Open opens the table of a variant in the data directory db. The table must have
// the rules digest that rules returns, and states of the given number of words.
// rules is called only if a table exists. Open returns ErrNoTable, a *CorruptError,
// a *ForeignError, a *VersionError, or an error of the file system.
func Open(db string, info *games.Info, rules func() uint64, words int) (*Table, error) {
	name := info.Name
	f, s, err := find(db, info, sealOfVariant(name))
	if errors.Is(err, ErrNoTable) {
		return nil, err
	}
	if err == nil {
		err = s.check(name, f, rules())
	}
	if err != nil {
		return nil, named(err, name, f.path)
	}
	t := &Table{folder: f}
	if t.kv, err = openKV(f); err != nil {
		var denied *fs.PathError
		if errors.As(err, &denied) && denied.Op == "open" && !errors.Is(err, fs.ErrNotExist) {
			err = named(err, name, f.path) // such as too many open files: that is no damage
		} else {
			err = &CorruptError{Name: name, Dir: f.path, What: "it cannot be opened", Err: err}
		}
		return nil, err
	}
	if err := t.readHeader(s, words); err != nil {
		return nil, errors.Join(&CorruptError{Name: name, Dir: f.path, What: "its header", Err: err}, t.kv.close())
	}
	return t, nil
}

// sealOfVariant reads the seal of the table of a variant.
func sealOfVariant(name string) func(folder) (*seal, error) {
	return func(f folder) (*seal, error) { return readSeal(f, name) }
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

// Header describes the table. It must not be changed.
func (t *Table) Header() *Header { return t.header }

// Solution describes the solution. It must not be changed.
func (t *Table) Solution() *job.Solution { return t.header.Solution }

// Get calls use with the value of key, which it must not keep, or returns
// ErrMissing.
func (t *Table) Get(key []byte, use func(value []byte) error) error { return t.kv.get(key, use) }

// Close ends reading.
func (t *Table) Close() error {
	if err := t.kv.close(); err != nil {
		return fmt.Errorf("close the table of %s: %w", t.header.Name, err)
	}
	return nil
}

// Size is the size of the table on disk, in bytes.
func (t *Table) Size() (int64, error) { return folderSize(t.folder) }

// Damaged is the error for data that is not what it must be.
func (t *Table) Damaged(what string, err error) error {
	if _, serr := fs.Stat(t, "."); errors.Is(serr, fs.ErrNotExist) {
		return fmt.Errorf("read the table of %s: %w", t.header.Name, serr) // it was deleted meanwhile
	}
	return &CorruptError{Name: t.header.Name, Dir: t.path, What: what, Err: err}
}

// Foreign returns the error for a table that differs from the rules as they are now.
func (t *Table) Foreign(what string) error {
	return &ForeignError{Name: t.header.Name, Dir: t.path, Have: t.header.Rules, Want: t.header.Rules, What: what}
}

// Remote reports whether the table is in an object store.
func (t *Table) Remote() bool { return Remote(t.path) }

// Newer is the error for data of a version that this program does not read yet.
func (t *Table) Newer(version int) error {
	return &VersionError{Name: t.header.Name, Dir: t.path, Have: version, Tool: t.header.Tool}
}

// Named completes an error with what it is about.
func (t *Table) Named(err error) error { return named(err, t.header.Name, t.path) }

// find calls look with the folder of a variant's finished table and then with the
// folder of the table being replaced, until look finds a table. It tries both
// twice, as they can be swapped concurrently. It returns a *NoTableError if it
// finds none.
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

// absent is the error for a variant without a finished table.
func absent(db string, info *games.Info) error {
	return &NoTableError{Name: info.Name, Label: info.Label(), DB: db, Begun: exists(filepath.Join(db, folderName(info.Name)+partialSuffix))}
}

// named completes an error with what it is about.
func named(err error, name, dir string) error {
	if typed(err) {
		return err
	}
	return fmt.Errorf("open the table of %s in %s: %w", name, dir, diskError(err))
}

// Size is the size on disk of the finished table of a variant, in bytes.
func Size(db, name string) (int64, error) {
	info := &games.Info{Name: name}
	f, _, err := find(db, info, sealOfVariant(name))
	if errors.Is(err, ErrNoTable) {
		return 0, err
	}
	if err != nil {
		return 0, named(err, name, f.path)
	}
	return folderSize(f)
}

// Version marks a finished table as it is on disk: a program that keeps a table
// open compares versions to notice that it was made again or deleted. Asking
// costs one call of the system.
type Version struct{ seal fs.FileInfo }

// VersionOf is the version of the finished table with this name in the data
// directory db. It returns ErrNoTable if there is none.
func VersionOf(db, name string) (Version, error) {
	_, seal, err := find(db, &games.Info{Name: name}, func(f folder) (fs.FileInfo, error) { return fs.Stat(f, SealFile) })
	return Version{seal}, err
}

// Same reports whether two versions are one. A version that failed is none.
func (e Version) Same(other Version) bool {
	if e.seal == nil || other.seal == nil || !e.seal.ModTime().Equal(other.seal.ModTime()) {
		return false
	}
	remote := e.seal.Sys() == nil // an object has no number of a file
	return remote && e.seal.Size() == other.seal.Size() || os.SameFile(e.seal, other.seal)
}
