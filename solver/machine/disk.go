package machine

import "golang.org/x/sys/unix"

// FreeDisk is the space that a user may still fill on the file system of a
// directory, in bytes; 0 if the system does not tell.
func FreeDisk(dir string) int64 {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return 0
	}
	return int64(st.Bavail) * int64(st.Bsize)
}
