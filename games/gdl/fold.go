package gdl

import "zermelo/games/gdl/network"

// fold leaves out what is the same in every state that can be reached, as far
// as simulation with unknown values tells: the first state is known, the moves
// are not, and what a fluent can be then only grows. Such fluents become
// constants, and the network is simplified with them.
func (l *logic) fold(initial []bool) *logic {
	values := make([]network.Ternary, l.Nodes())
	for v := range values {
		values[v] = network.CanBeBoth // the moves
	}
	for i, f := range l.fluents {
		values[f.Node()] = network.CanBeFalse
		if initial[i] {
			values[f.Node()] = network.CanBeTrue
		}
	}
	for changed := true; changed && l.Err() == nil; {
		l.Possible(values)
		changed = false
		// The next state is taken as a whole: a fluent can be another's next.
		more := make([]network.Ternary, len(l.fluents))
		for i := range l.fluents {
			more[i] = network.PossibleOf(values, l.next[i])
		}
		for i, f := range l.fluents {
			if both := values[f.Node()] | more[i]; both != values[f.Node()] {
				values[f.Node()] = both
				changed = true
			}
		}
	}
	return l.rebuild(func(to *network.Network, i int) network.Lit {
		switch values[l.fluents[i].Node()] {
		case network.CanBeFalse:
			return network.False
		case network.CanBeTrue:
			return network.True
		}
		return to.Input()
	})
}

// rebuild copies the logic with other literals for the fluents, which fluent
// makes by their numbers.
func (l *logic) rebuild(fluent func(to *network.Network, i int) network.Lit) *logic {
	to := l.Empty()
	inputs := map[int]network.Lit{}
	r := &logic{Network: to, fluents: make([]network.Lit, len(l.fluents)), idle: l.idle}
	for i, f := range l.fluents {
		r.fluents[i] = fluent(to, i)
		inputs[f.Node()] = r.fluents[i]
	}
	var sizes []int
	for _, does := range l.does {
		sizes = append(sizes, len(does))
	}
	r.does = newMoves(to, sizes, l.idle)
	for role, does := range l.does {
		for i, d := range does {
			if l.IsInput(d) {
				inputs[d.Node()] = r.does[role][i]
			}
		}
	}
	o := l.outputs()
	lits := l.CopyTo(to, inputs, o.lits)
	r.next = lits[:len(l.next)]
	for role, legal := range l.legal {
		r.legal = append(r.legal, lits[o.legal[role]:][:len(legal)])
	}
	for role, goals := range l.goals {
		list := make([]goal, len(goals))
		for i, g := range goals {
			list[i] = goal{g.value, lits[o.goals[role]+i]}
		}
		r.goals = append(r.goals, list)
	}
	r.terminal = lits[o.terminal]
	return r
}
