// Package machine tells what the process uses and what the machine has: processor time,
// memory and disk. Sizes that the system does not tell are 0.
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

// FreeMemory is the memory that the machine can give without swapping, in
// bytes, by what the system and the control group say; 0 if there is none, or if
// neither tells.
func FreeMemory() int64 { return freeIn("/proc/meminfo", "/sys/fs/cgroup") }

// freeIn is FreeMemory by the files of a system. The page cache of a control group
// counts as free.
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

// TotalMemory is the memory of the machine, or of the control group if it may have
// less, in bytes; 0 if neither tells.
func TotalMemory() int64 { return totalIn("/proc/meminfo", "/sys/fs/cgroup") }

// totalIn is TotalMemory by the files of a system.
func totalIn(meminfo, group string) int64 {
	total := field(meminfo, "MemTotal:") << 10
	if limit := number(filepath.Join(group, "memory.max")); limit > 0 && (total == 0 || limit < total) {
		return limit
	}
	return total
}

// PeakMemory is the most memory that this process has had resident, in bytes.
func PeakMemory() int64 { return processMemory("VmHWM:") }

// ResidentMemory is the memory that this process has resident now, in bytes.
func ResidentMemory() int64 { return processMemory("VmRSS:") }

// MemoryOf is the memory that a process has resident now, in bytes; 0 if the system does not
// tell.
func MemoryOf(pid int) int64 { return field(fmt.Sprintf("/proc/%d/status", pid), "VmRSS:") << 10 }

// processMemory is a field of the system's status of this process, in bytes, or else the
// memory that the Go runtime has taken.
func processMemory(name string) int64 {
	if bytes := field("/proc/self/status", name) << 10; bytes > 0 {
		return bytes
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// field is the number after a name at the beginning of a line in a file of the
// system, or 0.
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

// number is the number that a file consists of, or 0.
func number(path string) int64 {
	text, _ := os.ReadFile(path)
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n
}
