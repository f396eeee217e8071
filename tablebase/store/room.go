package store

import (
	"fmt"
	"path/filepath"
)

// Spare is the room that is asked for beyond the size of the blocks, in bytes: for
// the header, the list of files and the seal, and what the file system rounds up.
const Spare = 64 << 10

// CheckRoom returns ErrFull if the disk with the data directory db has less than
// these bytes left. The directory need not exist.
func CheckRoom(db string, bytes int64) error {
	for !Exists(db) && filepath.Dir(db) != db {
		db = filepath.Dir(db)
	}
	return NeedRoom(db, FreeSpace, bytes)
}

func NeedRoom(dir string, freeSpace func(dir string) (int64, error), need int64) error {
	free, err := freeSpace(dir)
	if err != nil || free >= need {
		return err
	}
	unit, shift := "MiB", 20
	if need < 10<<20 {
		unit, shift = "KiB", 10
	}
	return fmt.Errorf("%w: %s has %d %s left, %d %s are needed; what is stored is kept, make room and solve again to go on",
		ErrFull, dir, free>>shift, unit, (need+1<<shift-1)>>shift, unit)
}
