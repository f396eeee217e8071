package index

import "zermelo/games"

// Rank appends the slot of each pair, where numberings[which[i]] ranks pair i. All
// numberings must have the same board and the same symmetries.
func Rank(dst []games.Slot, numberings []*Pairs, which []uint16, pairs []uint64) []games.Slot {
	dst, slots := grow(dst, len(pairs))
	var w work
	for len(pairs) > 0 {
		n := min(len(pairs), batch)
		if alike(which[:n]) < n {
			rankMixed(slots, numberings, which, pairs, &w)
			break
		}
		numberings[which[0]].rank(slots[:n], pairs[:n], &w)
		slots, which, pairs = slots[n:], which[n:], pairs[n:]
	}
	return dst
}

// Weights appends, for each pair, the number of distinct pairs with the same slot;
// see Rank.
func Weights(dst []int32, numberings []*Pairs, which []uint16, pairs []uint64) []int32 {
	for len(pairs) > 0 {
		n := alike(which)
		dst = numberings[which[0]].Weights(dst, pairs[:n])
		which, pairs = which[n:], pairs[n:]
	}
	return dst
}

// alike returns the length of the longest prefix of equal elements.
func alike(which []uint16) int {
	n := 1
	for n < len(which) && which[n] == which[0] {
		n++
	}
	return n
}

func rankMixed(dst []games.Slot, numberings []*Pairs, which []uint16, pairs []uint64, w *work) {
	var m mixed
	for len(pairs) > 0 {
		n := min(len(pairs), batch)
		m.rank(dst[:n], numberings, which[:n], pairs[:n], w)
		dst, which, pairs = dst[n:], which[n:], pairs[n:]
	}
}

type mixed struct {
	pairs [batch]uint64
	which [batch]uint16 // numbering of each pair
	from  [batch]uint16 // original index of each pair
	slots [batch]games.Slot
}

// rank writes the slots of a batch of pairs to dst, starting with the pairs that
// have the same numbering as the first pair.
func (m *mixed) rank(dst []games.Slot, numberings []*Pairs, which []uint16, pairs []uint64, w *work) {
	n := m.split(which, pairs)
	which, pairs, slots := m.which[:len(pairs)], m.pairs[:len(pairs)], m.slots[:len(pairs)]
	numberings[which[0]].rank(slots[:n], pairs[:n], w)
	switch others := which[n:]; {
	case len(others) == 0:
	case alike(others) == len(others):
		numberings[others[0]].rank(slots[n:], pairs[n:], w)
	default:
		rankMixed(slots[n:], numberings, others, pairs[n:], w)
	}
	for i, at := range m.from[:len(slots)] {
		dst[at] = slots[i]
	}
}

// split moves the pairs with the same numbering as the first pair to the front and
// the others to the back. It returns the number of pairs at the front. It has no
// data-dependent branches.
func (m *mixed) split(which []uint16, pairs []uint64) int {
	front, back, first := 0, len(pairs)-1, int(which[0])
	which = which[:len(pairs)]
	sorted, numbers, from := &m.pairs, &m.which, &m.from
	for i, pair := range pairs {
		other := -(int(which[i]) ^ first) >> 63 // -1 if the pair goes to the back, else 0
		to := (front + (back-i)&other) & (batch - 1)
		sorted[to], numbers[to], from[to] = pair, which[i], uint16(i)
		front += 1 + other
	}
	return front
}
