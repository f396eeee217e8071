package games

// Plies is the graph of the reachable states. State 0 is the start.
type Plies struct {
	Next []int32 // the concatenated children of all states
	Ends []int32 // the end of each state's children in Next
}

// Layers returns the length of the longest play from the start to each state, and the
// maximum difference between the layers of a state and its child. It returns nil if
// the graph has a cycle.
func (p *Plies) Layers() (layers []int32, span int) {
	waits := make([]int32, len(p.Ends)) // number of unvisited plies into each state
	for _, n := range p.Next {
		waits[n]++
	}
	layers = make([]int32, len(p.Ends))
	queue := []int32{0}
	if waits[0] > 0 {
		return nil, 0
	}
	for i := 0; i < len(queue); i++ {
		for _, n := range p.Children(queue[i]) {
			layers[n] = max(layers[n], layers[queue[i]]+1)
			if waits[n]--; waits[n] == 0 {
				queue = append(queue, n)
			}
		}
	}
	if len(queue) < len(p.Ends) {
		return nil, 0
	}
	span = 1
	for i := range p.Ends {
		for _, n := range p.Children(int32(i)) {
			span = max(span, int(layers[n]-layers[i]))
		}
	}
	return layers, span
}

// Children returns the children of state i.
func (p *Plies) Children(i int32) []int32 {
	from := int32(0)
	if i > 0 {
		from = p.Ends[i-1]
	}
	return p.Next[from:p.Ends[i]]
}
