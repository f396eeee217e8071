package machine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// HugePages advises the system to use huge pages for a large array, to reduce TLB
// misses on random access.
func HugePages(words []uint64) {
	const page = 4 << 10
	if len(words) < 1<<18 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
	skip := -uintptr(unsafe.Pointer(&words[0])) % page
	bytes = bytes[skip:]
	_ = unix.Madvise(bytes[:len(bytes)/page*page], unix.MADV_HUGEPAGE) // huge pages are optional
}
