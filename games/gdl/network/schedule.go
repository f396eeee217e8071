package network

// scheduler orders gates in runs of one kind and assigns slots to gates.
type scheduler struct {
	*compiler
	input []bool              // by gate; also set for the constant
	waits []int8              // by gate: number of fan-ins that are not computed yet
	users [][]int32           // by gate: gates that have it as a fan-in
	uses  []int32             // by gate: number of remaining uses of its slot
	slot  []int32             // by gate
	next  int32               // lowest slot that was never used
	free  []int32             // slots that are no longer needed
	ready [operations][]int32 // gates whose fan-ins are computed, by kind
}

// operationOf returns the instruction kind of a gate and its operands in order.
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

func (c *compiler) schedule(outputs []Lit) *Program {
	n := len(c.fanins)
	s := scheduler{
		compiler: c, input: make([]bool, n), waits: make([]int8, n), users: make([][]int32, n),
		uses: make([]int32, n), slot: make([]int32, n), next: 1,
	}
	p := &Program{inputs: map[int]int32{}}
	s.input[0] = true
	for _, in := range c.inputs {
		s.input[in.gate] = true
		s.slot[in.gate] = s.next
		p.inputs[in.node] = s.next
		s.next++
	}
	for _, l := range outputs {
		s.uses[l.Node()]++
	}
	s.prepare()
	op, some := s.longest()
	for ; some; op, some = s.longest() {
		for len(s.ready[op]) > 0 {
			// The operands of the newest gate are likely to be in the cache.
			last := len(s.ready[op]) - 1
			g := s.ready[op][last]
			s.ready[op] = s.ready[op][:last]
			p.code = append(p.code, s.place(g))
		}
		p.runs = append(p.runs, run{op, int32(len(p.code))})
	}
	p.Slots = int(s.next)
	for _, l := range outputs {
		p.output = append(p.output, Signal{s.slot[l.Node()], l.Complemented()})
	}
	return p
}

func (s *scheduler) prepare() {
	for g := range s.fanins {
		if s.input[g] {
			continue
		}
		for _, f := range s.fanins[g] {
			s.uses[f.Node()]++
			if !s.input[f.Node()] {
				s.waits[g]++
				s.users[f.Node()] = append(s.users[f.Node()], int32(g))
			}
		}
		if s.waits[g] == 0 {
			s.arrive(int32(g))
		}
	}
}

func (s *scheduler) arrive(g int32) {
	op, _, _ := operationOf(s.fanins[g])
	s.ready[op] = append(s.ready[op], g)
}

// longest returns the kind with the most ready gates, or false if no gate is ready.
func (s *scheduler) longest() (operation, bool) {
	best := operation(0)
	for op := range s.ready {
		if len(s.ready[op]) > len(s.ready[best]) {
			best = operation(op)
		}
	}
	return best, len(s.ready[best]) > 0
}

// place assigns a slot to a gate, possibly the slot of an operand, and returns the
// gate's instruction.
func (s *scheduler) place(g int32) instruction {
	_, a, b := operationOf(s.fanins[g])
	for _, f := range []Lit{a, b} {
		if v := f.Node(); !s.input[v] {
			if s.uses[v]--; s.uses[v] == 0 {
				s.free = append(s.free, s.slot[v])
			}
		}
	}
	if last := len(s.free) - 1; last >= 0 {
		s.slot[g] = s.free[last]
		s.free = s.free[:last]
	} else {
		s.slot[g] = s.next
		s.next++
	}
	for _, u := range s.users[g] {
		if s.waits[u]--; s.waits[u] == 0 {
			s.arrive(u)
		}
	}
	return instruction{s.slot[g], s.slot[a.Node()], s.slot[b.Node()]}
}
