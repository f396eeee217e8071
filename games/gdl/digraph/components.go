// Package digraph computes the strongly connected components of directed graphs. The
// nodes of a graph with n nodes are the integers 0 to n-1. A function returns the
// successors of a node.
package digraph

import "slices"

// Components returns the strongly connected components of a graph with n nodes, in
// reverse topological order. It calls next once for each node. It uses Tarjan's
// algorithm ("Depth-first search and linear graph algorithms", 1972) without
// recursion, because paths can be long.
func Components(n int, next func(v int) []int) [][]int {
	type frame struct {
		node int
		next []int
	}
	var list [][]int
	var path []frame
	var open []int             // visited nodes whose component is not complete
	number := make([]int32, n) // order of first visit, from 1; 0 if not visited
	lowest := make([]int32, n) // lowest number known to be reachable
	closed := make([]bool, n)
	visited := int32(0)
	enter := func(v int) {
		visited++
		number[v], lowest[v] = visited, visited
		open = append(open, v)
		path = append(path, frame{v, next(v)})
	}
	for start := range n {
		if number[start] > 0 {
			continue
		}
		for enter(start); len(path) > 0; {
			top := &path[len(path)-1]
			if len(top.next) > 0 {
				w := top.next[0]
				top.next = top.next[1:]
				if number[w] == 0 {
					enter(w)
				} else if !closed[w] {
					lowest[top.node] = min(lowest[top.node], number[w])
				}
				continue
			}
			v := top.node
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1].node
				lowest[parent] = min(lowest[parent], lowest[v])
			}
			if lowest[v] < number[v] {
				continue
			}
			at := len(open) - 1
			for open[at] != v {
				at--
			}
			component := slices.Clone(open[at:])
			open = open[:at]
			for _, w := range component {
				closed[w] = true
			}
			list = append(list, component)
		}
	}
	return list
}

// Numbers returns, for each of n nodes, the index of its component.
func Numbers(n int, components [][]int) []int {
	number := make([]int, n)
	for i, members := range components {
		for _, v := range members {
			number[v] = i
		}
	}
	return number
}
