package gdl

import (
	"slices"

	"zermelo/games/gdl/network"
)

// kind is what a solver needs to know of a game.
type kind struct {
	simultaneous bool
	generalSum   bool
	total        int   // of the payoffs at the end, if it is always the same
	payoffs      []int // that the first role can get, ascending
	// unsure lists what could not be proven, in sentences.
	unsure []string
}

// findKind proves what it can; the rest is seen in random plays, and where that
// does not exclude it the more general kind is taken, which every game is of.
func (m *Machine) findKind(p *prover) kind {
	l := m.logic
	k := kind{generalSum: len(m.Roles) > 1}
	over := l.terminal
	for r, goals := range l.goals {
		var holds []network.Lit
		for _, g := range goals {
			holds = append(holds, g.holds)
			if r == 0 && p.possible(over, g.holds) {
				k.payoffs = append(k.payoffs, g.value)
			}
		}
		if p.possible(over, l.Or(holds...).Not()) {
			k.unsure = append(k.unsure, "Whether "+m.Roles[r]+" has a goal in every state in which the game is over is not proven; without one the payoff is 0.")
			k.payoffs = append(k.payoffs, 0)
		}
		if p.possible(over, l.AtLeastTwo(holds)) {
			k.unsure = append(k.unsure, "Whether "+m.Roles[r]+" has only one goal in every state in which the game is over is not proven; of several the highest counts.")
		}
		if p.possible(over.Not(), l.Or(l.legal[r]...).Not()) {
			k.unsure = append(k.unsure, "Whether "+m.Roles[r]+" always has a legal move is not proven; without one the game is over.")
			for _, g := range goals {
				k.payoffs = append(k.payoffs, g.value)
			}
		}
	}
	slices.Sort(k.payoffs)
	k.payoffs = slices.Compact(k.payoffs)
	if len(m.Roles) == 1 {
		// The sole player plays against nobody, who gets the rest.
		k.total = k.payoffs[0] + k.payoffs[len(k.payoffs)-1]
		return k
	}
	k.simultaneous = p.possible(over.Not(), l.AtLeastTwo(l.legal[0]), l.AtLeastTwo(l.legal[1]))
	if total, ok := m.seenTotal(); ok && len(k.unsure) == 0 && !p.possible(over, l.otherSum(total)) {
		k.generalSum, k.total = false, total
	}
	return k
}

// seenTotal is the sum of the two roles' payoffs if it is the same at the end of
// all random plays.
func (m *Machine) seenTotal() (total int, same bool) {
	seen := map[int]bool{}
	m.wander(sampled, func(p *Play) {
		if !p.Terminal() {
			return
		}
		a, _ := p.Goal(0)
		b, _ := p.Goal(1)
		total = a + b
		seen[total] = true
	})
	return total, len(seen) == 1
}

// otherSum says that two goals hold that do not add up to total.
func (l *logic) otherSum(total int) network.Lit {
	var pairs []network.Lit
	for _, a := range l.goals[0] {
		var others []network.Lit
		for _, b := range l.goals[1] {
			if a.value+b.value != total {
				others = append(others, b.holds)
			}
		}
		pairs = append(pairs, l.And(a.holds, l.Or(others...)))
	}
	return l.Or(pairs...)
}
