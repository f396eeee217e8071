package machine

import "time"

// A browser does not report resource usage.

// CPUTime returns the time of day.
func CPUTime() time.Duration { return time.Duration(time.Now().UnixNano()) }

// TreeCPUTime returns the time of day.
func TreeCPUTime() time.Duration { return CPUTime() }

// ThreadTime returns the time of day.
func ThreadTime() time.Duration { return CPUTime() }

// FreeDisk returns 1 GiB, an approximate limit on the files that a page can
// keep in memory.
func FreeDisk(string) (int64, error) { return 1 << 30, nil }
