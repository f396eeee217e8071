package table

import (
	"unsafe"

	"zermelo/games"
)

// word is the one word of a state.
func word[S games.State](s *S) uint64 { return *(*uint64)(unsafe.Pointer(s)) }
