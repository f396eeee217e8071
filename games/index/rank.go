package index

import (
	"slices"

	"zermelo/games"
)

// batch is how many pairs are looked up at a time. Each takes 0.3 to 0.7 ns more
// where that is 256, as all loops begin and end more often.
const batch = 1024

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
// squares take 7 ns so, and took 17 in two loops and 25 in one.
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
	p.slots(dst, w)
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
	t, images := c.tables(), c.group.images
	if !c.group.wide {
		for i, pair := range src {
			a := at[i]
			dst[i] = images[a.symmetry()].half(uint32(pair))
			if a.symmetric() {
				dst[i] = t.smallest(images, a.class(), dst[i])
			}
		}
		return
	}
	for i, pair := range src {
		a := at[i]
		dst[i] = images[a.symmetry()].whole(uint32(pair))
		if a.symmetric() {
			dst[i] = t.smallest(images, a.class(), dst[i])
		}
	}
}

// smallest is the smallest image of a set under the symmetries that keep the
// representative of a class.
func (t *classTable) smallest(images []image, class uint64, set uint32) uint32 {
	least := set
	for _, symmetry := range t.lists[t.keeps[class]] {
		least = min(least, images[symmetry].whole(set))
	}
	return least
}

// slots writes the slots of classes and second sets moved together. Its upper
// half is what a product carries over: a shift by a variable takes a register
// that the loop has not left.
func (p *Pairs) slots(dst []games.Slot, w *work) {
	from, by, second := p.from, p.divide.by, p.second
	at, sets := &w.at, &w.set
	dst = dst[:min(len(dst), batch)]
	if ranks := second.ranks; ranks != nil {
		for i := range dst {
			dst[i] = from + games.Slot(at[i].class()*by+uint64(ranks[sets[i]]))
		}
		return
	}
	s, before := second.s, second.before
	raise, lower, rank := uint64(1)<<(32-s.low), s.lowMask, s.rank[:]
	for i := range dst {
		set := sets[i]
		number := uint64(before[uint64(set)*raise>>32]) + uint64(rank[uint16(set)&lower])
		dst[i] = from + games.Slot(at[i].class()*by+number)
	}
}

// Unrank appends the pair that stands for each index of the tier of p, all of
// which are its own, and whether the index is used: if not, it is a hole. It
// works as Rank does, in short loops.
func (p *Pairs) Unrank(dst []uint64, used []bool, indexes []uint64) ([]uint64, []bool) {
	dst, pairs := grow(dst, len(indexes))
	used, ok := grow(used, len(indexes))
	var w work
	for len(indexes) > 0 {
		n := min(len(indexes), batch)
		p.unrank(pairs[:n], ok[:n], indexes[:n], &w)
		pairs, ok, indexes = pairs[n:], ok[n:], indexes[n:]
	}
	return dst, used
}

// unrank writes the pairs of a batch of indexes.
func (p *Pairs) unrank(dst []uint64, used []bool, indexes []uint64, w *work) {
	t, images, first := p.first.tables(), p.first.group.images, p.from.Index()
	at, set := w.at[:len(indexes)], w.set[:len(indexes)]
	for i, index := range indexes {
		class, rest := p.divide.split(index - first)
		at[i], set[i] = placeOf(class), uint32(rest)
	}
	p.second.unrank(set)
	t.rest.expandFar(set, at)
	dst, used, set = dst[:len(at)], used[:len(at)], set[:len(at)]
	reps, steps, eight := t.reps, t.rest.steps, t.rest.gone >= 8
	for i, a := range at {
		class := a.class()
		rep, second := reps[class], steps[class].up(set[i], eight)
		dst[i] = uint64(rep.set())<<32 | uint64(second)
		used[i] = !rep.symmetric() || t.smallest(images, class, second) == second
	}
}
