package index

import (
	"slices"

	"zermelo/games"
)

// Rank appends the slot of each pair by the numbering that is given for it. The
// numberings must be of one board and its symmetries.
func Rank(dst []games.Slot, by []*Pairs, src []uint64) []games.Slot {
	dst, slots := grow(dst, len(src))
	var w work
	for len(src) > 0 {
		n := min(len(src), batch)
		if slices.ContainsFunc(by[:n], func(p *Pairs) bool { return p != by[0] }) {
			rankMixed(slots[:n], by[:n], src[:n], &w)
		} else {
			by[0].rank(slots[:n], src[:n], &w)
		}
		slots, by, src = slots[n:], by[n:], src[n:]
	}
	return dst
}

// Weights appends how many different pairs have the slot of each pair by the
// numbering that is given for it.
func Weights(dst []int32, by []*Pairs, src []uint64) []int32 {
	for len(src) > 0 {
		n := 1
		for n < len(src) && by[n] == by[0] {
			n++
		}
		dst = by[0].Weights(dst, src[:n])
		by, src = by[n:], src[n:]
	}
	return dst
}

// rankMixed writes the slots of a batch of pairs: those of one numbering after
// those of the other.
func rankMixed(dst []games.Slot, by []*Pairs, src []uint64, w *work) {
	var left, same [batch]uint8 // numbers of pairs: those without a slot, those of one numbering
	var pairs [batch]uint64
	var slots [batch]games.Slot
	for i := range src {
		left[i] = uint8(i)
	}
	for rest := len(src); rest > 0; {
		p, n, others := by[left[0]], 0, 0
		// No branch depends on the numbering: it could not be predicted.
		for _, at := range left[:rest] {
			same[n], pairs[n], left[others] = at, src[at], at
			next := n
			if by[at] == p {
				next++
			}
			n, others = next, others+1-(next-n)
		}
		rest = others
		p.rank(slots[:n], pairs[:n], w)
		for i, at := range same[:n] {
			dst[at] = slots[i]
		}
	}
}
