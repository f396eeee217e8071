package stochastic

import "context"

// order contains the nodes sorted by strongly connected component. A component
// precedes the components from which it can be reached. Within a component,
// nodes are in the postorder of a depth-first search, so most children precede
// their parents.
type order struct {
	nodes     []uint32
	positions []uint32 // inverse of nodes
	ends      []uint32 // end of each component in nodes
}

// frame is a node on the path of a depth-first search.
type frame struct {
	node uint32
	next int32  // number of links followed
	low  uint32 // least number of a node on the stack that the search has reached from here
}

// Components returns the nodes sorted by strongly connected component, and the end of each
// component. A component precedes the components from which it can be reached.
func (g *Graph) Components(ctx context.Context) (nodes, ends []uint32, err error) {
	o, err := g.newOrder(ctx)
	if err != nil {
		return nil, nil, err
	}
	return o.nodes, o.ends, nil
}

// newOrder finds the components with Tarjan's algorithm.
func (g *Graph) newOrder(ctx context.Context) (*order, error) {
	n := len(g.Movers)
	const done = 1 << 31
	numbers := make([]uint32, n) // 0 before a node is visited; finally done plus the component
	postorder, sizes := make([]uint32, 0, n), []uint32(nil)
	var path []frame
	var stack []uint32
	visited := uint32(0)
	enter := func(node uint32) {
		visited++
		numbers[node] = visited
		stack = append(stack, node)
		path = append(path, frame{node: node, low: visited})
	}
	for root := range n {
		if root%(1<<16) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if numbers[root] == 0 {
			enter(uint32(root))
		}
		for len(path) > 0 {
			f := &path[len(path)-1]
			if links, _ := g.children(f.node); int(f.next) < len(links) {
				to := links[f.next] >> 1
				f.next++
				if numbers[to] == 0 {
					enter(to)
				} else if numbers[to] < done {
					f.low = min(f.low, numbers[to])
				}
				continue
			}
			node, low := f.node, f.low
			postorder = append(postorder, node)
			path = path[:len(path)-1]
			if len(path) > 0 {
				path[len(path)-1].low = min(path[len(path)-1].low, low)
			}
			if low < numbers[node] {
				continue
			}
			size, last := uint32(0), done|uint32(len(sizes))
			for numbers[node] != last {
				member := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				numbers[member] = last
				size++
			}
			sizes = append(sizes, size)
		}
	}
	path, stack = nil, nil
	next := uint32(0)
	for i, size := range sizes {
		sizes[i] = next
		next += size
	}
	o := &order{nodes: make([]uint32, n), positions: numbers, ends: sizes}
	for _, node := range postorder {
		at := &sizes[numbers[node]&^done]
		o.nodes[*at], numbers[node] = node, *at
		*at++
	}
	return o, nil
}
