//go:build !linux

package watchdog

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// Intervals, in ticks, between memory measurements of the command and of foreign
// programs. Each measurement runs ps, which takes a few milliseconds.
const (
	memoryTicks = 5
	groupTicks  = 5
)

// newShared returns a file for shared memory.
func newShared(size int) (*os.File, error) {
	f, err := os.CreateTemp("", "zermelo-*")
	if err != nil {
		return nil, fmt.Errorf("share memory: %w", err)
	}
	_ = os.Remove(f.Name()) // the file exists until it is closed
	_, err = f.Write(make([]byte, size))
	return f, err
}

// executable returns the path of this program.
func executable() (string, error) { return os.Executable() }

// dieWithParent returns nil. The process exits when the pipe from its watchdog is
// closed.
func dieWithParent() *syscall.SysProcAttr { return nil }

// memoryOf returns the resident memory of a process in bytes, or 0 if it has exited.
func memoryOf(pid int) uint64 { return resident("pid=,rss=", "-p", strconv.Itoa(pid))[pid] }

// memoryOfGroups returns the resident memory of all process groups in bytes.
func memoryOfGroups([]int) map[int]uint64 { return resident("pgid=,rss=", "-ax") }

// resident returns the resident memory of the processes that ps selects with args, in
// bytes. columns names two columns of ps: the key of the result and the memory. The
// memory is summed for each key.
func resident(columns string, args ...string) map[int]uint64 {
	used := map[int]uint64{}
	out, err := exec.Command("ps", append(args, "-o", columns)...).Output()
	if err != nil {
		return nil // the process has exited
	}
	for line := range bytes.Lines(out) {
		var id int
		var kilobytes uint64
		if n, _ := fmt.Sscan(string(line), &id, &kilobytes); n == 2 {
			used[id] += kilobytes << 10
		}
	}
	return used
}
