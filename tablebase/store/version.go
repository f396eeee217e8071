package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"zermelo/games"
)

// Version marks a finished table as it is on disk: a program that keeps a table
// open compares versions to notice that it was made again or deleted. Asking
// costs one call of the system.
type Version struct{ seal fs.FileInfo }

// VersionOf is the version of the finished table with this name in the data
// directory db. It returns ErrNoTable if there is none.
func VersionOf(db, name string) (Version, error) {
	if err := checkName(name); err != nil {
		return Version{}, err
	}
	dir := filepath.Join(db, folderName(name))
	for range 2 { // see find
		for _, at := range []string{dir, dir + oldSuffix} {
			seal, err := os.Stat(filepath.Join(at, sealFile))
			if !errors.Is(err, fs.ErrNotExist) {
				return Version{seal}, err
			}
		}
	}
	return Version{}, absent(db, &games.Info{Name: name})
}

// Same reports whether two versions are one. A version that failed is none.
func (e Version) Same(other Version) bool {
	return e.seal != nil && other.seal != nil && os.SameFile(e.seal, other.seal) && e.seal.ModTime().Equal(other.seal.ModTime())
}
