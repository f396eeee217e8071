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

// A folder is removed or replaced only if its contents identify it as a table of
// the variant: a finished table by the name in its seal, a partial table by the
// name in its plan. The name of the folder is not sufficient, because the folder
// given with --db may also contain unrelated files.

// checkName returns an error if name is not a valid folder name, or if it looks
// like the name of an auxiliary folder.
func checkName(name string) error {
	if err := games.CheckName(name); err != nil {
		return err
	}
	if isAuxiliary(folderName(name)) {
		return games.BadInput("invalid name %.100q; names that end in %s or %s or contain %s are reserved", name, partialSuffix, oldSuffix, trashSuffix)
	}
	return nil
}

// claims reports whether the seal or plan at path has the given name. If the file is
// damaged, an intact name field is sufficient.
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

// owned returns a *NotOwnedError if the folder dir exists but its seal does not
// name the given variant.
func owned(dir, name string) error {
	for range 2 { // the folder may be renamed concurrently
		if !exists(dir) {
			return nil
		}
		if ok, err := claims(filepath.Join(dir, SealFile), name); ok || err != nil {
			return err
		}
	}
	return &NotOwnedError{Name: name, Dir: dir, File: SealFile}
}

// ownedPartial returns a *NotOwnedError unless the folder partial is missing or new,
// or contains a plan that names the given variant.
func ownedPartial(partial, name string) error {
	for range 3 { // a builder may start or finish concurrently
		if !exists(partial) || begun(partial) {
			return nil
		}
		if ok, err := claims(filepath.Join(partial, planFile), name); ok || err != nil {
			return err
		}
	}
	return &NotOwnedError{Name: name, Dir: partial, File: planFile}
}

// begun reports whether a folder is a partial table with no plan and an empty
// journal.
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
// files that are named like the files of a table.
func looksLikeTable(dir string) bool {
	if _, err := readSeal(local(dir), ""); err == nil {
		return false // it may be the table of another variant
	}
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		table, _ := filepath.Match("[0-9][0-9][0-9][0-9][0-9][0-9].sst", e.Name())
		return e.IsDir() || !table && e.Name() != "MANIFEST" && e.Name() != rulesFile && !strings.HasPrefix(e.Name(), SealFile)
	})
}

// SetAside renames the folder of a variant's table if the seal is too damaged to
// identify the variant, and returns the new path. It returns a [*NotOwnedError] if
// the folder has an intact seal or does not look like a table.
func SetAside(db, name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	dir := FolderOf(db, name)
	if err := owned(dir, name); err == nil || !looksLikeTable(dir) {
		return "", cmp.Or(err, error(&NotOwnedError{Name: name, Dir: dir, File: SealFile}))
	}
	return moveAside(dir)
}

// moveAside renames a table whose seal does not identify it and returns the new path.
func moveAside(dir string) (aside string, err error) {
	for n := 1; ; n++ {
		if aside = fmt.Sprintf("%s%s%d", dir, asideSuffix, n); !exists(aside) {
			return aside, durable.Rename(dir, aside)
		}
	}
}

// discard deletes a folder. It renames the folder first, so that no reader finds it.
// It deletes the file that identifies the variant last, so that sweep recognizes the
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

const trashed = "x" // name of the discarded folder inside the trash folder

// sweep deletes the remains of interrupted calls to discard.
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

// isTrash reports whether a folder is the remains of an interrupted discard.
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
