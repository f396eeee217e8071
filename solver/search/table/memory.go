package table

import (
	"unsafe"

	"zermelo/games"
)

// word is the one word of a state.
func word[S games.State](s *S) uint64 { return *(*uint64)(unsafe.Pointer(s)) }

// slab is the memory of a table.
type slab struct {
	words []uint64
	// release gives the memory back to the system; nil if the garbage
	// collector does.
	release func()
}

// plainSlab is a slab of n zero words from the heap, aligned to cache lines.
func plainSlab(n int) slab {
	const line = 64
	words := make([]uint64, n+line/8-1)
	skip := 0
	for uintptr(unsafe.Pointer(&words[skip]))%line != 0 {
		skip++
	}
	return slab{words: words[skip : skip+n]}
}

// Close gives the memory back. The slab is not to be used afterwards.
func (s *slab) Close() {
	if s.release != nil {
		s.release()
	}
	*s = slab{}
}
