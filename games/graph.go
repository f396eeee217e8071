package games

// Graph holds states and the plies between them. States are numbered in the order of
// discovery, and the start has number 0.
type Graph[S comparable] struct {
	States []S         // by number
	Number map[S]int32 // inverse of States
	next   []int32     // the concatenated children of the expanded states
	ends   []int32     // the end of each state's children in next
}

// NewGraph returns a graph with only the start.
func NewGraph[S comparable](start S) *Graph[S] {
	return &Graph[S]{States: []S{start}, Number: map[S]int32{start: 0}}
}

// Add returns the number of a state, adding the state if it is new.
func (g *Graph[S]) Add(s S) int32 {
	n, ok := g.Number[s]
	if !ok {
		n = int32(len(g.States))
		g.Number[s] = n
		g.States = append(g.States, s)
	}
	return n
}

// AddPlies adds the children of the next len(ends) states in numerical order. The
// arguments must be the result of calling Expand for these states with empty slices.
func (g *Graph[S]) AddPlies(children []S, ends []int32) {
	for _, end := range ends {
		g.ends = append(g.ends, int32(len(g.next))+end)
	}
	for _, c := range children {
		g.next = append(g.next, g.Add(c))
	}
}

// Layers returns each state's layer, which is the length of the longest play from
// the start to the state. It also returns the maximum difference between the layers
// of a state and its child. It returns nil if the graph has a cycle. The children of
// all states must have been added.
func (g *Graph[S]) Layers() (layers []int32, span int) {
	waits := make([]int32, len(g.ends)) // number of unvisited plies to each state
	for _, n := range g.next {
		waits[n]++
	}
	layers = make([]int32, len(g.ends))
	queue := []int32{0}
	if waits[0] > 0 {
		return nil, 0
	}
	for i := 0; i < len(queue); i++ {
		for _, n := range g.Children(queue[i]) {
			layers[n] = max(layers[n], layers[queue[i]]+1)
			if waits[n]--; waits[n] == 0 {
				queue = append(queue, n)
			}
		}
	}
	if len(queue) < len(g.ends) {
		return nil, 0
	}
	span = 1
	for i := range g.ends {
		for _, n := range g.Children(int32(i)) {
			span = max(span, int(layers[n]-layers[i]))
		}
	}
	return layers, span
}

// Children returns the numbers of the children of state i.
func (g *Graph[S]) Children(i int32) []int32 {
	from := int32(0)
	if i > 0 {
		from = g.ends[i-1]
	}
	return g.next[from:g.ends[i]]
}
