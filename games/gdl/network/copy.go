package network

import "slices"

// CopyTo builds the given literals again in another network, where each input
// of n becomes the literal that inputs has for its node. Inputs of a choice can
// become anything. The other network can be n itself.
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

// Cone lists the nodes that the literals depend on, ascending.
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

// Size is the number of conjunctions that the literals depend on.
func (n *Network) Size(lits []Lit) int {
	size := 0
	for _, v := range n.Cone(lits) {
		if len(n.Fanins(v)) > 0 {
			size++
		}
	}
	return size
}

// Ternary says what a signal can be when its inputs are known in part.
type Ternary uint8

// The sets of values.
const (
	CanBeFalse Ternary = 1
	CanBeTrue  Ternary = 2
	CanBeBoth  Ternary = 3
)

// Possible computes what each node can be. The values of inputs must be set by
// node; the others are overwritten.
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

// Of is what a literal can be where values has what each node can be.
func (l Lit) Of(values []Ternary) Ternary {
	t := values[l.Node()]
	if l.Complemented() {
		return t>>1 | t<<1&CanBeTrue
	}
	return t
}
