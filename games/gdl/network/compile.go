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

// operationOf is the kind of instruction for a gate and its operands in order.
func operationOf(f [2]Lit) (operation, Lit, Lit) {
	switch a, b := f[0], f[1]; {
	case !a.Complemented() && !b.Complemented():
		return opAnd, a, b
	case !a.Complemented():
		return opAndNot, a, b
	case !b.Complemented():
		return opAndNot, b, a
	default:
		return opNor, a, b
	}
}

// schedule orders the gates, those of one kind after another as long as any is
// ready, and gives them slots.
func (c *compiler) schedule(outputs []Lit) *Program {
	p := &Program{inputs: map[int]int32{}}
	users := make([][]int32, len(c.fanins)) // gates by what they wait for
	waits := make([]int8, len(c.fanins))
	uses := make([]int32, len(c.fanins)) // how often a gate's slot is still needed
	var ready [operations][]int32
	isInput := make([]bool, len(c.fanins))
	isInput[0] = true
	for _, in := range c.inputs {
		isInput[in.gate] = true
	}
	arrive := func(g int32) {
		op, _, _ := operationOf(c.fanins[g])
		ready[op] = append(ready[op], g)
	}
	for g := 1; g < len(c.fanins); g++ {
		if isInput[g] {
			continue
		}
		for _, f := range c.fanins[g] {
			uses[f.Node()]++
			if !isInput[f.Node()] {
				waits[g]++
				users[f.Node()] = append(users[f.Node()], int32(g))
			}
		}
		if waits[g] == 0 {
			arrive(int32(g))
		}
	}
	for _, l := range outputs {
		uses[l.Node()]++
	}
	slot := make([]int32, len(c.fanins))
	next := int32(1)
	var free []int32
	for _, in := range c.inputs {
		slot[in.gate] = next
		p.inputs[in.node] = next
		next++
	}
	for op := operation(0); ; {
		if len(ready[op]) == 0 {
			longest := operation(0)
			for o := range ready {
				if len(ready[o]) > len(ready[longest]) {
					longest = operation(o)
				}
			}
			if len(ready[longest]) == 0 {
				break
			}
			if len(p.code) > 0 {
				p.runs = append(p.runs, run{op, int32(len(p.code))})
			}
			op = longest
		}
		// The latest first: its operands are the likeliest to be in the cache.
		g := ready[op][len(ready[op])-1]
		ready[op] = ready[op][:len(ready[op])-1]
		_, a, b := operationOf(c.fanins[g])
		for _, f := range []Lit{a, b} {
			if v := f.Node(); !isInput[v] {
				if uses[v]--; uses[v] == 0 {
					free = append(free, slot[v])
				}
			}
		}
		if len(free) > 0 {
			slot[g] = free[len(free)-1]
			free = free[:len(free)-1]
		} else {
			slot[g] = next
			next++
		}
		p.code = append(p.code, instruction{slot[g], slot[a.Node()], slot[b.Node()]})
		for _, u := range users[g] {
			if waits[u]--; waits[u] == 0 {
				arrive(u)
			}
		}
		if len(ready[0])+len(ready[1])+len(ready[2]) == 0 {
			p.runs = append(p.runs, run{op, int32(len(p.code))})
			break
		}
	}
	p.Slots = int(next)
	for _, l := range outputs {
		p.output = append(p.output, Signal{slot[l.Node()], l.Complemented()})
	}
	return p
}
