package network

import "slices"

// CopyTo copies the literals to a network, possibly n itself, and returns the
// copies. Each input of n is replaced with the entry of inputs for its node, even if
// the input belongs to a choice.
func (n *Network) CopyTo(to *Network, inputs map[int]Lit, lits []Lit) []Lit {
	image := make([]Lit, n.Nodes())
	var fanins []Lit
	for _, v := range n.Cone(lits) {
		if v == 0 {
			continue
		}
		if len(n.Fanins(v)) == 0 {
			image[v] = inputs[v]
			continue
		}
		fanins = fanins[:0]
		n.Spend(4 + 4*len(n.Fanins(v)))
		for _, f := range n.Fanins(v) {
			fanins = append(fanins, image[f.Node()]^f&1)
		}
		image[v] = to.and(fanins)
	}
	result := make([]Lit, len(lits))
	for i, l := range lits {
		result[i] = image[l.Node()] ^ l&1
	}
	return result
}

// Cone returns the nodes of the literals and all nodes on which they depend, in
// ascending order.
func (n *Network) Cone(lits []Lit) []int {
	needed := make([]bool, n.Nodes())
	n.Spend(n.Nodes() / 4)
	for _, l := range lits {
		needed[l.Node()] = true
	}
	var list []int
	for v := n.Nodes() - 1; v >= 0; v-- {
		if needed[v] {
			n.Spend(1 + len(n.Fanins(v)))
			list = append(list, v)
			for _, f := range n.Fanins(v) {
				needed[f.Node()] = true
			}
		}
	}
	slices.Reverse(list)
	return list
}

// Size returns the number of conjunctions on which the literals depend.
func (n *Network) Size(lits []Lit) int {
	size := 0
	for _, v := range n.Cone(lits) {
		if len(n.Fanins(v)) > 0 {
			size++
		}
	}
	return size
}

// Ternary is the set of possible values of a signal.
type Ternary uint8

const (
	CanBeFalse Ternary = 1
	CanBeTrue  Ternary = 2
	CanBeBoth  Ternary = 3
)

// Possible computes the possible values of each node from the values of the inputs.
// The caller must set the input values. The result may include values that a node
// cannot have.
func (n *Network) Possible(values []Ternary) {
	values[0] = CanBeFalse
	for v := 1; v < n.Nodes(); v++ {
		fanins := n.Fanins(v)
		if len(fanins) == 0 {
			continue
		}
		n.Spend(1 + len(fanins))
		all, any := CanBeTrue, Ternary(0)
		for _, f := range fanins {
			t := f.Of(values)
			all &= t
			any |= t & CanBeFalse
		}
		values[v] = all | any
	}
}

// Of returns the possible values of a literal, given the possible values of each
// node.
func (l Lit) Of(values []Ternary) Ternary {
	t := values[l.Node()]
	if l.Complemented() {
		return t>>1 | t<<1&CanBeTrue
	}
	return t
}
