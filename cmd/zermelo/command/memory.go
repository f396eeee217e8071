package command

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"zermelo/cmd/zermelo/usage"
	"zermelo/solver/job"
)

// residentMemory is the memory that the process uses now, in bytes: what the system
// counts as resident, else what the Go runtime has taken.
func residentMemory() int64 {
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		var pages, resident int64
		if n, _ := fmt.Sscan(string(text), &pages, &resident); n == 2 {
			return resident * int64(os.Getpagesize())
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// limitMemory sets the memory limit of the process, 0 for none, and returns a function
// that lifts it. Only a command may call it: the limit applies to the whole process.
func limitMemory(s usage.Size) (lift func()) {
	if s == 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(int64(s) - job.NotHeap)
	return func() { debug.SetMemoryLimit(before) }
}
