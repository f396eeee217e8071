package store

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// busyTries is how often a lock that is taken is tried again.
const busyTries = 10

// lockJournal opens the journal in a folder, or makes an empty one, and takes
// its lock. It returns ErrBusy if another builder has it for longer than List
// needs to see that nobody has.
func lockJournal(dir string) (*os.File, error) {
	for try := 0; ; try++ {
		if err := os.MkdirAll(dir, 0o777); err != nil {
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
		ok, err := tryLock(f)
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
