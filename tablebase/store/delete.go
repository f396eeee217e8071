package store

import (
	"errors"
	"fmt"
	"path/filepath"

	"zermelo/games"
)

// Delete removes the tables of a variant from the data directory db, finished
// and partial. It returns ErrNoTable if there is none, ErrBusy if one is being
// built, and a *NotOwnedError for a folder that is not known to be the variant's.
func Delete(db, name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	dir := filepath.Join(db, FolderName(name))
	partial := dir + PartialSuffix
	if err := errors.Join(OwnedPartial(partial, name), Owned(dir+OldSuffix, name), Owned(dir, name)); err != nil {
		return err
	}
	found := false
	if Exists(partial) {
		lock, err := LockJournal(partial)
		if errors.Is(err, ErrBusy) {
			return fmt.Errorf("%w: %s is being solved by another process, in %s", ErrBusy, name, partial)
		}
		if err == nil {
			err = errors.Join(Discard(partial), lock.Close())
		}
		if err != nil {
			return fmt.Errorf("delete the partial table of %s: %w", name, err)
		}
		found = true
	}
	for _, d := range []string{dir + OldSuffix, dir} {
		if !Exists(d) {
			continue
		}
		if err := Discard(d); err != nil {
			return fmt.Errorf("delete the table of %s: %w", name, err)
		}
		found = true
	}
	if !found {
		return absent(db, &games.Info{Name: name})
	}
	return nil
}
