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
	var m mixed
	for i := range which {
		m.rest[i] = uint8(i)
	}
	for left := len(which); left > 0; {
		number := which[m.rest[0]]
		n := m.pick(number, left, which, pairs)
		left -= n
		numberings[number].rank(m.slots[:n], m.pairs[:n], w)
		for i, at := range m.same[:n] {
			dst[at] = m.slots[i]
		}
	}
}

// mixed is what rankMixed sorts a batch of pairs with.
type mixed struct {
	rest, same [batch]uint8 // the pairs that have no slot yet, and those of one numbering
	pairs      [batch]uint64
	slots      [batch]games.Slot
}

// pick moves the pairs of a numbering to same, of those left in rest, and returns
// how many there are. It has no branch that depends on the numbering, as that
// could not be predicted.
func (m *mixed) pick(number uint16, left int, which []uint16, pairs []uint64) int {
	n := 0
	same, some, rest := m.same[:left], m.pairs[:left], m.rest[:left]
	for i, at := range rest {
		same[n], some[n], rest[i-n] = at, pairs[at], at
		if which[at] == number {
			n++
		}
	}
	return n
}
