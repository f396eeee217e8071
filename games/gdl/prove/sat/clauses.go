package sat

import "zermelo/games/gdl/network"

// Clauses translates a network into clauses for a solver. The network may still
// grow.
type Clauses struct {
	*network.Network
	solver
	vars []Lit // by node; -1 if it has no variable yet
}

// NewClauses returns Clauses for a network with unconstrained inputs.
func NewClauses(n *network.Network) *Clauses { return &Clauses{Network: n} }

// Lit returns the solver literal for a network literal. It adds clauses that define
// new nodes (G. Tseitin, 1968).
func (c *Clauses) Lit(l network.Lit) Lit {
	stack := []int{l.Node()}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		for len(c.vars) < c.Nodes() {
			c.vars = append(c.vars, -1)
		}
		if c.vars[v] >= 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, f := range c.Fanins(v) {
			if c.vars[f.Node()] < 0 {
				stack = append(stack, f.Node())
				ready = false
			}
		}
		if ready {
			c.Spend(32 + 16*len(c.Fanins(v)))
			c.define(v)
			stack = stack[:len(stack)-1]
		}
	}
	return c.vars[l.Node()] ^ Lit(l&1)
}

// define adds the variable and the clauses of a node. The node's fan-ins must have
// variables.
func (c *Clauses) define(v int) {
	x := c.NewVar()
	c.vars[v] = x
	if v == 0 {
		c.Add(x.Not())
		return
	}
	fanins := c.Fanins(v)
	if len(fanins) == 0 {
		return
	}
	all := []Lit{x}
	for _, f := range fanins {
		y := c.vars[f.Node()] ^ Lit(f&1)
		c.Add(x.Not(), y)
		all = append(all, y.Not())
	}
	c.Add(all...)
}

// ExactlyOne adds clauses that require exactly one of the literals to hold.
func (c *Clauses) ExactlyOne(choice []network.Lit) {
	var lits []Lit
	for _, l := range choice {
		lits = append(lits, c.Lit(l))
	}
	c.Add(lits...)
	c.atMostOne(choice)
}

// atMostOne adds clauses that require at most one of the literals to hold. The
// number of clauses is linear (C. Sinz: Towards an optimal CNF encoding of Boolean
// cardinality constraints, 2005).
func (c *Clauses) atMostOne(choice []network.Lit) {
	before := c.Lit(choice[0]) // implied by the preceding literals
	for _, l := range choice[1:] {
		l := c.Lit(l)
		c.Add(before.Not(), l.Not())
		now := c.NewVar()
		c.Add(before.Not(), now)
		c.Add(l.Not(), now)
		before = now
	}
}

// True reports whether a literal holds in the last solution. Inputs that occur in no
// clause are false.
func (c *Clauses) True(l network.Lit) bool {
	if l.Node() >= len(c.vars) || c.vars[l.Node()] < 0 {
		return l.Complemented()
	}
	return c.holds(c.vars[l.Node()] ^ Lit(l&1))
}
