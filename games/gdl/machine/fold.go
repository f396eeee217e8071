package machine

import "zermelo/games/gdl/network"

// fold leaves out what is the same in every state that can be reached, as far
// as simulation with unknown values tells: the first state is known, the moves
// are not, and what a fluent can be then only grows. Such fluents become
// constants, and the network is simplified with them.
func (l *Logic) fold(initial []bool) *Logic {
	values := make([]network.Ternary, l.Nodes())
	for v := range values {
		values[v] = network.CanBeBoth // the moves
	}
	for i, f := range l.Fluents {
		values[f.Node()] = network.CanBeFalse
		if initial[i] {
			values[f.Node()] = network.CanBeTrue
		}
	}
	for changed := true; changed && l.Err() == nil; {
		l.Possible(values)
		changed = false
		// The next state is taken as a whole: a fluent can be another's next.
		more := make([]network.Ternary, len(l.Fluents))
		for i := range l.Fluents {
			more[i] = network.PossibleOf(values, l.Next[i])
		}
		for i, f := range l.Fluents {
			if both := values[f.Node()] | more[i]; both != values[f.Node()] {
				values[f.Node()] = both
				changed = true
			}
		}
	}
	return l.Rebuild(func(to *network.Network, i int) network.Lit {
		switch values[l.Fluents[i].Node()] {
		case network.CanBeFalse:
			return network.False
		case network.CanBeTrue:
			return network.True
		}
		return to.Input()
	})
}

// Rebuild copies the logic with other literals for the fluents, which fluent
// makes by their numbers.
func (l *Logic) Rebuild(fluent func(to *network.Network, i int) network.Lit) *Logic {
	to := l.Empty()
	inputs := map[int]network.Lit{}
	r := &Logic{Network: to, Fluents: make([]network.Lit, len(l.Fluents)), Idle: l.Idle}
	for i, f := range l.Fluents {
		r.Fluents[i] = fluent(to, i)
		inputs[f.Node()] = r.Fluents[i]
	}
	var sizes []int
	for _, does := range l.Does {
		sizes = append(sizes, len(does))
	}
	r.Does = newMoves(to, sizes, l.Idle)
	for role, does := range l.Does {
		for i, d := range does {
			if l.IsInput(d) {
				inputs[d.Node()] = r.Does[role][i]
			}
		}
	}
	o := l.outputs()
	lits := l.CopyTo(to, inputs, o.lits)
	r.Next = lits[:len(l.Next)]
	for role, legal := range l.Legal {
		r.Legal = append(r.Legal, lits[o.legal[role]:][:len(legal)])
	}
	for role, goals := range l.Goals {
		list := make([]Goal, len(goals))
		for i, g := range goals {
			list[i] = Goal{g.Value, lits[o.goals[role]+i]}
		}
		r.Goals = append(r.Goals, list)
	}
	r.Terminal = lits[o.terminal]
	return r
}
