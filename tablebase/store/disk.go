package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"zermelo/solver/machine"
)

// AccessError is returned if a file cannot be created or read because permission is
// denied, the file system is read-only, or a path component is not a directory.
type AccessError struct{ Err error }

func (e *AccessError) Error() string { return e.Err.Error() }

func (e *AccessError) Unwrap() error { return e.Err }

// FullError is returned if the disk does not have enough free space.
type FullError struct {
	Dir        string // a directory on the disk
	Free, Need int64  // free and required space in bytes
}

func (e *FullError) Error() string {
	unit, shift := "MiB", 20
	if e.Need < 10<<20 {
		unit, shift = "KiB", 10
	}
	return fmt.Sprintf("%v: %s has %d %s left, but %d %s are required", ErrFull, e.Dir, e.Free>>shift, unit, (e.Need+1<<shift-1)>>shift, unit)
}

func (e *FullError) Unwrap() error { return ErrFull }

// diskError converts an error from the file system. The result matches ErrFull if
// the disk is full and is an *AccessError if access is denied.
func diskError(err error) error {
	switch {
	case errors.Is(err, ErrFull):
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT): // disk full or quota exceeded
		return fmt.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return &AccessError{err}
	}
	return err
}

// spare is the disk space in bytes that is required in addition to the blocks. It
// covers the header, the manifest, the seal, and file system overhead.
const spare = 64 << 10

// CheckRoom returns a [*FullError] if the disk of the data directory db has less
// than the given number of bytes of free space. The directory need not exist.
func CheckRoom(db string, bytes int64) error {
	for !exists(db) && filepath.Dir(db) != db {
		db = filepath.Dir(db)
	}
	return needRoom(db, machine.FreeDisk, bytes)
}

func needRoom(dir string, freeSpace func(dir string) (int64, error), need int64) error {
	free, err := freeSpace(dir)
	if err != nil || free >= need {
		return err
	}
	return &FullError{Dir: dir, Free: free, Need: need}
}
