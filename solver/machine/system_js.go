package machine

import "time"

// A browser does not report resource usage.

// CPUTime returns the time of day.
func CPUTime() time.Duration { return time.Duration(time.Now().UnixNano()) }

// ThreadTime returns the time of day.
func ThreadTime() time.Duration { return CPUTime() }

// FreeDisk returns an approximate limit for files in the memory of a page.
func FreeDisk(string) (int64, error) { return 1 << 30, nil }
