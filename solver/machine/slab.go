package machine

import "unsafe"

// Slab is memory for a large table.
type Slab struct {
	Words []uint64
	// release gives the memory back to the system; nil if the garbage
	// collector does.
	release func()
}

// plainSlab is a slab of n zero words from the heap, aligned to cache lines.
func plainSlab(n int) Slab {
	const line = 64
	words := make([]uint64, n+line/8-1)
	skip := 0
	for uintptr(unsafe.Pointer(&words[skip]))%line != 0 {
		skip++
	}
	return Slab{Words: words[skip : skip+n]}
}

// Close gives the memory back. The slab is not to be used afterwards.
func (s *Slab) Close() {
	if s.release != nil {
		s.release()
	}
	*s = Slab{}
}
