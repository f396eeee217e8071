package network

// CopyTo builds the given literals again in another network, where each input
// of n becomes the literal that inputs has for its node. Inputs of a choice can
// become anything. The other network can be n itself.
func (n *Network) CopyTo(to *Network, inputs map[int]Lit, lits []Lit) []Lit {
	needed := n.cone(lits)
	image := make([]Lit, n.Nodes())
	var fanins []Lit
	for v := range needed {
		if v == 0 || !needed[v] {
			continue
		}
		if len(n.Fanins(v)) == 0 {
			image[v] = inputs[v]
			continue
		}
		fanins = fanins[:0]
		if !n.spend(4 + 4*len(n.Fanins(v))) {
			break
		}
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

// cone says of each node whether the literals depend on it.
func (n *Network) cone(lits []Lit) []bool {
	needed := make([]bool, n.Nodes())
	n.spend(n.Nodes() / 4)
	for _, l := range lits {
		needed[l.Node()] = true
	}
	for v := n.Nodes() - 1; v > 0; v-- {
		if needed[v] && !n.spend(1+len(n.Fanins(v))) {
			break
		}
		if needed[v] {
			for _, f := range n.Fanins(v) {
				needed[f.Node()] = true
			}
		}
	}
	return needed
}

// Size is the number of conjunctions that the literals depend on.
func (n *Network) Size(lits []Lit) int {
	size := 0
	for v, needed := range n.cone(lits) {
		if needed && len(n.Fanins(v)) > 0 {
			size++
		}
	}
	return size
}

// Cone lists the nodes that the literals depend on, ascending.
func (n *Network) Cone(lits []Lit) []int {
	var list []int
	for v, needed := range n.cone(lits) {
		if needed {
			list = append(list, v)
		}
	}
	return list
}
