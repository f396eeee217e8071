package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"zermelo/solver/machine"
)

// AccessError says that the file system lets nobody make or read files here: they
// may not, or it is read-only, or there is a file where a folder should be.
type AccessError struct{ Err error }

func (e *AccessError) Error() string { return e.Err.Error() }

// Unwrap is the error of the file system.
func (e *AccessError) Unwrap() error { return e.Err }

// FullError says that a disk has less room than is needed. It is an ErrFull.
type FullError struct {
	Dir        string // on the disk
	Free, Need int64  // bytes
}

func (e *FullError) Error() string {
	unit, shift := "MiB", 20
	if e.Need < 10<<20 {
		unit, shift = "KiB", 10
	}
	return fmt.Sprintf("%v: %s has %d %s left, %d %s are needed", ErrFull, e.Dir, e.Free>>shift, unit, (e.Need+1<<shift-1)>>shift, unit)
}

// Unwrap is ErrFull.
func (e *FullError) Unwrap() error { return ErrFull }

// diskError makes an error of the file system an ErrFull or an *AccessError, where it is
// one.
func diskError(err error) error {
	switch {
	case errors.Is(err, ErrFull):
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT): // the disk's or the user's part of it
		return fmt.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return &AccessError{err}
	}
	return err
}

// spare is the room that is asked for beyond the size of the blocks, in bytes: for
// the header, the list of files and the seal, and what the file system rounds up.
const spare = 64 << 10

// CheckRoom returns a *FullError if the disk with the data directory db has less than
// these bytes left. The directory need not exist.
func CheckRoom(db string, bytes int64) error {
	for !exists(db) && filepath.Dir(db) != db {
		db = filepath.Dir(db)
	}
	return needRoom(db, machine.FreeDisk, bytes)
}

// needRoom returns a *FullError if the disk with a folder has less than need bytes
// left, as freeSpace tells.
func needRoom(dir string, freeSpace func(dir string) (int64, error), need int64) error {
	free, err := freeSpace(dir)
	if err != nil || free >= need {
		return err
	}
	return &FullError{Dir: dir, Free: free, Need: need}
}
