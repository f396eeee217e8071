package statemachine

import (
	"slices"

	"zermelo/games/gdl/network"
)

// Logic is the Boolean network of a sheet. Its inputs are the moves and the fluents,
// or the bits that encode the fluents.
type Logic struct {
	*network.Network
	Fluents []network.Lit // by fluent
	Does    [][]network.Lit
	Players int // number of roles except random, which is the last role
	// Idle holds the idle move of each role if exactly one role makes another move
	// in every ply. Otherwise it is nil.
	Idle []int
	// Outputs of the network.
	Next     []network.Lit
	Legal    [][]network.Lit
	Goals    [][]Goal
	Terminal network.Lit
}

// newMoves adds the moves to a network and returns a literal for each element of
// like, indexed by role and move. Each role makes one move. If idle is not nil, all
// roles except one make their idle moves.
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
	// Exactly one of the other moves is made.
	choice := net.Choice(others)
	for r, moves := range like {
		own := choice[:len(moves)-1]
		choice = choice[len(moves)-1:]
		none := net.Or(own...).Not()
		does = append(does, slices.Insert(slices.Clone(own), idle[r], none))
	}
	return does
}

// Goal is a payoff and the condition under which a role receives it.
type Goal struct {
	Value int
	Holds network.Lit
}

// GoalRange returns the minimum and maximum payoff of a role, or zeros if the role
// has no goals.
func (l *Logic) GoalRange(role int) (least, most int) {
	for i, g := range l.Goals[role] {
		if least, most = min(least, g.Value), max(most, g.Value); i == 0 {
			least, most = g.Value, g.Value
		}
	}
	return least, most
}

// After returns a literal that depends on the current state and moves, and holds if
// lit holds in the next state. The argument lit must depend only on fluents.
func (l *Logic) After(lit network.Lit) network.Lit {
	inputs := map[int]network.Lit{}
	for i, f := range l.Fluents {
		inputs[f.Node()] = l.Next[i]
	}
	return l.CopyTo(l.Network, inputs, []network.Lit{lit})[0]
}

// outputs returns pointers to all outputs, starting with the outputs for the next
// state.
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

func (l *Logic) outputLits() []network.Lit {
	var lits []network.Lit
	for _, at := range l.outputs() {
		lits = append(lits, *at)
	}
	return lits
}

// Live reports, for each fluent, whether it influences legal moves, goals or
// termination, now or later. Other fluents are not part of a state.
func (l *Logic) Live() []bool {
	live := make([]bool, len(l.Fluents))
	number := make([]int32, l.Nodes()) // by node: 1 + number of the fluent, or 0
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

// fold replaces fluents that have the same value in all reachable states with
// constants. It uses ternary simulation: the initial state is known, the moves are
// unknown, and the set of possible values of a fluent only grows.
func (l *Logic) fold(initial []bool) *Logic {
	values := make([]network.Ternary, l.Nodes())
	for v := range values {
		values[v] = network.CanBeBoth // remains for moves
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
		// The next value of a fluent may be another fluent, so update values last.
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

// Rebuild returns a copy of the logic in which each fluent i is replaced with the
// literal fluent(to, i).
func (l *Logic) Rebuild(fluent func(to *network.Network, i int) network.Lit) *Logic {
	to := network.New()
	to.Meter = l.Meter
	inputs := map[int]network.Lit{}
	r := &Logic{Network: to, Players: l.Players, Idle: l.Idle, Does: newMoves(to, l.Does, l.Idle), Next: slices.Clone(l.Next), Terminal: l.Terminal}
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
