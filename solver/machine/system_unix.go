//go:build unix

package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns the user processor time of this process, or the time of day if the
// system does not report it. Only differences are meaningful.
func CPUTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(u.Utime.Nano())
}

// TreeCPUTime returns the sum of CPUTime and the user processor time of this process's
// children. Some games compute their rules in such children. On systems other than
// Linux, only children that have exited are included. While children run, a call takes
// up to a millisecond.
func TreeCPUTime() time.Duration {
	var exited unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_CHILDREN, &exited) // zero if the system does not report it
	return CPUTime() + time.Duration(exited.Utime.Nano()) + childTime()
}

// ThreadTime returns the processor time of the calling thread, or the time of day if the
// system does not report it. Only differences are meaningful. The goroutine must be
// locked to its thread.
func ThreadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(t.Nano())
}

// FreeDisk returns the space in bytes available to the user on the file system of dir.
func FreeDisk(dir string) (int64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}
