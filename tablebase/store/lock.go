package store

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"zermelo/solver/durable"
)

// busyTries is the number of attempts to take a lock that is held.
const busyTries = 10

// lockJournal opens or creates the journal in a folder and locks it. It returns
// ErrBusy if another builder keeps the lock. List holds a lock only briefly, so
// lockJournal retries.
func lockJournal(dir string) (*os.File, error) {
	for try := 0; ; try++ {
		if err := durable.MkdirAll(dir); err != nil {
			return nil, err
		}
		path := filepath.Join(dir, journalFile)
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if errors.Is(err, os.ErrNotExist) {
			continue // the folder was moved away just now
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
		// The builder that had the lock until now may have removed the file.
		mine, err := f.Stat()
		if there, serr := os.Stat(path); err == nil && serr == nil && os.SameFile(mine, there) {
			return f, nil
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
	}
}
