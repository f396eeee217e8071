package index

import "zermelo/games"

// Rank appends the slot of each pair by one of several numberings, which must be
// of one board and its symmetries: pair i by number which[i].
func Rank(dst []games.Slot, numberings []*Pairs, which []uint16, pairs []uint64) []games.Slot {
	dst, slots := grow(dst, len(pairs))
	var w work
	for len(pairs) > 0 {
		n := min(len(pairs), batch)
		if alike(which) >= n {
			numberings[which[0]].rank(slots[:n], pairs[:n], &w)
		} else {
			rankMixed(slots[:n], numberings, which[:n], pairs[:n], &w)
		}
		slots, which, pairs = slots[n:], which[n:], pairs[n:]
	}
	return dst
}

// Weights appends how many different pairs have the slot of each pair, given
// what Rank is given.
func Weights(dst []int32, numberings []*Pairs, which []uint16, pairs []uint64) []int32 {
	for len(pairs) > 0 {
		n := alike(which)
		dst = numberings[which[0]].Weights(dst, pairs[:n])
		which, pairs = which[n:], pairs[n:]
	}
	return dst
}

// alike is how many of the first numbers are the same.
func alike(which []uint16) int {
	n := 1
	for n < len(which) && which[n] == which[0] {
		n++
	}
	return n
}

// rankMixed writes the slots of a batch of pairs: those of one numbering after
// those of the other.
func rankMixed(dst []games.Slot, numberings []*Pairs, which []uint16, pairs []uint64, w *work) {
	var rest, same [batch]uint8 // pairs that have no slot yet, and those of one numbering
	var some [batch]uint64
	var slots [batch]games.Slot
	for i := range which {
		rest[i] = uint8(i)
	}
	for left := len(which); left > 0; {
		number, n, others := which[rest[0]], 0, 0
		for _, at := range rest[:left] {
			// No branch depends on the numbering: it could not be predicted.
			more := 0
			if which[at] == number {
				more = 1
			}
			same[n], some[n], rest[others] = at, pairs[at], at
			n, others = n+more, others+1-more
		}
		left = others
		numberings[number].rank(slots[:n], some[:n], w)
		for i, at := range same[:n] {
			dst[at] = slots[i]
		}
	}
}
