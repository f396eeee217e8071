// Package store keeps tables in folders: their files, seals, locks and the journal of
// one that is being built. It knows keys and values, not what they mean.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
)

// A data directory holds, for each variant, where NAME is its folder name:
//
//	NAME/                the finished table: a Badger directory and its seal
//	NAME.partial/        a table that is being built:
//	    plan.json            what is built
//	    journal              the blocks put so far, and the builder's lock
//	    work/                the solver's own files
//	    final/               the finished table, just before it gets its place
//	NAME.old/            the table that a new one is about to replace
//	NAME.trash-*/        folders on their way out
//	NAME.aside-*/        a damaged table that nothing is known of, kept
//
// Folders change their names by rename only, so that at any moment a table is
// whole or not there: the new table is renamed into place when it is complete
// and synced; the old one steps aside to NAME.old just before, and is read from
// there should a crash come between.
const (
	partialSuffix = ".partial"
	oldSuffix     = ".old"
	trashSuffix   = ".trash-"
	asideSuffix   = ".aside-"
	planFile      = "plan.json"
	journalFile   = "journal"
	workFolder    = "work"
	finalFolder   = "final"
)

// maxFolderName is the longest folder name in bytes; file systems allow 255,
// less our suffixes.
const maxFolderName = 200

// folderName returns the folder of a variant: its name with ':' replaced by ',',
// which every file system allows. Long names are truncated and end in a hash.
func folderName(name string) string {
	folder := strings.ReplaceAll(name, ":", ",")
	if len(folder) > maxFolderName {
		return fmt.Sprintf("%s~%016x", folder[:maxFolderName-17], xxhash.Sum64String(name))
	}
	return folder
}

// variantOf is the inverse of folderName, for names that were not cut.
func variantOf(folder string) string { return strings.Replace(folder, ",", ":", 1) }

// isAuxiliary reports whether a folder does not have the name of a finished table.
func isAuxiliary(folder string) bool {
	return strings.HasSuffix(folder, partialSuffix) || strings.HasSuffix(folder, oldSuffix) ||
		strings.Contains(folder, trashSuffix) || strings.Contains(folder, asideSuffix)
}

// folderSize returns the total size of the files below a folder, in bytes.
func folderSize(dir fs.FS) (int64, error) {
	sum, _, err := folderUse(dir)
	return sum, err
}

// folderUse returns the total size of the files below a folder, in bytes, and the
// latest modification time.
func folderUse(dir fs.FS) (sum int64, written time.Time, err error) {
	err = fs.WalkDir(dir, ".", func(_ string, entry fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil && !entry.IsDir() {
			if info, err = entry.Info(); err == nil {
				sum += info.Size()
				if info.ModTime().After(written) {
					written = info.ModTime()
				}
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return sum, written, err
}

// WorkDir returns the folder for scratch files of an unfinished table.
func WorkDir(db, name string) string {
	return filepath.Join(db, folderName(name)+partialSuffix, workFolder)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// What ends the names of the tables of searches: a proof, what was proven on the way,
// the snapshot of a proof-number search.
const (
	proofSuffix = ".proof"
	knownSuffix = ".known"
	openSuffix  = ".open"
)

// ProofName returns the name of the table that holds the proof of a variant.
func ProofName(variant string) string { return variant + proofSuffix }

// KnownName returns the name of the table with the search results of a variant.
func KnownName(variant string) string { return variant + knownSuffix }

// OpenName returns the name of the table with the search snapshot of a variant.
func OpenName(variant string) string { return variant + openSuffix }

// VariantOf returns the variant and the kind of a table: "proof", "known", "open",
// or "" for a table of all positions.
func VariantOf(table string) (variant, kind string) {
	for _, suffix := range []string{proofSuffix, knownSuffix, openSuffix} {
		if v, ok := strings.CutSuffix(table, suffix); ok {
			return v, suffix[1:]
		}
	}
	return table, ""
}

// FolderOf returns the folder of the finished table name in the data directory db.
func FolderOf(db, name string) string { return filepath.Join(db, folderName(name)) }

// Copy copies the finished table with this name from one data directory to another one,
// which has none of that name. It returns ErrNoTable if there is none to copy.
func Copy(from, name, to string) error {
	f, _, err := find(from, &games.Info{Name: name}, sealOfVariant(name))
	if errors.Is(err, ErrNoTable) {
		return err
	}
	if err != nil {
		return named(err, name, f.path)
	}
	target := FolderOf(to, name)
	if exists(target) {
		return &fs.PathError{Op: "copy a table", Path: target, Err: fs.ErrExist}
	}
	return os.CopyFS(target, f)
}
