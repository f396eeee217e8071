package store

import (
	"cmp"
	"errors"
	"fmt"

	"zermelo/games"
	"zermelo/solver/durable"
)

// replace renames the finished table in the folder final to dir. If dir exists, it is renamed
// first. If placed is true, the new table is in place, and any error concerns only the cleanup.
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
			return true, err // keep the old table: the renames may not be on disk yet
		}
		return false, errors.Join(err, finishReplacing(dir, name))
	}
	return true, finishReplacing(dir, name)
}

// finishReplacing completes or undoes an interrupted call to replace. It deletes the old table
// only if the new one is in place. The caller must hold the lock.
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

// Delete removes the finished and the partial table of a variant from the data directory db. It
// returns [ErrNoTable] if neither exists, [ErrBusy] if another process is building the table, and
// a [*NotOwnedError] if a folder does not belong to the variant.
func Delete(db, name string) error {
	if err := cmp.Or(checkName(name), Writable(db)); err != nil {
		return err
	}
	dir := FolderOf(db, name)
	partial := dir + partialSuffix
	if err := errors.Join(ownedPartial(partial, name), owned(dir+oldSuffix, name), owned(dir, name)); err != nil {
		return err
	}
	found := false
	if exists(partial) {
		lock, err := lockJournal(partial)
		if errors.Is(err, ErrBusy) {
			return fmt.Errorf("%w: %s is being solved by another process in %s", ErrBusy, name, partial)
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
