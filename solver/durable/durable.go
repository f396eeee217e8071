// Package durable creates directories, writes files, and renames both so that
// the results survive a crash of the machine. A rename is durable only after
// the directory with the new name has been synced. The renamed file is complete
// after a crash only if the file was synced before the rename. All syncs go
// through Sync, so that package durabletest can replay crashes.
package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
)

var observer atomic.Pointer[func(path string)]

// Observe sets a function that Sync calls with the name of each file or directory
// before syncing it. Observe(nil) removes the function. Observe is intended for
// tests.
func Observe(before func(path string)) {
	if before == nil {
		observer.Store(nil)
		return
	}
	observer.Store(&before)
}

// Sync makes the contents of an open file or the entries of an open directory durable.
func Sync(f *os.File) error {
	if before := observer.Load(); before != nil {
		(*before)(f.Name())
	}
	return f.Sync()
}

// WriteFile atomically replaces the file at path with data. It first writes the data to
// path+".tmp".
func WriteFile(path string, data []byte) error {
	temp := path + ".tmp"
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = Sync(f)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp) // the disk may be full
	}
	return err
}

// Rename renames a file or directory and syncs its old and new parent directories.
// The caller must already have synced the file or directory. Even if Rename returns
// an error, the renaming may have taken place.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	err := SyncDir(filepath.Dir(to))
	if before := filepath.Dir(from); before != filepath.Dir(to) {
		err = errors.Join(err, SyncDir(before))
	}
	return err
}

// MkdirAll durably creates a directory and any missing parents.
func MkdirAll(dir string) error {
	err := os.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrNotExist) {
		if err = MkdirAll(filepath.Dir(dir)); err == nil {
			err = os.Mkdir(dir, 0o777)
		}
	}
	switch {
	case err == nil:
		return SyncDir(filepath.Dir(dir))
	case errors.Is(err, fs.ErrExist):
		return os.MkdirAll(dir, 0o777) // returns an error if dir is a file
	}
	return err
}

// SyncDir makes the entries of a directory durable.
func SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = Sync(f)
	return errors.Join(err, f.Close())
}
