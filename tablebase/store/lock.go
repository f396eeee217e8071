package store

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"zermelo/solver/durable"
)

const busyTries = 10 // maximum number of retries in lockJournal

// lockJournal opens or creates the journal in a folder and locks it. It retries
// because List may briefly hold the lock. It returns ErrBusy if another builder
// holds the lock.
func lockJournal(dir string) (*os.File, error) {
	for try := 0; ; try++ {
		if err := durable.MkdirAll(dir); err != nil {
			return nil, err
		}
		path := filepath.Join(dir, journalFile)
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if errors.Is(err, os.ErrNotExist) {
			continue // the folder has just been renamed
		}
		if err != nil {
			return nil, err
		}
		ok, err := durable.TryLock(f)
		if err == nil && !ok {
			if err = ErrBusy; try < busyTries {
				f.Close()
				time.Sleep(10 * time.Millisecond)
				continue
			}
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		// The builder that released the lock may have removed the file.
		mine, err := f.Stat()
		if there, serr := os.Stat(path); err == nil && serr == nil && os.SameFile(mine, there) {
			return f, nil
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
	}
}
