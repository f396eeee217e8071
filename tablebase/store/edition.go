package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"zermelo/games"
)

// Edition marks a finished table as it is on disk: a program that keeps a table
// open compares editions to notice that it was made again or deleted. Asking
// costs one call of the system.
type Edition struct{ seal fs.FileInfo }

// EditionOf is the edition of the finished table with this name in the data
// directory db. It returns ErrNoTable if there is none.
func EditionOf(db, name string) (Edition, error) {
	if err := CheckName(name); err != nil {
		return Edition{}, err
	}
	dir := filepath.Join(db, FolderName(name))
	for range 2 { // see find
		for _, at := range []string{dir, dir + OldSuffix} {
			seal, err := os.Stat(filepath.Join(at, SealFile))
			if !errors.Is(err, fs.ErrNotExist) {
				return Edition{seal}, err
			}
		}
	}
	return Edition{}, absent(db, &games.Info{Name: name})
}

// Same reports whether two editions are one. An edition that failed is none.
func (e Edition) Same(other Edition) bool {
	return e.seal != nil && other.seal != nil && os.SameFile(e.seal, other.seal) && e.seal.ModTime().Equal(other.seal.ModTime())
}
