package machine

import "time"

// A browser tells nothing of these.

// CPUTime is the time of day.
func CPUTime() time.Duration { return time.Duration(time.Now().UnixNano()) }

// ThreadTime is the time of day.
func ThreadTime() time.Duration { return CPUTime() }

// FreeDisk is what files may take of the memory of a page, about.
func FreeDisk(string) (int64, error) { return 1 << 30, nil }
