package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"zermelo/solver/durable"
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
//
// Folders change their names by rename only, so that at any moment a table is
// whole or not there: the new table is renamed into place when it is complete
// and synced; the old one steps aside to NAME.old just before, and is read from
// there should a crash come between.
const (
	partialSuffix = ".partial"
	oldSuffix     = ".old"
	trashSuffix   = ".trash-"
	planFile      = "plan.json"
	journalFile   = "journal"
	workFolder    = "work"
	finalFolder   = "final"
)

// maxFolderName is the longest folder name in bytes; file systems allow 255,
// less our suffixes.
const maxFolderName = 200

// folderName is the folder of a variant: its name with ':' replaced by ',',
// which no file system forbids. Long names are cut and end in a hash.
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
	return strings.HasSuffix(folder, partialSuffix) || strings.HasSuffix(folder, oldSuffix) || strings.Contains(folder, trashSuffix)
}

// folderSize is the size of all files below a folder, in bytes.
func folderSize(dir string) (int64, error) {
	var sum int64
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			sum += info.Size()
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return sum, err
}

// discard makes a folder vanish: at once for all readers, then from the disk.
func discard(dir string) error {
	trash, err := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+trashSuffix+"*")
	if err != nil {
		return err
	}
	// A rename onto an empty folder replaces it.
	if err := durable.Rename(dir, filepath.Join(trash, "x")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, os.Remove(trash))
	}
	return os.RemoveAll(trash)
}

// sweep removes what a crash left of folders on their way out.
func sweep(db, folder string) error {
	entries, err := os.ReadDir(db)
	if err != nil {
		return err
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), folder)
		if !ok || !strings.HasPrefix(rest, partialSuffix+trashSuffix) && !strings.HasPrefix(rest, oldSuffix+trashSuffix) && !strings.HasPrefix(rest, trashSuffix) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(db, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
