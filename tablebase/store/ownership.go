package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/solver/durable"
)

// Nothing is removed or replaced that is not known to be ours: a table by the
// name in its seal, a partial table by the name in its plan. The folder's own name is
// no proof, as people keep other things in the folder that they give with --db.

// checkName refuses names that would be a folder elsewhere, or one that is taken
// for a table on its way in or out.
func checkName(name string) error {
	if err := games.CheckName(name); err != nil {
		return err
	}
	if isAuxiliary(folderName(name)) {
		return games.BadInput("the name %.100q ends in %s or %s, or has %s in it: folders of unfinished tables are named so", name, partialSuffix, oldSuffix, trashSuffix)
	}
	return nil
}

// claims reports whether a seal or a plan names a variant. It ignores damage in the
// rest of the file.
func claims(path, name string) (bool, error) {
	data, err := readLimited(localFiles(filepath.Dir(path)), filepath.Base(path), maxSeal)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var mark struct{ Name string }
	if unseal(data, &mark) == nil {
		return mark.Name == name, nil
	}
	text, err := json.Marshal(name)
	return err == nil && bytes.Contains(data, append([]byte(`"Name":`), text...)), err
}

// owned returns a *NotOwnedError if there is a folder dir that is not, by its own
// seal, the table of a variant.
func owned(dir, name string) error {
	for range 2 { // it may be renamed meanwhile
		if !exists(dir) {
			return nil
		}
		if ok, err := claims(filepath.Join(dir, SealFile), name); ok || err != nil {
			return err
		}
	}
	return &NotOwnedError{Name: name, Dir: dir, File: SealFile}
}

// ownedPartial returns a *NotOwnedError if there is a folder that is neither, by
// its own plan, the partial table of a variant, nor one just begun.
func ownedPartial(partial, name string) error {
	for range 3 { // its builder may begin or end meanwhile
		if !exists(partial) || begun(partial) {
			return nil
		}
		if ok, err := claims(filepath.Join(partial, planFile), name); ok || err != nil {
			return err
		}
	}
	return &NotOwnedError{Name: name, Dir: partial, File: planFile}
}

// begun reports whether a folder is a partial table without anything in it yet.
func begun(partial string) bool {
	entries, err := os.ReadDir(partial)
	return err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		if e.Name() == planFile+".tmp" {
			return false
		}
		info, err := e.Info()
		return err != nil || e.Name() != journalFile || info.Size() > 0
	})
}

// looksLikeTable reports whether a folder has no readable seal and contains only
// files named like files of a table.
func looksLikeTable(dir string) bool {
	if _, err := readSeal(local(dir), ""); err == nil {
		return false // of another variant
	}
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		table, _ := filepath.Match("[0-9][0-9][0-9][0-9][0-9][0-9].sst", e.Name())
		return e.IsDir() || !table && e.Name() != "MANIFEST" && !strings.HasPrefix(e.Name(), SealFile)
	})
}

// SetAside renames the folder at the path of a variant's table if its seal is too
// damaged to identify the table, and returns the new path. It returns a
// *NotOwnedError for any other folder.
func SetAside(db, name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	dir := filepath.Join(db, folderName(name))
	if err := owned(dir, name); err == nil || !looksLikeTable(dir) {
		return "", cmp.Or(err, error(&NotOwnedError{Name: name, Dir: dir, File: SealFile}))
	}
	return moveAside(dir)
}

// moveAside renames a table whose seal no longer identifies its variant, to make
// room for a new table.
func moveAside(dir string) (aside string, err error) {
	for n := 1; ; n++ {
		if aside = fmt.Sprintf("%s%s%d", dir, asideSuffix, n); !exists(aside) {
			return aside, durable.Rename(dir, aside)
		}
	}
}

// discard renames a folder, so that no reader finds it, and then deletes it. The
// file that identifies the owner is deleted last, so that sweep can recognize the
// remains after a crash.
func discard(dir string) error {
	trash, err := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+trashSuffix+"*")
	if err != nil {
		return err
	}
	inside := filepath.Join(trash, trashed)
	if err := durable.Rename(dir, inside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, os.Remove(trash))
	}
	entries, err := os.ReadDir(inside)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if e.Name() == SealFile || e.Name() == planFile {
			continue
		}
		if err := os.RemoveAll(filepath.Join(inside, e.Name())); err != nil {
			return err
		}
	}
	if err := durable.SyncDir(inside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(trash)
}

// trashed is the name of what is in a folder on its way out.
const trashed = "x"

// sweep removes what a crash left of the folders of a variant on their way out.
func sweep(db, folder, name string) error {
	entries, err := os.ReadDir(db)
	if err != nil {
		return err
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), folder)
		if !ok || !strings.HasPrefix(rest, partialSuffix+trashSuffix) && !strings.HasPrefix(rest, oldSuffix+trashSuffix) && !strings.HasPrefix(rest, trashSuffix) {
			continue
		}
		trash := filepath.Join(db, e.Name())
		ok, err := isTrash(trash, name)
		if ok && err == nil {
			err = os.RemoveAll(trash)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isTrash reports whether a folder is the remains of an interrupted discard of a
// variant.
func isTrash(trash, name string) (bool, error) {
	entries, err := os.ReadDir(trash)
	if err != nil || len(entries) > 1 || len(entries) == 1 && entries[0].Name() != trashed {
		return false, err
	}
	inside := filepath.Join(trash, trashed)
	if len(entries) == 0 || begun(inside) {
		return true, nil
	}
	table, err := claims(filepath.Join(inside, SealFile), name)
	if table || err != nil {
		return table, err
	}
	return claims(filepath.Join(inside, planFile), name)
}
