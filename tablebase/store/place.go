package store

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/durable"
)

// replace gives the finished table in the folder final its place dir. The one
// that is there steps aside first, to a name where readers and finishReplacing find it.
// It reports whether the table has its place: what fails after that is tidying.
func replace(dir, final, name string) (placed bool, err error) {
	old := dir + oldSuffix
	if err := finishReplacing(dir, name); err != nil {
		return false, err
	}
	if err := owned(dir, name); err != nil {
		return false, err
	}
	if exists(dir) {
		if err := durable.Rename(dir, old); err != nil {
			return false, errors.Join(err, finishReplacing(dir, name))
		}
	}
	if err := durable.Rename(final, dir); err != nil {
		if !exists(final) {
			return true, err // the older one stays, as the disk may not have the names yet
		}
		return false, errors.Join(err, finishReplacing(dir, name))
	}
	return true, finishReplacing(dir, name)
}

// finishReplacing cleans up after a crash in replace, for the holder of the lock. The old
// table goes only when the new one is in its place.
func finishReplacing(dir, name string) error {
	old := dir + oldSuffix
	if !exists(old) {
		return nil
	}
	if err := errors.Join(owned(old, name), owned(dir, name)); err != nil {
		return err
	}
	if exists(dir) {
		return discard(old)
	}
	return durable.Rename(old, dir)
}

// Delete removes the tables of a variant from the data directory db, finished
// and partial. It returns ErrNoTable if there is none, ErrBusy if one is being
// built, and a *NotOwnedError for a folder that is not known to be the variant's.
func Delete(db, name string) error {
	if err := cmp.Or(checkName(name), Writable(db)); err != nil {
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
		if exists(d) {
			if err := discard(d); err != nil {
				return fmt.Errorf("delete the table of %s: %w", name, err)
			}
			found = true
		}
	}
	if !found {
		return absent(db, &games.Info{Name: name})
	}
	return nil
}
