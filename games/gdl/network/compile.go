package network

import "slices"

// Compile returns a program that computes the given outputs.
func (n *Network) Compile(outputs []Lit) *Program {
	c := compiler{network: n, pairs: map[[2]Lit]Lit{}, gate: make([]Lit, n.Nodes()), fanins: [][2]Lit{{}}}
	for _, v := range n.Cone(outputs) {
		if v > 0 {
			c.gate[v] = c.make(v)
		}
	}
	results := make([]Lit, len(outputs))
	for i, l := range outputs {
		results[i] = c.gate[l.Node()] ^ l&1
	}
	return c.schedule(results)
}

// compiler converts conjunctions of any number of literals to gates with two inputs.
// Gates are numbered from 1 in order of creation and include the network's inputs.
type compiler struct {
	network *Network
	gate    []Lit // by node on which an output depends
	fanins  [][2]Lit
	inputs  []inputGate
	pairs   map[[2]Lit]Lit // gates by fan-ins
}

type inputGate struct{ node, gate int }

// make returns a literal that computes a node. The node's fan-ins must have gates.
func (c *compiler) make(v int) Lit {
	fanins := c.network.Fanins(v)
	if len(fanins) == 0 {
		c.inputs = append(c.inputs, inputGate{v, len(c.fanins)})
		c.fanins = append(c.fanins, [2]Lit{})
		return Lit(2 * (len(c.fanins) - 1))
	}
	lits := make([]Lit, len(fanins))
	for i, f := range fanins {
		lits[i] = c.gate[f.Node()] ^ f&1
	}
	slices.Sort(lits)
	l := lits[0]
	for _, m := range lits[1:] {
		l = c.pair(l, m)
	}
	return l
}

// pair returns the gate for the conjunction of two different literals.
func (c *compiler) pair(a, b Lit) Lit {
	if a > b {
		a, b = b, a
	}
	key := [2]Lit{a, b}
	l, ok := c.pairs[key]
	if !ok {
		l = Lit(2 * len(c.fanins))
		c.fanins = append(c.fanins, key)
		c.pairs[key] = l
	}
	return l
}
