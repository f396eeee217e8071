package solver

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// freeMemory is the memory that the machine can give without swapping, in
// bytes, by what the system and the control group say; 0 if there is none, or if
// neither tells.
func freeMemory() int64 {
	free := field("/proc/meminfo", "MemAvailable:") << 10
	limit := number("/sys/fs/cgroup/memory.max")
	if used := number("/sys/fs/cgroup/memory.current"); limit > 0 && (free == 0 || limit-used < free) {
		free = max(0, limit-used)
	}
	return free
}

// PeakMemory is the most memory that this process has had resident, in bytes.
func PeakMemory() int64 {
	if peak := field("/proc/self/status", "VmHWM:") << 10; peak > 0 {
		return peak
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// field is the number after a name in a file of /proc, or 0.
func field(path, name string) int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return n
		}
	}
	return 0
}

// number is the number that a file consists of, or 0.
func number(path string) int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n
}
