// Package automorphism finds the automorphisms of graphs with coloured vertices.
package automorphism

import "slices"

// Graph is an undirected graph with coloured vertices.
type Graph struct {
	colors []int32
	starts []int32 // start of each vertex's neighbours in edges, and the end of the last
	edges  []int32 // of all vertices, back to back
}

// NewGraph returns a graph with a vertex per colour, numbered from 0, and an
// edge per pair. Repeated pairs are parallel edges.
func NewGraph(colors []int32, pairs [][2]int32) *Graph {
	g := &Graph{colors: colors, starts: make([]int32, len(colors)+1), edges: make([]int32, 2*len(pairs))}
	for _, p := range pairs {
		g.starts[p[0]+1]++
		g.starts[p[1]+1]++
	}
	for v := range colors {
		g.starts[v+1] += g.starts[v]
	}
	next := slices.Clone(g.starts)
	for _, p := range pairs {
		for i, v := range p {
			g.edges[next[v]] = p[1-i]
			next[v]++
		}
	}
	return g
}

// neighbours returns the neighbours of a vertex in no particular order.
func (g *Graph) neighbours(v int32) []int32 { return g.edges[g.starts[v]:g.starts[v+1]] }

// keeps reports whether a permutation of the vertices, v to p[v], is an
// automorphism: it preserves colours and edges.
func (g *Graph) keeps(p []int32) bool {
	if len(p) != len(g.colors) {
		return false
	}
	balance := make([]int32, len(p)) // edges wanted less edges found
	hit := make([]bool, len(p))
	for v, to := range p {
		if to < 0 || int(to) >= len(p) || hit[to] || g.colors[v] != g.colors[to] || len(g.neighbours(int32(v))) != len(g.neighbours(to)) {
			return false
		}
		hit[to] = true
		for _, u := range g.neighbours(int32(v)) {
			balance[p[u]]++
		}
		for _, u := range g.neighbours(to) {
			balance[u]--
		}
		for _, u := range g.neighbours(to) {
			if balance[u] != 0 {
				return false
			}
		}
	}
	return true
}

// Group is a group of automorphisms of a graph.
type Group struct {
	// Generators are automorphisms that generate the group.
	Generators [][]int32
	// Order is the number of distinct permutations of the points.
	Order float64
	// Complete reports whether the group contains all automorphisms.
	Complete bool
}

// Find returns the automorphisms of a graph as permutations of points: the
// vertices 0 to points-1, whose colours must be lower than all others. It stops
// after visiting limit edges; the group found so far is valid. It calls step
// with the number of steps of a few nanoseconds.
//
// It fixes one point after the other and refines the cells until every vertex
// is in a cell of size one. Then it goes back, from the last fixed point to the
// first, and tries to replace each by the other members of its cell, unless the
// known automorphisms decide the case (J. Leon: Permutation group algorithms
// based on partitions, 1991; B. McKay, A. Piperno: Practical graph isomorphism
// II, 2014).
func Find(g *Graph, points int, limit int64, step func(steps int)) Group {
	s := search{partition: newPartition(g, step), limit: limit, orbit: make([]int32, points)}
	for v := range s.orbit {
		s.orbit[v] = int32(v)
	}
	group := Group{Order: 1}
	if !s.descendFirst() {
		return group
	}
	for i := len(s.levels) - 1; i >= 0; i-- {
		l := &s.levels[i]
		s.undo(l.splits)
		if int(l.vertex) >= points {
			continue // what moves no point is of no interest
		}
		if !s.replace(i, &group) {
			return group
		}
		size := 0
		s.step(len(s.orbit))
		for v := range s.orbit {
			if s.sameOrbit(int32(v), l.vertex) {
				size++
			}
		}
		group.Order *= float64(size)
	}
	group.Complete = true
	return group
}

// search is a partition with the path to the first leaf.
type search struct {
	*partition
	limit  int64 // of work
	levels []level
	leaf   []int32 // the order of the vertices at the end of the first way down
	orbit  []int32 // by point: another of its orbit under the automorphisms found, in the end the first
}

// level is a step of the path to the first leaf.
type level struct {
	vertex int32 // that is fixed
	cell   int32 // its cell before, by its beginning
	splits int   // how many there were before
	trace  []int32
}

func (s *search) spent() bool { return s.work > s.limit }

// descendFirst fixes the first vertex of each cell in turn. It returns false if
// that is too much work.
func (s *search) descendFirst() bool {
	var l *level
	record := func(what int32) bool {
		if l != nil {
			l.trace = append(l.trace, what)
		}
		return !s.spent()
	}
	if !s.refine(record) {
		return false
	}
	for at := s.next(0); int(at) < len(s.order); at = s.next(at) {
		v := s.order[at]
		s.levels = append(s.levels, level{vertex: v, cell: at, splits: len(s.splits)})
		l = &s.levels[len(s.levels)-1]
		s.single(v)
		if !s.refine(record) {
			return false
		}
	}
	s.leaf = append(s.leaf, s.order...)
	return true
}

// replace searches for automorphisms that preserve the vertices fixed before
// level i and move the one fixed there. It returns false at the limit.
func (s *search) replace(i int, group *Group) bool {
	l := &s.levels[i]
	var failed []int32
	// The search reorders the vertices of the cell.
	for _, v := range slices.Clone(s.members(l.cell)) {
		settled := s.sameOrbit(v, l.vertex)
		s.step(len(failed) + 1)
		for _, u := range failed {
			settled = settled || s.sameOrbit(v, u)
		}
		if settled {
			continue
		}
		if p := s.descend(i, v); p != nil {
			group.Generators = append(group.Generators, p)
			s.join(p)
		} else {
			failed = append(failed, v)
		}
		if s.spent() {
			return false
		}
	}
	return true
}

// descend fixes v in place of the vertex of level i and continues like the
// first path. It returns the automorphism that maps one path to the other, or
// nil, and restores the partition.
func (s *search) descend(i int, v int32) []int32 {
	defer s.undo(len(s.splits))
	trace := s.levels[i].trace
	s.single(v)
	same := s.refine(func(what int32) bool {
		if len(trace) == 0 || trace[0] != what || s.spent() {
			return false
		}
		trace = trace[1:]
		return true
	})
	if !same || len(trace) > 0 {
		return nil
	}
	if i++; i == len(s.levels) {
		return s.compareLeaves()
	}
	// Try the vertex of the first path first: most automorphisms move few
	// vertices.
	l := &s.levels[i]
	if s.cell[l.vertex] == l.cell {
		if p := s.descend(i, l.vertex); p != nil {
			return p
		}
	}
	for _, u := range slices.Clone(s.members(l.cell)) {
		if s.spent() {
			return nil
		}
		if u != l.vertex {
			if p := s.descend(i, u); p != nil {
				return p
			}
		}
	}
	return nil
}

// compareLeaves returns the permutation that maps the first leaf to the current
// one, or nil if it is not an automorphism.
func (s *search) compareLeaves() []int32 {
	s.work += int64(len(s.edges))
	p := make([]int32, len(s.leaf))
	for i, v := range s.leaf {
		p[v] = s.order[i]
	}
	if !s.keeps(p) {
		return nil
	}
	return p
}

// join merges the orbits that an automorphism connects.
func (s *search) join(p []int32) {
	s.step(4 * len(s.orbit))
	for v := range s.orbit {
		if a, b := s.root(int32(v)), s.root(p[v]); a != b {
			s.orbit[max(a, b)] = min(a, b)
		}
	}
}

// root returns the first point of an orbit.
func (s *search) root(v int32) int32 {
	for s.orbit[v] != v {
		s.orbit[v] = s.orbit[s.orbit[v]]
		v = s.orbit[v]
	}
	return v
}

func (s *search) sameOrbit(a, b int32) bool { return s.root(a) == s.root(b) }
