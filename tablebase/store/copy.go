package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"zermelo/games"
)

// FolderOf is the folder of the finished table with this name in the data directory db.
func FolderOf(db, name string) string { return filepath.Join(db, folderName(name)) }

// SealFile is the file that a table has when it is whole.
const SealFile = sealFile

// Copy copies the finished table with this name from one data directory to another one,
// which has none of that name. It returns ErrNoTable if there is none to copy.
func Copy(from, name, to string) error {
	f, _, err := find(from, &games.Info{Name: name}, sealOfVariant(name))
	if errors.Is(err, ErrNoTable) {
		return err
	}
	defer f.close()
	if err != nil {
		return named(err, name, f.path)
	}
	target := FolderOf(to, name)
	if exists(target) {
		return &fs.PathError{Op: "copy a table", Path: target, Err: fs.ErrExist}
	}
	return os.CopyFS(target, f)
}
