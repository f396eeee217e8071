package store

import (
	"errors"

	"zermelo/solver/durable"
)

// Replace gives the finished table in the folder final its place dir. The one
// that is there steps aside first, to a name where readers and settle find it.
// It reports whether the table has its place: what fails after that is tidying.
func Replace(dir, final, name string) (placed bool, err error) {
	old := dir + OldSuffix
	if err := Settle(dir, name); err != nil {
		return false, err
	}
	if err := Owned(dir, name); err != nil {
		return false, err
	}
	if Exists(dir) {
		if err := durable.Rename(dir, old); err != nil {
			return false, errors.Join(err, Settle(dir, name))
		}
	}
	if err := durable.Rename(final, dir); err != nil {
		if !Exists(final) {
			return true, err // the older one stays, as the disk may not have the names yet
		}
		return false, errors.Join(err, Settle(dir, name))
	}
	return true, Settle(dir, name)
}

// Settle cleans up after a crash in replace, for the holder of the lock. The old
// table goes only when the new one is in its place.
func Settle(dir, name string) error {
	old := dir + OldSuffix
	if !Exists(old) {
		return nil
	}
	if err := errors.Join(Owned(old, name), Owned(dir, name)); err != nil {
		return err
	}
	if Exists(dir) {
		return Discard(old)
	}
	return durable.Rename(old, dir)
}
