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
