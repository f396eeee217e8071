package machine

import "unsafe"

// Slab is the memory of a large table.
type Slab struct {
	Words   []uint64
	release func() // returns the memory to the system; nil if it is on the heap
}

// plainSlab returns a slab of n zero words on the heap, aligned to cache lines.
func plainSlab(n int) Slab {
	const line = 64
	words := make([]uint64, n+line/8-1)
	skip := 0
	for uintptr(unsafe.Pointer(&words[skip]))%line != 0 {
		skip++
	}
	return Slab{Words: words[skip : skip+n]}
}

// Close releases the memory. The slab must not be used afterwards.
func (s *Slab) Close() {
	if s.release != nil {
		s.release()
	}
	*s = Slab{}
}
