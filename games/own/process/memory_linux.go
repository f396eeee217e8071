package process

import "golang.org/x/sys/unix"

// limitMemory limits the memory of a process that has just been started, in bytes.
func limitMemory(pid int, bytes uint64) error {
	return unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
