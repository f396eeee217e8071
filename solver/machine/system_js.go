package machine

import "time"

// A browser does not report resource usage.

// CPUTime returns the time of day, because a browser does not report processor time.
func CPUTime() time.Duration { return time.Duration(time.Now().UnixNano()) }

// TreeCPUTime returns the time of day, as CPUTime does.
func TreeCPUTime() time.Duration { return CPUTime() }

// ThreadTime returns the time of day, as CPUTime does.
func ThreadTime() time.Duration { return CPUTime() }

// FreeDisk returns 1 GiB, an approximate limit on the size of the files that a page can
// keep in memory.
func FreeDisk(string) (int64, error) { return 1 << 30, nil }
