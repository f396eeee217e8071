package machine

import (
	"slices"

	"zermelo/games/gdl/network"
)

// Logic is a sheet as a Boolean network. Its inputs are the fluents, or the bits
// that encode them, and the moves done.
type Logic struct {
	*network.Network
	Fluents []network.Lit // by number
	Does    [][]network.Lit
	// Idle is, by role, the move by which it waits, if the roles take turns: in
	// every ply exactly one role makes another move. Else it is nil.
	Idle []int
	// What follows from the inputs.
	Next     []network.Lit
	Legal    [][]network.Lit
	Goals    [][]Goal
	Terminal network.Lit
}

// newMoves makes the literals of the moves done, for each role as many as there are
// in like. Each role does one; if there are idle moves all but one role do theirs.
func newMoves[T any](net *network.Network, like [][]T, idle []int) [][]network.Lit {
	var does [][]network.Lit
	if idle == nil {
		for _, moves := range like {
			does = append(does, net.Choice(len(moves)))
		}
		return does
	}
	others := -len(like)
	for _, moves := range like {
		others += len(moves)
	}
	// All that is not idle is one choice.
	choice := net.Choice(others)
	for r, moves := range like {
		own := choice[:len(moves)-1]
		choice = choice[len(moves)-1:]
		none := net.Or(own...).Not()
		does = append(does, slices.Insert(slices.Clone(own), idle[r], none))
	}
	return does
}

// Goal is a payoff and when a role has it.
type Goal struct {
	Value int
	Holds network.Lit
}

// GoalRange is the least and the greatest of a role's payoffs, 0 and 0 if it has none.
func (l *Logic) GoalRange(role int) (least, most int) {
	for i, g := range l.Goals[role] {
		if least, most = min(least, g.Value), max(most, g.Value); i == 0 {
			least, most = g.Value, g.Value
		}
	}
	return least, most
}

// After is the literal of what depends on the state alone, in the next state.
func (l *Logic) After(lit network.Lit) network.Lit {
	inputs := map[int]network.Lit{}
	for i, f := range l.Fluents {
		inputs[f.Node()] = l.Next[i]
	}
	return l.CopyTo(l.Network, inputs, []network.Lit{lit})[0]
}

// outputs are the places of the literals that follow from the inputs, those of the
// next state first.
func (l *Logic) outputs() []*network.Lit {
	var list []*network.Lit
	for i := range l.Next {
		list = append(list, &l.Next[i])
	}
	for _, legal := range l.Legal {
		for i := range legal {
			list = append(list, &legal[i])
		}
	}
	for _, goals := range l.Goals {
		for i := range goals {
			list = append(list, &goals[i].Holds)
		}
	}
	return append(list, &l.Terminal)
}

// outputLits are the literals that follow from the inputs; see outputs.
func (l *Logic) outputLits() []network.Lit {
	var lits []network.Lit
	for _, at := range l.outputs() {
		lits = append(lits, *at)
	}
	return lits
}

// Live says of each fluent whether it has any influence on legal moves, goals
// or the end, now or later. Others are no part of a state.
func (l *Logic) Live() []bool {
	live := make([]bool, len(l.Fluents))
	number := make([]int32, l.Nodes()) // by node: one more than that of the fluent that it is
	for i, f := range l.Fluents {
		number[f.Node()] = int32(i + 1)
	}
	seen := make([]bool, l.Nodes())
	seen[0] = true
	for lits := l.outputLits()[len(l.Next):]; len(lits) > 0; {
		v := lits[len(lits)-1].Node()
		lits = lits[:len(lits)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		lits = append(lits, l.Fanins(v)...)
		l.Spend(4 + 4*len(l.Fanins(v)))
		if i := number[v] - 1; i >= 0 {
			live[i] = true
			lits = append(lits, l.Next[i])
		}
	}
	return live
}

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
	for changed := true; changed; {
		l.Possible(values)
		changed = false
		// The next state is taken as a whole: a fluent can be another's next.
		more := make([]network.Ternary, len(l.Fluents))
		for i := range l.Fluents {
			more[i] = l.Next[i].Of(values)
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
	to := network.New()
	to.Meter = l.Meter
	inputs := map[int]network.Lit{}
	r := &Logic{Network: to, Idle: l.Idle, Does: newMoves(to, l.Does, l.Idle), Next: slices.Clone(l.Next), Terminal: l.Terminal}
	for i, f := range l.Fluents {
		r.Fluents = append(r.Fluents, fluent(to, i))
		inputs[f.Node()] = r.Fluents[i]
	}
	for role, does := range l.Does {
		for i, d := range does {
			if l.IsInput(d) {
				inputs[d.Node()] = r.Does[role][i]
			}
		}
		r.Legal = append(r.Legal, slices.Clone(l.Legal[role]))
		r.Goals = append(r.Goals, slices.Clone(l.Goals[role]))
	}
	lits := l.CopyTo(to, inputs, l.outputLits())
	for i, at := range r.outputs() {
		*at = lits[i]
	}
	return r
}
