package network

import "math/bits"

// Tracking is the part of a Tracker that does not depend on the state.
type Tracking struct {
	nodes   []trackedNode // by node, with a sentinel at the end
	edges   []int32       // lists of users and opponents, in node order
	outputs []int32       // lists of outputs that equal a node or its complement
	lits    []Lit         // by output
	fanins  []int32       // by node: number of fan-ins
	// Ordered makes a tracker update each node at most once per Settle, after its
	// fan-ins. This costs more per change but saves changes in networks with many
	// paths.
	Ordered bool
}

// trackedNode contains the starts of three lists: the conjunctions that contain the
// node (users), the conjunctions that contain its complement (opponents), and the
// node's outputs. The first two lists are in edges.
type trackedNode struct{ users, opponents, outputs int32 }

// Tracking returns a Tracking for the given outputs.
func (n *Network) Tracking(outputs []Lit) *Tracking {
	t := &Tracking{lits: outputs, fanins: make([]int32, n.Nodes())}
	users := make([][2][]int32, n.Nodes())
	for _, v := range n.Cone(outputs) {
		t.fanins[v] = int32(len(n.Fanins(v)))
		for _, f := range n.Fanins(v) {
			list := &users[f.Node()][f&1]
			*list = append(*list, int32(v))
		}
	}
	of := make([][]int32, n.Nodes())
	for i, l := range outputs {
		of[l.Node()] = append(of[l.Node()], int32(i))
	}
	for v := range n.Nodes() {
		node := trackedNode{users: int32(len(t.edges)), outputs: int32(len(t.outputs))}
		t.edges = append(t.edges, users[v][0]...)
		node.opponents = int32(len(t.edges))
		t.edges = append(t.edges, users[v][1]...)
		t.outputs = append(t.outputs, of[v]...)
		t.nodes = append(t.nodes, node)
	}
	t.nodes = append(t.nodes, trackedNode{users: int32(len(t.edges)), outputs: int32(len(t.outputs))})
	return t
}

// Tracker computes the outputs of a network for one state and updates them when
// inputs change. Each conjunction counts its false fan-ins, so an update takes time
// proportional to the number of changes.
type Tracker struct {
	*Tracking
	unmet []int32 // by node: number of false fan-ins; for inputs, 0 if true and 1 if false
	queue []Lit   // changed nodes, as the literals that hold now
	order *order  // nil unless the tracker is ordered
	// Changed lists the changed outputs, once per change. The caller must empty it.
	Changed []int32
	// Steps counts 2 for each change of a node, plus 1 for each conjunction that contains the node.
	Steps int
}

// order is the queue of an ordered tracker: a bit set with a summary.
type order struct {
	was     []bool   // by node: value when it was last visited
	waiting []uint64 // bit per node: it must be visited
	words   []uint64 // bit per word of waiting: the word is not zero
}

// NewTracker returns a tracker in which all inputs are false.
func (t *Tracking) NewTracker() *Tracker {
	r := &Tracker{Tracking: t, unmet: make([]int32, len(t.fanins))}
	if n := len(t.fanins); t.Ordered {
		r.order = &order{was: make([]bool, n), waiting: make([]uint64, n/64+1), words: make([]uint64, n/4096+1)}
	}
	for v := range r.unmet {
		if r.unmet[v] = t.fanins[v]; t.fanins[v] == 0 {
			r.unmet[v] = 1
		}
	}
	// All nodes are false so far, so complemented fan-ins hold.
	for v := range t.fanins {
		for _, u := range t.edges[t.nodes[v].opponents:t.nodes[v+1].users] {
			if r.unmet[u]--; r.unmet[u] == 0 {
				r.queue = append(r.queue, Lit(2*u))
			}
		}
	}
	r.Settle()
	r.Changed, r.Steps = r.Changed[:0], 0
	return r
}

func (t *Tracker) Holds(output int) bool {
	l := t.lits[output]
	return (t.unmet[l.Node()] == 0) != l.Complemented()
}

// Set makes an input or the complement of an input true at the next call of Settle.
func (t *Tracker) Set(l Lit) {
	if l.Node() == 0 || (t.unmet[l.Node()] == 0) != l.Complemented() {
		return
	}
	t.unmet[l.Node()] ^= 1
	t.queue = append(t.queue, l)
}

// Settle updates all nodes and outputs after calls of Set.
func (t *Tracker) Settle() {
	if t.order != nil {
		t.settleInOrder()
	} else {
		t.settleAsTheyCome()
	}
}

func (t *Tracker) settleAsTheyCome() {
	queue, changed, unmet, edges := t.queue, t.Changed, t.unmet, t.edges
	for i := 0; i < len(queue); i++ {
		l := queue[i]
		node, next := &t.nodes[l.Node()], &t.nodes[l.Node()+1]
		for o := node.outputs; o < next.outputs; o++ { // usually at most one
			changed = append(changed, t.outputs[o])
		}
		gain, lose := edges[node.users:node.opponents], edges[node.opponents:next.users]
		if l.Complemented() {
			gain, lose = lose, gain
		}
		t.Steps += 2 + len(gain) + len(lose)
		for _, u := range lose {
			if unmet[u] == 0 {
				queue = append(queue, Lit(2*u+1))
			}
			unmet[u]++
		}
		for _, u := range gain {
			if unmet[u]--; unmet[u] == 0 {
				queue = append(queue, Lit(2*u))
			}
		}
	}
	t.queue, t.Changed = queue[:0], changed
}

func (o *order) look(v int32) {
	o.waiting[v>>6] |= 1 << (v & 63)
	o.words[v>>12] |= 1 << (v >> 6 & 63)
}

// settleInOrder visits nodes by number, and thus after their fan-ins.
func (t *Tracker) settleInOrder() {
	o := t.order
	for _, l := range t.queue {
		o.look(int32(l.Node()))
	}
	t.queue = t.queue[:0]
	for i := range o.words {
		for o.words[i] != 0 {
			w := 64*i + bits.TrailingZeros64(o.words[i])
			for o.waiting[w] != 0 {
				v := 64*w + bits.TrailingZeros64(o.waiting[w])
				o.waiting[w] &= o.waiting[w] - 1
				if holds := t.unmet[v] == 0; holds != o.was[v] {
					o.was[v] = holds
					t.pass(v, holds)
				}
			}
			o.words[i] &= o.words[i] - 1
		}
	}
}

// pass updates the counts of the conjunctions that contain a changed node or its
// complement.
func (t *Tracker) pass(v int, holds bool) {
	node, next, unmet, o := &t.nodes[v], &t.nodes[v+1], t.unmet, t.order
	t.Changed = append(t.Changed, t.outputs[node.outputs:next.outputs]...)
	gain, lose := t.edges[node.users:node.opponents], t.edges[node.opponents:next.users]
	if !holds {
		gain, lose = lose, gain
	}
	t.Steps += 2 + len(gain) + len(lose)
	for _, u := range lose {
		if unmet[u]++; unmet[u] == 1 {
			o.look(u)
		}
	}
	for _, u := range gain {
		if unmet[u]--; unmet[u] == 0 {
			o.look(u)
		}
	}
}

// Copy copies the state of another tracker with the same Tracking.
func (t *Tracker) Copy(other *Tracker) {
	copy(t.unmet, other.unmet)
	t.queue, t.Changed = append(t.queue[:0], other.queue...), append(t.Changed[:0], other.Changed...)
	if t.order != nil {
		copy(t.order.was, other.order.was)
	}
}
