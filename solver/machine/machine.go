// Package machine measures the processor time, memory and disk space of the
// process and the machine. A size is 0 if the system does not report it.
package machine

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// FreeMemory returns the memory in bytes that is available without swapping and within
// the control group's limit.
func FreeMemory() int64 { return freeIn("/proc/meminfo", "/sys/fs/cgroup") }

// freeIn implements FreeMemory for the given system files. The page cache counts as
// free.
func freeIn(meminfo, group string) int64 {
	free := field(meminfo, "MemAvailable:") << 10
	limit := number(filepath.Join(group, "memory.max"))
	if limit == 0 {
		return free
	}
	stat := filepath.Join(group, "memory.stat")
	cache := field(stat, "active_file ") + field(stat, "inactive_file ")
	used := max(0, number(filepath.Join(group, "memory.current"))-cache)
	if free == 0 || limit-used < free {
		free = max(0, limit-used)
	}
	return free
}

// TotalMemory returns the machine's memory in bytes, or the limit of the control group
// if that is lower.
func TotalMemory() int64 { return totalIn("/proc/meminfo", "/sys/fs/cgroup") }

func totalIn(meminfo, group string) int64 {
	total := field(meminfo, "MemTotal:") << 10
	if limit := number(filepath.Join(group, "memory.max")); limit > 0 && (total == 0 || limit < total) {
		return limit
	}
	return total
}

// PeakMemory returns the peak resident memory of this process in bytes.
func PeakMemory() int64 { return processMemory("VmHWM:") }

// ResidentMemory returns the resident memory of this process in bytes.
func ResidentMemory() int64 { return processMemory("VmRSS:") }

// MemoryOf returns the resident memory in bytes of the process with the given ID.
func MemoryOf(pid int) int64 { return field(fmt.Sprintf("/proc/%d/status", pid), "VmRSS:") << 10 }

// processMemory returns the value, in bytes, of a field of this process's status. If
// the field is missing, it returns the memory that the Go runtime has obtained from
// the system.
func processMemory(name string) int64 {
	if bytes := field("/proc/self/status", name) << 10; bytes > 0 {
		return bytes
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// field returns the number that follows name on the first line that starts with name
// in the file at path. It returns 0 if there is no such line.
func field(path, name string) int64 {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return n
		}
	}
	return 0
}

func number(path string) int64 {
	text, _ := os.ReadFile(path)
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n
}
