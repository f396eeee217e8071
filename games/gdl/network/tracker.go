package network

// Tracking is a network prepared to follow single states. It can be shared by
// any number of Trackers.
type Tracking struct {
	nodes   int
	edges   []Lit   // of all nodes, back to back: the conjunctions that use a node, complemented if they use its complement
	starts  []int32 // where each node's edges begin
	outputs []int32 // of all nodes, back to back: the outputs that are the node or its complement
	ends    []int32 // where each node's outputs begin
	lits    []Lit   // of the outputs
	fanins  []int32 // how many each node has
}

// Tracking prepares to follow the given outputs.
func (n *Network) Tracking(outputs []Lit) *Tracking {
	needed := n.cone(outputs)
	t := &Tracking{nodes: n.Nodes(), lits: outputs, fanins: make([]int32, n.Nodes())}
	edges := make([][]Lit, n.Nodes())
	for v := range n.Nodes() {
		if !needed[v] {
			continue
		}
		t.fanins[v] = int32(len(n.Fanins(v)))
		for _, f := range n.Fanins(v) {
			edges[f.Node()] = append(edges[f.Node()], Lit(2*v)|f&1)
		}
	}
	of := make([][]int32, n.Nodes())
	for i, l := range outputs {
		of[l.Node()] = append(of[l.Node()], int32(i))
	}
	for v := range n.Nodes() {
		t.starts = append(t.starts, int32(len(t.edges)))
		t.edges = append(t.edges, edges[v]...)
		t.ends = append(t.ends, int32(len(t.outputs)))
		t.outputs = append(t.outputs, of[v]...)
	}
	t.starts = append(t.starts, int32(len(t.edges)))
	t.ends = append(t.ends, int32(len(t.outputs)))
	return t
}

// Tracker follows one state through changes of its inputs: each conjunction
// counts the conditions that do not hold, so that a change costs only what it
// changes.
type Tracker struct {
	*Tracking
	unmet []int32 // by node: conditions that do not hold; for an input 0 if it holds, else 1
	queue []Lit   // nodes that have changed: the literal that holds now
	// Changed are the outputs that have changed since it was last emptied, each
	// as often as it did.
	Changed []int32
}

// NewTracker is a Tracker with all inputs false.
func (t *Tracking) NewTracker() *Tracker {
	r := &Tracker{Tracking: t, unmet: make([]int32, t.nodes)}
	for v := range r.unmet {
		if r.unmet[v] = t.fanins[v]; t.fanins[v] == 0 {
			r.unmet[v] = 1
		}
	}
	// All nodes are false now, as if that were so; complements in fan-ins hold.
	for v := range t.nodes {
		for _, e := range t.edges[t.starts[v]:t.starts[v+1]] {
			if e.Complemented() {
				r.meet(e.Node())
			}
		}
	}
	r.Settle()
	r.Changed = r.Changed[:0]
	return r
}

// Holds says whether an output holds.
func (t *Tracker) Holds(output int) bool {
	l := t.lits[output]
	return (t.unmet[l.Node()] == 0) != l.Complemented()
}

// Set changes an input, or its complement, to hold. The rest follows with
// Settle.
func (t *Tracker) Set(l Lit) {
	if l.Node() == 0 || (t.unmet[l.Node()] == 0) != l.Complemented() {
		return
	}
	t.unmet[l.Node()] ^= 1
	t.queue = append(t.queue, l)
}

// Settle makes all nodes follow.
func (t *Tracker) Settle() {
	for i := 0; i < len(t.queue); i++ {
		l := t.queue[i]
		v := l.Node()
		t.Changed = append(t.Changed, t.outputs[t.ends[v]:t.ends[v+1]]...)
		for _, e := range t.edges[t.starts[v]:t.starts[v+1]] {
			if (e^l)&1 == 0 {
				t.meet(e.Node())
			} else {
				u := e.Node()
				if t.unmet[u] == 0 {
					t.queue = append(t.queue, Lit(2*u+1))
				}
				t.unmet[u]++
			}
		}
	}
	t.queue = t.queue[:0]
}

// meet counts one more condition of a node that holds.
func (t *Tracker) meet(v int) {
	t.unmet[v]--
	if t.unmet[v] == 0 {
		t.queue = append(t.queue, Lit(2*v))
	}
}
