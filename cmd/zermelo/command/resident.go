package command

import (
	"fmt"
	"os"
	"runtime"
)

// residentMemory is the memory that the process has in use now, in bytes: what
// the system counts as resident, or else what the Go runtime has taken.
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
