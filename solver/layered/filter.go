package layered

import (
	"math/bits"
	"slices"
	"unsafe"

	"zermelo/games"
)

// filter is a direct-mapped cache that drops most duplicate children before
// they are sorted. A state that passes may still be a duplicate.
type filter[S games.State] struct {
	seen  []S
	shift uint
}

// filterBytes is the size of a filter, half of a typical second-level cache. For
// Connect Four 5x5, filters of 32 KiB, 256 KiB and 2 MiB pass 45, 39 and 31 of 63
// million children, which include 25 million distinct states.
const filterBytes = 1 << 18

func newFilter[S games.State]() filter[S] {
	var s S
	n := filterBytes / int(unsafe.Sizeof(s))
	f := filter[S]{seen: make([]S, n), shift: 64 - uint(bits.Len(uint(n-1)))}
	// An empty filter must not contain the zero state, which maps to slot 0.
	for i := range games.Bits(&f.seen[0]) {
		games.Bits(&f.seen[0])[i] = ^uint64(0)
	}
	return f
}

// isNew reports whether s is absent from the cache. If so, it adds s to the cache.
func (f *filter[S]) isNew(s S) bool {
	var h uint64
	for _, w := range games.Bits(&s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
	}
	if slot := &f.seen[h>>f.shift]; *slot != s {
		*slot = s
		return true
	}
	return false
}

// add appends to dst the states for which isNew returns true.
func (f *filter[S]) add(dst, states []S) []S {
	n := len(dst)
	dst = slices.Grow(dst, len(states))[:n+len(states)]
	if one, ok := any(f).(*filter[uint64]); ok {
		return dst[:n+addWords(one, any(dst[n:]).([]uint64), any(states).([]uint64))]
	}
	for _, s := range states {
		if f.isNew(s) {
			dst[n] = s
			n++
		}
	}
	return dst[:n]
}

// addWords is a branch-free version of add. It returns the number of words added.
func addWords(f *filter[uint64], dst, states []uint64) int {
	seen, shift, n := f.seen, f.shift&63, 0
	for _, s := range states {
		slot := &seen[s*0x9e3779b97f4a7c15>>shift]
		dst[n] = s
		known := 1
		if *slot == s {
			known = 0
		}
		n += known
		*slot = s
	}
	return n
}
