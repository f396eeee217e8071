package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"zermelo/games"
)

// find reads the seal of the table at dir, or of the one that is about to be
// replaced. Looking twice covers a replacement between the two looks.
func find(dir string) (string, *seal, error) {
	var err error
	for range 2 {
		for _, at := range []string{dir, dir + oldSuffix} {
			var s *seal
			if s, err = readSeal(at); !errors.Is(err, fs.ErrNotExist) {
				return at, s, err
			}
		}
	}
	return "", nil, err
}

// absent is the error for a variant without a finished table.
func absent(db string, info *games.Info) error {
	return &NoTableError{Name: info.Name, Label: info.Label(), DB: db, Begun: exists(filepath.Join(db, folderName(info.Name)+partialSuffix))}
}

// named completes an error with what it is about.
func named(err error, name, dir string) error {
	var corrupt *CorruptError
	if errors.As(err, &corrupt) && corrupt.Name == "" {
		corrupt.Name = name
	}
	if typed(err) {
		return err
	}
	return fmt.Errorf("open the table of %s in %s: %w", name, dir, diskError(err))
}

// Size is the size on disk of the finished table of a variant, in bytes.
func Size(db, name string) (int64, error) {
	if err := checkName(name); err != nil {
		return 0, err
	}
	dir, _, err := find(filepath.Join(db, folderName(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, absent(db, &games.Info{Name: name})
	}
	if err != nil {
		return 0, named(err, name, dir)
	}
	return folderSize(dir)
}
