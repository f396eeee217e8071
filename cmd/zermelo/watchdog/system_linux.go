package watchdog

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Intervals, in ticks, between memory measurements of the command and of foreign
// programs.
const (
	memoryTicks = 1
	groupTicks  = 5
)

// newShared returns a file for shared memory.
func newShared(size int) (*os.File, error) {
	fd, err := unix.MemfdCreate("zermelo", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("share memory: %w", err)
	}
	f := os.NewFile(uintptr(fd), "zermelo")
	return f, f.Truncate(int64(size))
}

// executable returns a path at which this program can be opened even if its file has
// been replaced.
func executable() (string, error) { return "/proc/self/exe", nil }

// dieWithParent returns attributes for a process that the kernel kills when the
// thread that started it exits.
func dieWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// memoryOf returns the memory of a process in bytes, excluding mapped files, or 0 if
// the process has exited.
func memoryOf(pid int) uint64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	sum := uint64(0)
	for line := range bytes.Lines(status) {
		if name, rest, _ := bytes.Cut(line, []byte(":")); slices.Contains([]string{"RssAnon", "RssShmem", "VmSwap"}, string(name)) {
			kilobytes, _ := strconv.ParseUint(string(bytes.Fields(rest)[0]), 10, 64) // the format is fixed
			sum += kilobytes << 10
		}
	}
	return sum
}

// memoryOfGroups returns the resident memory of the given process groups in bytes.
func memoryOfGroups(ids []int) map[int]uint64 {
	used := map[int]uint64{}
	list, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range list {
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		end := bytes.LastIndexByte(stat, ')') // end of the name of the command
		if err != nil || end < 0 {
			continue // not a process, or the process has exited
		}
		const group, resident = 2, 21 // fields after the name
		fields := bytes.Fields(stat[end+1:])
		if id, _ := strconv.Atoi(string(fields[group])); slices.Contains(ids, id) {
			pages, _ := strconv.ParseUint(string(fields[resident]), 10, 64)
			used[id] += pages * uint64(os.Getpagesize())
		}
	}
	return used
}
