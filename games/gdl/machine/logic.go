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

// newMoves makes the literals of the moves done, for each role as many as sizes
// has. Each role does one; if there are idle moves all but one role do theirs.
func newMoves(net *network.Network, sizes, idle []int) [][]network.Lit {
	var does [][]network.Lit
	if idle == nil {
		for _, n := range sizes {
			does = append(does, net.Choice(n))
		}
		return does
	}
	others := -len(sizes)
	for _, n := range sizes {
		others += n
	}
	// All that is not idle is one choice.
	choice := net.Choice(others)
	for r, n := range sizes {
		own := choice[:n-1]
		choice = choice[n-1:]
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

// After is the literal of what depends on the state alone, in the next state.
func (l *Logic) After(lit network.Lit) network.Lit {
	inputs := map[int]network.Lit{}
	for i, f := range l.Fluents {
		inputs[f.Node()] = l.Next[i]
	}
	return l.CopyTo(l.Network, inputs, []network.Lit{lit})[0]
}

// Literals are those of the given fluents.
func (l *Logic) Literals(fluents []int32) []network.Lit {
	lits := make([]network.Lit, len(fluents))
	for i, f := range fluents {
		lits[i] = l.Fluents[f]
	}
	return lits
}

// outputs lists the literals of a logic in the order in which evaluators number
// them: the next state, the legal moves of each role, the goals of each role,
// terminal.
type outputs struct {
	lits     []network.Lit
	legal    []int // where each role's moves begin
	goals    []int // where each role's goals begin
	terminal int
}

func (l *Logic) outputs() outputs {
	o := outputs{lits: append([]network.Lit(nil), l.Next...)}
	for _, legal := range l.Legal {
		o.legal = append(o.legal, len(o.lits))
		o.lits = append(o.lits, legal...)
	}
	for _, goals := range l.Goals {
		o.goals = append(o.goals, len(o.lits))
		for _, g := range goals {
			o.lits = append(o.lits, g.Holds)
		}
	}
	o.terminal = len(o.lits)
	o.lits = append(o.lits, l.Terminal)
	return o
}

// Live says of each fluent whether it has any influence on legal moves, goals
// or the end, now or later. Others are no part of a state.
func (l *Logic) Live() []bool {
	live := make([]bool, len(l.Fluents))
	byNode := map[int]int{}
	for i, f := range l.Fluents {
		byNode[f.Node()] = i
	}
	o := l.outputs()
	lits := slices.Clone(o.lits[len(l.Next):])
	for l.Err() == nil {
		found := false
		for _, v := range l.Cone(lits) {
			if i, ok := byNode[v]; ok && !live[i] && v != 0 {
				live[i], found = true, true
				lits = append(lits, l.Next[i])
			}
		}
		if !found {
			break
		}
	}
	return live
}
