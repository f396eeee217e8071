// Package durable writes files and renames files and folders so that they
// survive a crash of the machine. A rename is safe only when the folder that has
// the new name is synced, and whole only when what gets the name was synced
// before.
package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteFile replaces the file at path with these bytes, whole or not at all. It
// uses the name path+".tmp" meanwhile, and removes that if it fails.
func WriteFile(path string, data []byte) error {
	temp := path + ".tmp"
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp) // the disk may be full
	}
	return err
}

// Rename renames a file or a folder, which must be synced, and syncs the folders
// that have the new name and had the old one. After an error it may be renamed:
// then the old name is gone.
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

// SyncDir makes the names in a folder safe from a crash.
func SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	return errors.Join(err, f.Close())
}
