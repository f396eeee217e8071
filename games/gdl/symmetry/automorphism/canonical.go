package automorphism

import (
	"encoding/binary"
	"slices"
)

// Canonical is an order of the vertices that does not depend on their numbers: graphs
// are isomorphic, colours kept, if and only if their Texts in that order are equal. It is
// nil where that would take a look at more than limit edges, or where vertices that no
// refinement tells apart are not the images of each other, which is rare. It calls step
// with the steps of a few nanoseconds that it takes.
//
// One vertex after the other is fixed, of those that refinement treats alike any: that
// all of them are images of each other is proven from the last back, as in Find.
func Canonical(g *Graph, limit int64, step func(steps int)) []int32 {
	s := search{partition: newPartition(g, step), limit: limit, orbit: make([]int32, len(g.colors))}
	for v := range s.orbit {
		s.orbit[v] = int32(v)
	}
	if !s.descendFirst(true) {
		return nil
	}
	for i := len(s.levels) - 1; i >= 0; i-- {
		l := &s.levels[i]
		s.undo(l.splits)
		if !s.replace(i, new(Group)) {
			return nil
		}
		if slices.ContainsFunc(l.ties, func(v int32) bool { return !s.sameOrbit(v, l.vertex) }) {
			return nil
		}
	}
	return s.leaf
}

// leastTrace are the vertices of a cell whose fixing is refined with the least trace,
// nil if that is too much work to find out.
func (s *search) leastTrace(at int32) []int32 {
	var least, trace, ties []int32
	for _, v := range slices.Clone(s.members(at)) {
		splits := len(s.splits)
		trace = trace[:0]
		order := 0 // of the trace so far and the least
		s.single(v)
		s.refine(func(what int32) bool {
			n := len(trace)
			trace = append(trace, what)
			if ties != nil && order == 0 {
				order = 1
				if n < len(least) {
					order = int(what) - int(least[n])
				}
			}
			return order <= 0 && !s.spent()
		})
		s.undo(splits)
		switch {
		case s.spent():
			return nil
		case order == 0 && (ties == nil || len(trace) == len(least)):
			least, ties = append(least[:0], trace...), append(ties, v)
		case order < 0 || order == 0:
			least, ties = append(least[:0], trace...), append(ties[:0], v)
		}
	}
	return ties
}

// Text writes a graph with its vertices in an order: graphs of the same text are
// isomorphic.
func (g *Graph) Text(order []int32) []byte {
	place := make([]int32, len(order))
	for i, v := range order {
		place[v] = int32(i)
	}
	text := binary.AppendUvarint(nil, uint64(len(order)))
	for _, v := range order {
		near := slices.Clone(g.neighbours(v))
		for i, u := range near {
			near[i] = place[u]
		}
		slices.Sort(near)
		text = binary.AppendUvarint(binary.AppendUvarint(text, uint64(g.colors[v])), uint64(len(near)))
		for _, u := range near {
			text = binary.AppendUvarint(text, uint64(u))
		}
	}
	return text
}
