package machine

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// childTime returns the user processor time of the running children of this process
// and of their exited children.
func childTime() (total time.Duration) {
	const tick = time.Second / 100 // USER_HZ is 100 on all platforms
	if unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == unix.ECHILD {
		return 0
	}
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		text, _ := os.ReadFile(list) // empty if the thread has exited
		for pid := range bytes.FieldsSeq(text) {
			stat, _ := os.ReadFile(filepath.Join("/proc", string(pid), "stat"))
			fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // after the name of the command
			const own, exited = 11, 13
			if len(fields) > exited {
				for _, at := range []int{own, exited} {
					ticks, _ := strconv.ParseInt(string(fields[at]), 10, 64)
					total += time.Duration(ticks) * tick
				}
			}
		}
	}
	return total
}
