// Package network evaluates Boolean networks: conjunctions of inputs, of
// other conjunctions and of their complements. A network is built once, simplified
// on the way, and compiled to a flat Program for many states at a time or to a
// Tracker that follows one state through small changes.
package network

import (
	"math"
	"slices"
)

// Lit is a node of a network or its complement: twice the node's number, plus
// one for the complement. Node 0 is the constant False.
type Lit uint32

// The constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Not is the complement.
func (l Lit) Not() Lit { return l ^ 1 }

// Node is the number of the node.
func (l Lit) Node() int { return int(l >> 1) }

// Complemented says that l is the complement of its node.
func (l Lit) Complemented() bool { return l&1 != 0 }

// Network is a network in the making. Equal conjunctions are one node; nodes
// come after those that they use. The zero value is not usable: see New.
type Network struct {
	fanins []Lit   // of all conjunctions, back to back
	starts []int32 // where each node's fan-ins begin in fanins, and where the last one's end; none for inputs
	slots  []int32 // conjunctions by the hash of their fan-ins; 0 is free
	ands   int
	// choice is, for each node that is an input, the number of the choice it
	// belongs to, from 1; 0 for others.
	choice  []int32
	Choices [][]Lit // those made with Choice that have three literals or more
	// Meter, if there is one, is called with the work done, in steps of a few
	// nanoseconds. It panics where the work has to end.
	Meter func(steps int)
}

// New is a network that consists of the constant.
func New() *Network {
	return &Network{starts: []int32{0, 0}, choice: []int32{0}, slots: make([]int32, 64)}
}

// Spend counts work.
func (n *Network) Spend(steps int) {
	if n.Meter != nil {
		n.Meter(steps)
	}
}

// Bytes is the memory that the network takes, roughly. It is math.MaxInt64 where
// the places of conditions no longer fit into 31 bits.
func (n *Network) Bytes() int64 {
	if len(n.fanins) > maxFanins {
		return math.MaxInt64
	}
	return 4 * int64(cap(n.fanins)+cap(n.starts)+cap(n.slots)+cap(n.choice))
}

// maxFanins bounds the conditions of all nodes: twice as many are numbered in 32
// bits by compilers, and one node has some millions at most.
const maxFanins = math.MaxInt32/2 - 1<<26

// Nodes is the number of nodes, the constant included.
func (n *Network) Nodes() int { return len(n.starts) - 1 }

// Fanins are the conditions of a conjunction, ascending, at least two; an
// input and the constant have none. The caller must not change them.
func (n *Network) Fanins(node int) []Lit { return n.fanins[n.starts[node]:n.starts[node+1]] }

// Input makes a new input.
func (n *Network) Input() Lit {
	n.starts = append(n.starts, int32(len(n.fanins)))
	n.choice = append(n.choice, 0)
	return Lit(2 * (n.Nodes() - 1))
}

// IsInput says that l is an input, not the complement of one.
func (n *Network) IsInput(l Lit) bool {
	return l != False && !l.Complemented() && len(n.Fanins(l.Node())) == 0
}

// Choice makes new literals of which exactly one holds at any time. That is used
// to simplify: two of them never hold together, and those that are not in a
// disjunction of many of them stand for its complement.
func (n *Network) Choice(size int) []Lit {
	switch size {
	case 0:
		return nil
	case 1:
		return []Lit{True}
	case 2:
		first := n.Input()
		return []Lit{first, first.Not()}
	}
	inputs := make([]Lit, size)
	for i := range inputs {
		inputs[i] = n.Input()
		n.choice[inputs[i].Node()] = int32(len(n.Choices) + 1)
	}
	n.Choices = append(n.Choices, inputs)
	return inputs
}

// Or is the disjunction.
func (n *Network) Or(lits ...Lit) Lit {
	complements := make([]Lit, len(lits))
	for i, l := range lits {
		complements[i] = l.Not()
	}
	return n.and(complements).Not()
}

// And is the conjunction.
func (n *Network) And(lits ...Lit) Lit { return n.and(slices.Clone(lits)) }

// and is the conjunction of lits, which it changes.
func (n *Network) and(lits []Lit) Lit {
	n.Spend(16 + 8*len(lits))
	lits, possible := Simplify(lits)
	if possible {
		lits, possible = n.simplifyChoices(lits)
	}
	switch {
	case !possible:
		return False
	case len(lits) == 0:
		return True
	case len(lits) == 1:
		return lits[0]
	}
	return n.node(lits)
}

// contradict says that a literal and its complement are among sorted literals.
func contradict(lits []Lit) bool {
	for i := 1; i < len(lits); i++ {
		if lits[i] == lits[i-1].Not() {
			return true
		}
	}
	return false
}

// simplifyChoices uses that exactly one input of a choice holds. It is false if
// the literals cannot hold together.
func (n *Network) simplifyChoices(lits []Lit) ([]Lit, bool) {
	for from := 0; from < len(lits); {
		choice := n.choice[lits[from].Node()]
		to := from + 1
		for to < len(lits) && n.choice[lits[to].Node()] == choice {
			to++
		}
		if choice == 0 || to-from == 1 {
			from = to
			continue
		}
		short, possible := n.simplifyChoice(lits[from:to], n.Choices[choice-1])
		if !possible {
			return nil, false
		}
		if len(short) < to-from {
			// The new literals can be any, so all is ordered and simplified anew.
			l := n.and(slices.Concat(lits[:from], short, lits[to:]))
			return []Lit{l}, l != False
		}
		from = to
	}
	return lits, true
}

// simplifyChoice writes the conjunction of literals of one choice with fewer
// literals, or returns as many as it was given.
func (n *Network) simplifyChoice(lits, all []Lit) ([]Lit, bool) {
	holds := slices.DeleteFunc(slices.Clone(lits), Lit.Complemented)
	if len(holds) > 0 {
		return holds, len(holds) == 1
	}
	n.Spend(len(all))
	rest := make([]Lit, 0, len(all)-len(lits))
	next := 0 // in lits, which are sorted as all are
	for _, l := range all {
		if next < len(lits) && lits[next] == l.Not() {
			next++
		} else {
			rest = append(rest, l)
		}
	}
	if len(rest) > 0 && len(rest) < len(lits) {
		return []Lit{n.Or(rest...)}, true
	}
	return lits, len(rest) > 0
}

// node is the conjunction with exactly these fan-ins.
func (n *Network) node(lits []Lit) Lit {
	if 2*n.ands >= len(n.slots) {
		n.slots = make([]int32, 2*len(n.slots))
		for v := range n.Nodes() {
			if fanins := n.Fanins(v); len(fanins) > 0 {
				n.slots[n.find(fanins)] = int32(v)
			}
		}
	}
	slot := n.find(lits)
	if n.slots[slot] == 0 {
		n.ands++
		n.slots[slot] = int32(n.Nodes())
		n.fanins = append(n.fanins, lits...)
		n.starts = append(n.starts, int32(len(n.fanins)))
		n.choice = append(n.choice, 0)
	}
	return Lit(2 * n.slots[slot])
}

// find is the slot where the conjunction is or belongs.
func (n *Network) find(lits []Lit) int {
	mask := len(n.slots) - 1
	h := uint64(len(lits))
	for _, l := range lits {
		h = (h ^ uint64(l)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for slot := int(h) & mask; ; slot = (slot + 1) & mask {
		v := n.slots[slot]
		if v == 0 || slices.Equal(n.Fanins(int(v)), lits) {
			return slot
		}
	}
}

// AtLeastTwo says that two of the literals hold.
func (n *Network) AtLeastTwo(lits []Lit) Lit {
	one, two := False, False
	for _, l := range lits {
		two = n.Or(two, n.And(one, l))
		one = n.Or(one, l)
	}
	return two
}
