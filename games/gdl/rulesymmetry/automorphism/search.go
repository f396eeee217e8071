// Package automorphism finds the automorphisms of graphs with colored vertices.
package automorphism

import "slices"

// Graph is an undirected graph with colored vertices.
type Graph struct {
	colors []int32
	starts []int32 // by vertex: start of its neighbours in edges; ends with len(edges)
	edges  []int32 // neighbours of all vertices
}

// NewGraph returns a graph with a vertex for each color, numbered from 0, and an
// edge for each pair of vertices. Repeated pairs yield parallel edges.
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

func (g *Graph) neighbours(v int32) []int32 { return g.edges[g.starts[v]:g.starts[v+1]] }

// keeps reports whether the map from v to p[v] is an automorphism.
func (g *Graph) keeps(p []int32) bool {
	if len(p) != len(g.colors) {
		return false
	}
	balance := make([]int32, len(p)) // by vertex: edges expected minus edges found
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
	Generators [][]int32
	Order      float64 // number of distinct permutations of the points
	Complete   bool    // the group contains all automorphisms
}

// Find returns the automorphisms of a graph as permutations of the points. The
// points are the vertices 0 to points-1; their colors must be lower than other
// colors. Find stops after visiting limit edges and returns the group generated so
// far. It calls step to count steps of a few nanoseconds each.
//
// Find individualizes one vertex after another and refines the partition until every
// cell contains one vertex. Then, at each level from the last to the first, it tries
// to replace the individualized vertex with the other members of its cell, unless
// the known automorphisms make that unnecessary (J. Leon: Permutation group
// algorithms based on partitions, 1991; B. McKay, A. Piperno: Practical graph
// isomorphism II, 2014).
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
			continue // an automorphism that moves no point is not needed
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

// search holds a partition and the path to the first leaf of the search tree.
type search struct {
	*partition
	limit  int64 // maximum of work
	levels []level
	leaf   []int32 // copy of order at the first leaf
	orbit  []int32 // union-find forest of the orbits of points; the root is the lowest point
}

// level is a step on the path to the first leaf.
type level struct {
	vertex int32 // the individualized vertex
	cell   int32 // start of the cell that contained the vertex
	splits int   // number of splits before this step
	trace  []int32
}

func (s *search) spent() bool { return s.work > s.limit }

// descendFirst records the path to the first leaf. It individualizes the first
// vertex of each nontrivial cell. It returns false if the limit is exceeded.
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

// replace extends the group by automorphisms that move the vertex of level i but
// none of the vertices of earlier levels. It returns false if the limit is exceeded.
func (s *search) replace(i int, group *Group) bool {
	l := &s.levels[i]
	var failed []int32
	// The search reorders the members of the cell.
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

// descend individualizes v instead of the vertex of level i, and searches for a leaf
// that is equivalent to the first one. It returns the automorphism that maps the
// first leaf to this leaf, or nil if there is none. In either case, it restores the
// partition.
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
	// Most automorphisms move few vertices, so try the vertex of the first path first.
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
// leaf, or nil if the permutation is not an automorphism.
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

func (s *search) join(p []int32) {
	s.step(4 * len(s.orbit))
	for v := range s.orbit {
		if a, b := s.root(int32(v)), s.root(p[v]); a != b {
			s.orbit[max(a, b)] = min(a, b)
		}
	}
}

// root returns the lowest point in the orbit of v.
func (s *search) root(v int32) int32 {
	for s.orbit[v] != v {
		s.orbit[v] = s.orbit[s.orbit[v]]
		v = s.orbit[v]
	}
	return v
}

func (s *search) sameOrbit(a, b int32) bool { return s.root(a) == s.root(b) }
