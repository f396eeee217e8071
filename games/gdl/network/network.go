// Package network builds and evaluates Boolean networks. The nodes of a network are
// inputs and conjunctions of other nodes or their complements. A network is
// simplified while it is built. Compile converts it to a Program, which evaluates
// many states at a time. Tracking prepares it for a Tracker, which updates one state
// through small changes.
package network

import (
	"math"
	"slices"
)

// Lit is twice the number of a node, plus one for its complement. Node 0 is the
// constant False.
type Lit uint32

const (
	False Lit = 0
	True  Lit = 1
)

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Node returns the number of l's node.
func (l Lit) Node() int { return int(l >> 1) }

// Complemented reports whether l is the complement of its node.
func (l Lit) Complemented() bool { return l&1 != 0 }

// Network is a network under construction. Equal conjunctions share a node. A node
// has a higher number than its fan-ins.
type Network struct {
	fanins []Lit   // of all conjunctions, in node order
	starts []int32 // by node: start of its fan-ins in fanins; ends with len(fanins)
	slots  []int32 // hash table of conjunctions by fan-ins; 0 is a free slot
	ands   int
	// choice holds 1 + the index in Choices of the choice of each input node, or 0.
	choice  []int32
	Choices [][]Lit // results of Choice with at least three literals
	// Meter, if not nil, is called to count steps of a few nanoseconds each. It may
	// panic to stop the work.
	Meter func(steps int)
}

// New returns a network that contains only the constant node.
func New() *Network {
	return &Network{starts: []int32{0, 0}, choice: []int32{0}, slots: make([]int32, 64)}
}

// Spend adds the given number of steps to the work recorded by the meter.
func (n *Network) Spend(steps int) {
	if n.Meter != nil {
		n.Meter(steps)
	}
}

// Bytes returns the approximate size of the network in bytes, or math.MaxInt64 if
// the network has too many fan-ins.
func (n *Network) Bytes() int64 {
	if len(n.fanins) > maxFanins {
		return math.MaxInt64
	}
	return 4 * int64(cap(n.fanins)+cap(n.starts)+cap(n.slots)+cap(n.choice))
}

// maxFanins is the maximum number of fan-ins of all nodes: a compiler stores up to
// twice that number in 32 bits, and a node can add a few million between checks.
const maxFanins = math.MaxInt32/2 - 1<<26

// Nodes returns the number of nodes, including the constant.
func (n *Network) Nodes() int { return len(n.starts) - 1 }

// Fanins returns the operands of a conjunction in ascending order, or an empty slice
// for inputs and the constant. The caller must not modify the slice.
func (n *Network) Fanins(node int) []Lit { return n.fanins[n.starts[node]:n.starts[node+1]] }

// Input adds an input.
func (n *Network) Input() Lit {
	n.starts = append(n.starts, int32(len(n.fanins)))
	n.choice = append(n.choice, 0)
	return Lit(2 * (n.Nodes() - 1))
}

// IsInput reports whether l is an input, and not the complement of one.
func (n *Network) IsInput(l Lit) bool {
	return l != False && !l.Complemented() && len(n.Fanins(l.Node())) == 0
}

// Choice returns size literals and declares that exactly one of them holds at any
// time. This simplifies conjunctions: two of the literals never hold together, and a
// disjunction of most of them becomes the complement of the others.
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

// Or returns the disjunction of lits.
func (n *Network) Or(lits ...Lit) Lit {
	complements := make([]Lit, len(lits))
	for i, l := range lits {
		complements[i] = l.Not()
	}
	return n.and(complements).Not()
}

// And returns the conjunction of lits.
func (n *Network) And(lits ...Lit) Lit { return n.and(slices.Clone(lits)) }

// and returns the conjunction of lits. It modifies lits.
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

// contradict reports whether sorted lits contain a literal and its complement.
func contradict(lits []Lit) bool {
	for i := 1; i < len(lits); i++ {
		if lits[i] == lits[i-1].Not() {
			return true
		}
	}
	return false
}

// simplifyChoices simplifies the members of choices in a sorted conjunction. It
// returns false if the literals cannot hold together.
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
			// The new literals may be of any kind.
			l := n.and(slices.Concat(lits[:from], short, lits[to:]))
			return []Lit{l}, l != False
		}
		from = to
	}
	return lits, true
}

// simplifyChoice simplifies a conjunction of members of a choice or their
// complements. The argument all lists all members of the choice. simplifyChoice
// returns false if the literals cannot hold together.
func (n *Network) simplifyChoice(lits, all []Lit) ([]Lit, bool) {
	holds := slices.DeleteFunc(slices.Clone(lits), Lit.Complemented)
	if len(holds) > 0 {
		return holds, len(holds) == 1
	}
	n.Spend(len(all))
	rest := make([]Lit, 0, len(all)-len(lits))
	next := 0 // index in lits, which is in the same order as all
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

// find returns the slot of a conjunction, or a free slot if the conjunction is new.
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

// AtLeastTwo returns a literal that holds if at least two of lits hold.
func (n *Network) AtLeastTwo(lits []Lit) Lit {
	one, two := False, False
	for _, l := range lits {
		two = n.Or(two, n.And(one, l))
		one = n.Or(one, l)
	}
	return two
}
