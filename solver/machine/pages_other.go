//go:build !linux

package machine

// HugePages does nothing here.
func HugePages([]uint64) {}
