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
	dir    string
	kv     *kvReader
	header *Header
}

// Open opens the table of a variant in the data directory db. Its rules
// must have this digest, its states this number of words. The errors are ErrNoTable,
// *CorruptError, *ForeignError and *VersionError, or those of the file system.
func Open(db string, info *games.Info, rules uint64, words int) (*Table, error) {
	name := info.Name
	dir, s, err := find(db, info, func(at string) (*seal, error) { return readSeal(at, name) })
	if errors.Is(err, ErrNoTable) {
		return nil, err
	}
	if err == nil {
		err = s.check(name, dir, rules)
	}
	if err != nil {
		return nil, named(err, name, dir)
	}
	t := &Table{dir: dir}
	if t.kv, err = openKV(dir); err != nil {
		var denied *fs.PathError
		if errors.As(err, &denied) && denied.Op == "open" && !errors.Is(err, fs.ErrNotExist) {
			return nil, named(err, name, dir) // such as too many open files: that is no damage
		}
		return nil, &CorruptError{Name: name, Dir: dir, What: "it cannot be opened", Err: err}
	}
	if err := t.readHeader(s, words); err != nil {
		return nil, errors.Join(&CorruptError{Name: name, Dir: dir, What: "its header", Err: err}, t.kv.close())
	}
	return t, nil
}

// readHeader reads the header and compares it with the seal.
func (t *Table) readHeader(s *seal, words int) error {
	h, err := readHeader(t.kv)
	if err != nil {
		return err
	}
	if h.Format != s.Format || h.Name != s.Name || h.Rules != s.Rules || h.Words != words {
		return errors.New("it does not match the file " + sealFile)
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
func (t *Table) Size() (int64, error) { return folderSize(t.dir) }

// Damaged is the error for data that is not what it must be.
func (t *Table) Damaged(what string, err error) error {
	if _, serr := os.Stat(t.dir); errors.Is(serr, fs.ErrNotExist) {
		return fmt.Errorf("read the table of %s: %w", t.header.Name, serr) // it was deleted meanwhile
	}
	return &CorruptError{Name: t.header.Name, Dir: t.dir, What: what, Err: err}
}

// Newer is the error for data of a version that this program does not read yet.
func (t *Table) Newer(version int) error {
	return &VersionError{Name: t.header.Name, Dir: t.dir, Have: version, Tool: t.header.Tool}
}

// Named completes an error with what it is about.
func (t *Table) Named(err error) error { return named(err, t.header.Name, t.dir) }

// find calls look with the folder of the finished table of a variant, and with that of
// the one that is about to be replaced, until there is one: a *NoTableError if there is
// none. It looks at both twice, as they may change places meanwhile.
func find[T any](db string, info *games.Info, look func(dir string) (T, error)) (dir string, found T, err error) {
	if err := checkName(info.Name); err != nil {
		return "", found, err
	}
	table := filepath.Join(db, folderName(info.Name))
	for range 2 {
		for _, dir = range []string{table, table + oldSuffix} {
			if found, err = look(dir); !errors.Is(err, fs.ErrNotExist) {
				return dir, found, err
			}
		}
	}
	return "", found, absent(db, info)
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
	dir, _, err := find(db, info, func(at string) (*seal, error) { return readSeal(at, name) })
	switch {
	case errors.Is(err, ErrNoTable):
		return 0, err
	case err != nil:
		return 0, named(err, name, dir)
	}
	return folderSize(dir)
}

// Version marks a finished table as it is on disk: a program that keeps a table
// open compares versions to notice that it was made again or deleted. Asking
// costs one call of the system.
type Version struct{ seal fs.FileInfo }

// VersionOf is the version of the finished table with this name in the data
// directory db. It returns ErrNoTable if there is none.
func VersionOf(db, name string) (Version, error) {
	_, seal, err := find(db, &games.Info{Name: name}, func(at string) (fs.FileInfo, error) { return os.Stat(filepath.Join(at, sealFile)) })
	return Version{seal}, err
}

// Same reports whether two versions are one. A version that failed is none.
func (e Version) Same(other Version) bool {
	return e.seal != nil && other.seal != nil && os.SameFile(e.seal, other.seal) && e.seal.ModTime().Equal(other.seal.ModTime())
}
