package store

import (
	"errors"

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
