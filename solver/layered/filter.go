package layered

import (
	"math/bits"
	"slices"
	"unsafe"

	"zermelo/games"
)

// filter drops children that were met a moment ago: neighbours in a layer have many
// children in common. What it drops is never needed again, as it was kept the first
// time; what it lets through may have been met before.
//
// Connect Four 5x5 has 63.3 million children that are not terminal, of 25.4 million
// states. A filter of 32 KiB lets 45.2 million of them through, one of 256 KiB
// 38.7, one of 2 MiB 31.2. In tron 6x6 almost all are different.
type filter[S games.State] struct {
	seen  []S
	shift uint
}

// filterBytes is the size of a filter: half of a second-level cache.
const filterBytes = 1 << 18

func newFilter[S games.State]() filter[S] {
	var s S
	n := filterBytes / int(unsafe.Sizeof(s))
	f := filter[S]{seen: make([]S, n), shift: 64 - uint(bits.Len(uint(n-1)))}
	// The state of zeros has slot 0, which must not look as if it had been met.
	for i := range games.Bits(&f.seen[0]) {
		games.Bits(&f.seen[0])[i] = ^uint64(0)
	}
	return f
}

// isNew reports whether a state is not known to have been met, and notes it.
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

// add appends the states that are new to dst.
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

// addWords is add for states of one word. It returns how many are new.
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
