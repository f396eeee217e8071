//go:build !linux

package machine

// HugePages does nothing on this platform.
func HugePages([]uint64) {}
