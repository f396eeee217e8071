package machine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// NewSlab returns a slab of n zero words. It uses huge pages if available, to reduce
// TLB misses.
func NewSlab(n int) Slab {
	if n < 1<<18 {
		return plainSlab(n)
	}
	mem, err := unix.Mmap(-1, 0, 8*n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return plainSlab(n)
	}
	_ = unix.Madvise(mem, unix.MADV_HUGEPAGE) // huge pages are optional
	return Slab{
		Words:   unsafe.Slice((*uint64)(unsafe.Pointer(&mem[0])), n),
		release: func() { _ = unix.Munmap(mem) },
	}
}
