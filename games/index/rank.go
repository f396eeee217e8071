package index

import (
	"slices"

	"zermelo/games"
)

// batch is how many pairs are looked up at a time.
const batch = 256

// work is what is known of a batch of pairs on the way to their slots or back.
type work struct {
	at  [batch]place  // of the first sets
	set [batch]uint32 // the second sets, turned and moved together step by step
}

// Rank appends the slot of each pair, whose sets must have k1 and k2 squares.
//
// It takes a batch through one short loop after the other. The look-ups of one
// pair wait for each other; those of ten or twenty pairs are under way at once
// in a short loop, of two or three in one that does everything: 5 and 5 of 4x4
// squares take 8 ns so, 17 in two loops, and 25 in one.
func (p *Pairs) Rank(dst []games.Slot, src []uint64) []games.Slot {
	dst, slots := grow(dst, len(src))
	var w work
	for len(src) > 0 {
		n := min(len(src), batch)
		p.rank(slots[:n], src[:n], &w)
		slots, src = slots[n:], src[n:]
	}
	return dst
}

// grow appends n elements, which are to be written yet, and returns them too.
func grow[E any](dst []E, n int) (all, added []E) {
	all = slices.Grow(dst, n)[:len(dst)+n]
	return all, all[len(dst):]
}

// rank writes the slots of a batch of pairs.
func (p *Pairs) rank(dst []games.Slot, src []uint64, w *work) {
	at, set := w.at[:len(src)], w.set[:len(src)]
	p.first.find(at, src)
	p.first.turn(set, at, src)
	p.first.tables().rest.compress(set, at)
	p.slots(dst, at, set)
}

// find looks up the places of the first sets of pairs.
func (c *Classes) find(dst []place, src []uint64) {
	s, places, before := c.sets.s, c.tables().places, c.sets.before
	low, lower, rank := (s.low+33)&63, s.lowMask, s.rank[:]
	dst = dst[:len(src)]
	for i, pair := range src {
		dst[i] = places[uint64(before[pair<<1>>low])+uint64(rank[uint16(pair>>32)&lower])]
	}
}

// turn writes what becomes of second sets when the first ones are taken to their
// representatives: the smallest of all possibilities where that is symmetric.
func (c *Classes) turn(dst []uint32, at []place, src []uint64) {
	dst, at = dst[:len(src)], at[:len(src)]
	images := c.group.images
	for i, pair := range src {
		a := at[i]
		m := &images[a.symmetry()]
		dst[i] = m[uint8(pair)] | m[256+int(uint8(pair>>8))] | m[512+int(uint8(pair>>16))] | m[768+int(uint8(pair>>24))]
		if a.symmetric() {
			dst[i] = c.smallest(a.class(), dst[i])
		}
	}
}

// smallest is the smallest image of a set under the symmetries that keep the
// representative of a class.
func (c *Classes) smallest(class uint64, set uint32) uint32 {
	least := set
	for _, symmetry := range c.Stabiliser(class) {
		least = min(least, c.group.Apply(int(symmetry), set))
	}
	return least
}

// slots writes the slots of classes and second sets moved together.
func (p *Pairs) slots(dst []games.Slot, at []place, sets []uint32) {
	from, by := p.from, p.divide.by
	at, sets = at[:len(dst)], sets[:len(dst)]
	if ranks := p.second.ranks; ranks != nil {
		for i, set := range sets {
			dst[i] = from + games.Slot(at[i].class()*by+uint64(ranks[set]))
		}
		return
	}
	s, before := p.second.s, p.second.before
	low, lower, rank := s.low&31, s.lowMask, s.rank[:]
	for i, set := range sets {
		dst[i] = from + games.Slot(at[i].class()*by+uint64(before[set>>low])+uint64(rank[uint16(set)&lower]))
	}
}
