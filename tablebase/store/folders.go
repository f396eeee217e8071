// Package store implements the storage of tables. A table is a folder that contains
// keys, their values, and a seal. The package also implements the locks and the
// journals of tables that are being built. It does not interpret keys or values.
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

// A data directory contains the following folders for each variant. NAME is the
// result of folderName.
//
//	NAME/                finished table: a Badger directory, its seal, and the file
//	                     with the rules unless the game is built in
//	NAME.partial/        table under construction:
//	    plan.json            description of the table
//	    journal              completed blocks; locked by the builder
//	    work/                scratch files of the solver
//	    final/               finished table, until it is renamed into place
//	NAME.old/            table that is being replaced
//	NAME.trash-*/        folders that are being deleted
//	NAME.aside-*/        tables too damaged to identify, kept for the user
//
// A finished table appears by a single rename after all of its files have been
// synced, so it is always either complete or absent. The table it replaces is
// renamed to NAME.old just before. If a crash occurs between the two renames,
// readers open NAME.old.
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

// maxFolderName is the maximum length of a folder name in bytes. File systems allow
// 255 bytes, including the suffixes above.
const maxFolderName = 200

// folderName returns the folder name of a variant. It replaces ':', which some file
// systems do not allow, with ','. A long name is truncated and ends with a hash.
func folderName(name string) string {
	folder := strings.ReplaceAll(name, ":", ",")
	if len(folder) > maxFolderName {
		return fmt.Sprintf("%s~%016x", folder[:maxFolderName-17], xxhash.Sum64String(name))
	}
	return folder
}

// variantOf is the inverse of folderName for names that were not truncated.
func variantOf(folder string) string { return strings.Replace(folder, ",", ":", 1) }

// isAuxiliary reports whether a folder's name shows that it is not a finished table.
func isAuxiliary(folder string) bool {
	return strings.HasSuffix(folder, partialSuffix) || strings.HasSuffix(folder, oldSuffix) ||
		strings.Contains(folder, trashSuffix) || strings.Contains(folder, asideSuffix)
}

func folderSize(dir fs.FS) (int64, error) {
	sum, _, err := folderUse(dir)
	return sum, err
}

// folderUse returns the total size of all files in a folder and its subfolders, in
// bytes, and the time of the last modification.
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

// WorkDir returns the folder for the scratch files of an unfinished table.
func WorkDir(db, name string) string {
	return filepath.Join(db, folderName(name)+partialSuffix, workFolder)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Name suffixes of search tables, which hold the proof of a variant, results proven
// during a search, and the snapshot of a proof-number search.
const (
	proofSuffix = ".proof"
	knownSuffix = ".known"
	openSuffix  = ".open"
)

// ProofName returns the name of the table of a variant's proof.
func ProofName(variant string) string { return variant + proofSuffix }

// KnownName returns the name of the table of a variant's search results.
func KnownName(variant string) string { return variant + knownSuffix }

// OpenName returns the name of the table of a variant's search snapshot.
func OpenName(variant string) string { return variant + openSuffix }

// VariantOf returns the variant and the kind of a table. The kind is "proof",
// "known" or "open", or "" for a table of all positions.
func VariantOf(table string) (variant, kind string) {
	for _, suffix := range []string{proofSuffix, knownSuffix, openSuffix} {
		if v, ok := strings.CutSuffix(table, suffix); ok {
			return v, suffix[1:]
		}
	}
	return table, ""
}

// FolderOf returns the path of a finished table in the data directory db.
func FolderOf(db, name string) string { return filepath.Join(db, folderName(name)) }

// Copy copies a finished table between data directories. It returns [ErrNoTable] if
// the source does not exist, and [fs.ErrExist] if the destination exists.
func Copy(from, name, to string) error {
	f, _, err := findSealed(from, &games.Info{Name: name})
	if err != nil {
		return err
	}
	target := FolderOf(to, name)
	if exists(target) {
		return &fs.PathError{Op: "copy a table", Path: target, Err: fs.ErrExist}
	}
	return os.CopyFS(target, f)
}
