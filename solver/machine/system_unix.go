//go:build unix

package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime is the processor time that all threads of this process have spent
// outside the system so far. Only differences mean something: where the system
// does not tell, it is the time of day.
func CPUTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(u.Utime.Nano())
}

// ThreadTime is the processor time that the thread of the caller has spent, in and
// outside the system. Only differences mean something, in a goroutine that is locked
// to its thread: where the system does not tell, it is the time of day.
func ThreadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(t.Nano())
}

// FreeDisk is the space that a user may still fill on the file system of a
// directory, in bytes.
func FreeDisk(dir string) (int64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}
