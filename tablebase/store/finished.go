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
	if err := checkName(name); err != nil {
		return nil, err
	}
	dir, s, err := find(filepath.Join(db, folderName(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, absent(db, info)
	}
	if err == nil {
		err = s.fits(name, dir, rules)
	}
	if err == nil {
		err = s.check(dir)
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

// Named completes an error with what it is about.
func (t *Table) Named(err error) error { return named(err, t.header.Name, t.dir) }
