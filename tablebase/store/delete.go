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
	if err := checkName(name); err != nil {
		return err
	}
	dir := filepath.Join(db, folderName(name))
	partial := dir + partialSuffix
	if err := errors.Join(ownedPartial(partial, name), owned(dir+oldSuffix, name), owned(dir, name)); err != nil {
		return err
	}
	found := false
	if exists(partial) {
		lock, err := lockJournal(partial)
		if errors.Is(err, ErrBusy) {
			return fmt.Errorf("%w: %s is being solved by another process, in %s", ErrBusy, name, partial)
		}
		if err == nil {
			err = errors.Join(discard(partial), lock.Close())
		}
		if err != nil {
			return fmt.Errorf("delete the partial table of %s: %w", name, err)
		}
		found = true
	}
	for _, d := range []string{dir + oldSuffix, dir} {
		if !exists(d) {
			continue
		}
		if err := discard(d); err != nil {
			return fmt.Errorf("delete the table of %s: %w", name, err)
		}
		found = true
	}
	if !found {
		return absent(db, &games.Info{Name: name})
	}
	return nil
}
