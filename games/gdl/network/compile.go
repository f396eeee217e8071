package network

import "slices"

// Compile makes the program that computes the outputs.
func (n *Network) Compile(outputs []Lit) *Program {
	c := compiler{network: n, pairs: map[[2]Lit]Lit{}, gate: make([]Lit, n.Nodes())}
	for i := range c.gate {
		c.gate[i] = unmade
	}
	c.gate[0] = False
	c.fanins = [][2]Lit{{}}
	results := make([]Lit, len(outputs))
	for i, l := range outputs {
		results[i] = c.literal(l)
	}
	return c.schedule(results)
}

// compiler turns conjunctions of any number of literals into gates with two.
// Gates are numbered from 1 in the order of making, inputs among them.
type compiler struct {
	network *Network
	gate    []Lit // by node, unmade if not needed so far
	fanins  [][2]Lit
	inputs  []inputGate
	pairs   map[[2]Lit]Lit // gates by their fan-ins
}

type inputGate struct{ node, gate int }

const unmade = ^Lit(0)

// literal is the gate literal for a network literal. Nodes are made in the
// order of their numbers, so no fan-in is unmade when it is needed.
func (c *compiler) literal(l Lit) Lit {
	stack := []int{l.Node()}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		if c.gate[v] != unmade {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, f := range c.network.Fanins(v) {
			if c.gate[f.Node()] == unmade {
				stack = append(stack, f.Node())
				ready = false
			}
		}
		if ready {
			c.gate[v] = c.make(v)
			stack = stack[:len(stack)-1]
		}
	}
	return c.gate[l.Node()] ^ l&1
}

// make is the gate for a node whose fan-ins are made.
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

// pair is the gate for the conjunction of two different literals.
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
