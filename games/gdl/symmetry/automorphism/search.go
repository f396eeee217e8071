// Package automorphism finds the symmetries of graphs with coloured vertices.
package automorphism

import "slices"

// Graph is an undirected graph whose vertices have colours.
type Graph struct {
	colors []int32
	starts []int32 // where each vertex's neighbours begin in edges, and where the last one's end
	edges  []int32 // of all vertices, back to back
}

// NewGraph makes the graph with a vertex for each colour, numbered from 0, and
// with edges between the given pairs of vertices. A pair that is there twice is
// two edges.
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

// neighbours are those of a vertex, in no order.
func (g *Graph) neighbours(v int32) []int32 { return g.edges[g.starts[v]:g.starts[v+1]] }

// Keeps says whether a permutation of the vertices, v going to p[v], takes
// colours to the same colours and edges to edges: whether it is an automorphism.
func (g *Graph) Keeps(p []int32) bool {
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

// Group is what was found of the automorphisms of a graph.
type Group struct {
	// Generators are automorphisms, permutations of the vertices, of which all
	// others that were found are products.
	Generators [][]int32
	// Order is how many different permutations of the points they make.
	Order float64
	// Complete says that there are no others.
	Complete bool
}

// Find finds the automorphisms of a graph as far as they move points: vertices
// 0 to points-1, whose colours must be lower than all others. It gives up when it
// has looked at limit edges; what it found by then is right all the same. It calls step
// with the steps of a few nanoseconds that it takes.
//
// One point after the other is fixed, and the cells refined, until every vertex
// has its own. From the last back, each point that might take the place of the
// one fixed is tried, unless the automorphisms found so far, all of which keep the
// points fixed before, settle it. (J. Leon: Permutation group algorithms based on
// partitions, 1991; B. McKay, A. Piperno: Practical graph isomorphism II, 2014.)
func Find(g *Graph, points int, limit int64, step func(steps int)) Group {
	s := search{partition: newPartition(g, step), limit: limit, orbit: make([]int32, points)}
	for v := range s.orbit {
		s.orbit[v] = int32(v)
	}
	group := Group{Order: 1}
	if !s.descendFirst(false) {
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

// search is a partition on its way down to single vertices.
type search struct {
	*partition
	limit  int64 // of work
	levels []level
	leaf   []int32 // the order of the vertices at the end of the first way down
	orbit  []int32 // by point: another of its orbit under the automorphisms found, in the end the first
}

// level is a step of the first way down.
type level struct {
	vertex int32 // that is fixed
	cell   int32 // its cell before, by its beginning
	splits int   // how many there were before
	trace  []int32
	ties   []int32 // the vertices of the cell with that trace, where all were tried
}

func (s *search) spent() bool { return s.work > s.limit }

// descendFirst fixes one vertex after the other: the first of its cell or, if best is
// set, one with the least trace. It is false if that is too much work.
func (s *search) descendFirst(best bool) bool {
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
		v, ties := s.order[at], []int32(nil)
		if best {
			if ties = s.leastTrace(at); ties == nil {
				return false
			}
			v = ties[0]
		}
		s.levels = append(s.levels, level{vertex: v, cell: at, splits: len(s.splits), ties: ties})
		l = &s.levels[len(s.levels)-1]
		s.single(v)
		if !s.refine(record) {
			return false
		}
	}
	s.leaf = append(s.leaf, s.order...)
	return true
}

// replace looks for automorphisms that keep the vertices fixed before level i
// and move the one fixed there. It is false if that is too much work.
func (s *search) replace(i int, group *Group) bool {
	l := &s.levels[i]
	var failed []int32
	// The cell's vertices are put into another order on the way.
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

// descend fixes v where the first way down fixed the vertex of level i, and goes
// on as that did. It returns the automorphism that takes one way to the other,
// nil if there is none or it is too much work, and restores the partition.
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
	// The vertex of the first way is the likeliest: most automorphisms that are
	// looked for move few vertices.
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

// compareLeaves is the permutation that takes the end of the first way down to
// the present one, nil if it is no automorphism.
func (s *search) compareLeaves() []int32 {
	s.work += int64(len(s.edges))
	p := make([]int32, len(s.leaf))
	for i, v := range s.leaf {
		p[v] = s.order[i]
	}
	if !s.Keeps(p) {
		return nil
	}
	return p
}

// join unites the orbits that an automorphism joins.
func (s *search) join(p []int32) {
	s.step(4 * len(s.orbit))
	for v := range s.orbit {
		if a, b := s.root(int32(v)), s.root(p[v]); a != b {
			s.orbit[max(a, b)] = min(a, b)
		}
	}
}

// root is the first point of an orbit.
func (s *search) root(v int32) int32 {
	for s.orbit[v] != v {
		s.orbit[v] = s.orbit[s.orbit[v]]
		v = s.orbit[v]
	}
	return v
}

func (s *search) sameOrbit(a, b int32) bool { return s.root(a) == s.root(b) }
