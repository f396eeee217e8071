package network

// Rails represents the possible values of a signal. The literal True holds if the
// signal can be true, and False holds if it can be false.
type Rails struct{ True, False Lit }

// CanBe adds to another network literals that represent the possible values of lits.
// The map inputs gives the possible values of each input node. Each occurrence of an
// input is independent, so the result may include impossible values. The result is
// monotone in the inputs.
func (n *Network) CanBe(to *Network, inputs map[int]Rails, lits []Lit) []Rails {
	image := make([]Rails, n.Nodes())
	image[0] = Rails{False, True}
	of := func(l Lit) Rails {
		r := image[l.Node()]
		if l.Complemented() {
			return Rails{r.False, r.True}
		}
		return r
	}
	var all, any []Lit
	for _, v := range n.Cone(lits) {
		if v == 0 {
			continue
		}
		if len(n.Fanins(v)) == 0 {
			image[v] = inputs[v]
			continue
		}
		n.Spend(8 + 8*len(n.Fanins(v)))
		all, any = all[:0], any[:0]
		for _, f := range n.Fanins(v) {
			r := of(f)
			all, any = append(all, r.True), append(any, r.False)
		}
		image[v] = Rails{to.And(all...), to.Or(any...)}
	}
	result := make([]Rails, len(lits))
	for i, l := range lits {
		result[i] = of(l)
	}
	return result
}

// Conjuncts returns literals whose conjunction is l, expanding nested conjunctions.
func (n *Network) Conjuncts(l Lit) []Lit {
	if l.Complemented() || len(n.Fanins(l.Node())) == 0 {
		return []Lit{l}
	}
	var list []Lit
	for _, f := range n.Fanins(l.Node()) {
		list = append(list, n.Conjuncts(f)...)
	}
	return list
}
