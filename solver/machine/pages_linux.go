package machine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// HugePages asks the system to keep words, which are to be a large array, on huge pages:
// reads here and there then miss the address cache less often.
func HugePages(words []uint64) {
	const page = 4 << 10
	if len(words) < 1<<18 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
	skip := -uintptr(unsafe.Pointer(&words[0])) % page
	bytes = bytes[skip:]
	// Advice only: without huge pages the memory serves all the same.
	_ = unix.Madvise(bytes[:len(bytes)/page*page], unix.MADV_HUGEPAGE)
}
