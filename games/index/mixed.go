package index

import "zermelo/games"

// Rank appends the slot of each pair by one of several numberings, which must be
// of one board and its symmetries: pair i by number which[i].
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

// rankMixed writes the slots of pairs of several numberings.
func rankMixed(dst []games.Slot, numberings []*Pairs, which []uint16, pairs []uint64, w *work) {
	var m mixed
	for len(pairs) > 0 {
		n := min(len(pairs), batch)
		m.rank(dst[:n], numberings, which[:n], pairs[:n], w)
		dst, which, pairs = dst[n:], which[n:], pairs[n:]
	}
}

// mixed is a batch of pairs of which those of one numbering come first.
type mixed struct {
	pairs [batch]uint64
	which [batch]uint16 // their numberings
	from  [batch]uint16 // their places in the batch
	slots [batch]games.Slot
}

// rank writes the slots of a batch of pairs, those of the first one's numbering
// before the others.
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

// split moves pairs to the front if they are of the first one's numbering, else
// to the back, and returns how many are in front. It has no branch that depends
// on the numbering, as that could not be predicted.
func (m *mixed) split(which []uint16, pairs []uint64) int {
	front, back, first := 0, len(pairs)-1, int(which[0])
	which = which[:len(pairs)]
	sorted, numbers, from := &m.pairs, &m.which, &m.from
	for i, pair := range pairs {
		other := -(int(which[i]) ^ first) >> 63 // all bits if it goes to the back, else none
		to := (front + (back-i)&other) & (batch - 1)
		sorted[to], numbers[to], from[to] = pair, which[i], uint16(i)
		front += 1 + other
	}
	return front
}
