package tablebase

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLock takes the lock on an open file, or reports false if another process,
// or another open file of this one, has it. The lock ends with the file.
func tryLock(f *os.File) (bool, error) {
	// The locked byte lies far behind the data, so that reading is not barred.
	at := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// freeSpace is the room left for this user on the disk that holds path, in bytes.
func freeSpace(path string) (int64, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return int64(free), err
}

// isFull reports whether a write failed because the disk is full.
func isFull(err error) bool { return errors.Is(err, windows.ERROR_DISK_FULL) }
