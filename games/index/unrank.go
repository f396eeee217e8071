package index

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
