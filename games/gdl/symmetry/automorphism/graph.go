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
