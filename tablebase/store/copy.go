package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"zermelo/games"
)

// Copy copies the finished table with this name from one data directory to another one,
// which has none of that name. It returns ErrNoTable if there is none to copy.
func Copy(from, name, to string) error {
	dir, _, err := find(from, &games.Info{Name: name}, func(at string) (*seal, error) { return readSeal(at, name) })
	switch {
	case errors.Is(err, ErrNoTable):
		return err
	case err != nil:
		return named(err, name, dir)
	}
	target := filepath.Join(to, folderName(name))
	if exists(target) {
		return &fs.PathError{Op: "copy a table", Path: target, Err: fs.ErrExist}
	}
	return os.CopyFS(target, os.DirFS(dir))
}
