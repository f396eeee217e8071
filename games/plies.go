package games

// Plies are the plies between the states that can be reached, which are numbered from 0,
// the start.
type Plies struct {
	Next []int32 // the children of all states, back to back
	Ends []int32 // where each state's children end in Next
}

// Layers are the lengths of the longest plays from the start to each state, and
// the largest step between a state and its child. There are none if a play can
// come back to a state.
func (p *Plies) Layers() (layers []int32, span int) {
	waits := make([]int32, len(p.Ends)) // plies to a state that are not counted yet
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

// Children are the numbers of the children of state number i.
func (p *Plies) Children(i int32) []int32 {
	from := int32(0)
	if i > 0 {
		from = p.Ends[i-1]
	}
	return p.Next[from:p.Ends[i]]
}
