package machine

import "golang.org/x/sys/unix"

// FreeDisk is the space that a user may still fill on the file system of a
// directory, in bytes.
func FreeDisk(dir string) (int64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}
