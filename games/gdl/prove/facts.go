// Package prove finds invariants of a state machine, that is, properties of all
// reachable states.
//
// FindFacts collects candidates that random plays do not refute: constant fluents,
// groups of mutually exclusive fluents, and claims about goals and moves. It proves
// them by induction over plies with a satisfiability solver. FindTurn proves which
// role is to move. A Prover decides further properties of states and plies. Effort
// is measured in steps, not time, so the results do not depend on the machine. A
// candidate that exceeds its budget counts as not proven.
package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// Group is a set of fluents, at most one of which is true in any reachable state.
type Group struct {
	Fluents []int32 // ascending
	Always  bool    // exactly one of them is true in every reachable state
}

// Facts contains the proven properties of all reachable states.
type Facts struct {
	Groups []Group
	// Constant contains False or True for a constant fluent, and otherwise its literal.
	Constant []network.Lit
	Claims   Claims
	Broken   map[Claim]bool // claims about roles that random plays break
	Turn     *Turn          // nil if none was found
}

// FindFacts proves properties that random plays do not refute. It does not set Turn.
func FindFacts(m *statemachine.Machine, p *Prover) Facts {
	sets := candidateGroups(m)
	seen := takeCensus(m, sets)
	found := Facts{Constant: slices.Clone(m.Logic.Fluents), Claims: Claims{Proven: map[Claim]bool{}}, Broken: seenBroken(m)}
	found.Claims.Total, found.Claims.SameSum = seenTotal(m)
	claimed := claims(m, p, &found.Claims)
	p.find(&found, slices.Concat(constants(m, &seen), groups(m, sets, &seen), claimed))
	if slices.ContainsFunc(claimed, func(c invariant) bool { return c.open(&found) }) {
		p.Begin()
		claimed = slices.DeleteFunc(claimed, func(c invariant) bool { return !c.open(&found) })
		p.find(&found, append(claimed, neverTogether(m)...))
	}
	return found
}

func (p *Prover) find(found *Facts, candidates []invariant) {
	for i, holds := range p.induct(candidates) {
		if holds {
			candidates[i].add(found)
		}
	}
}

// constants returns a candidate for each fluent that may be constant.
func constants(m *statemachine.Machine, seen *census) (list []invariant) {
	for f, lit := range m.Logic.Fluents {
		if !varies(lit) || seen.varies[f] {
			continue
		}
		value, i := network.True, invariant{now: lit, then: m.Logic.Next[f]}
		if !m.Vocabulary.Initial[f] {
			value, i = network.False, invariant{now: lit.Not(), then: m.Logic.Next[f].Not()}
		}
		i.add = func(found *Facts) { found.Constant[f] = value }
		list = append(list, i)
	}
	return list
}

// groups returns candidates stating that at most one fluent of a set is true,
// followed by candidates stating that at least one fluent of such a set is true.
func groups(m *statemachine.Machine, sets [][]int32, seen *census) (list []invariant) {
	l, exclusion := m.Logic, newExclusion(m.Logic, sets)
	holding := make([]bool, len(sets)) // by set: at most one fluent is true, unless dropped
	place := make([]int, len(sets))    // by set: index in found.Groups, or -1
	for g := range sets {
		place[g] = -1
		holding[g] = seen.most[g] <= 1
	}
	sure := exclusion.prove(sets, holding) // proven without other candidates
	for g, set := range sets {
		if !holding[g] {
			continue
		}
		l.Spend(16 + 8*len(set))
		list = append(list, invariant{
			now: l.AtLeastTwo(of(l.Fluents, set)).Not(), then: l.AtLeastTwo(of(l.Next, set)).Not(),
			sure:    sure[g],
			proves:  func() bool { return exclusion.proves(set, func(g int32) bool { return holding[g] }, nil) },
			dropped: func() { holding[g] = false },
			add: func(found *Facts) {
				place[g] = len(found.Groups)
				found.Groups = append(found.Groups, Group{Fluents: set})
			},
		})
	}
	for g, set := range sets {
		if !holding[g] || seen.least[g] != 1 {
			continue
		}
		add := func(found *Facts) {
			if place[g] >= 0 {
				found.Groups[place[g]].Always = true
			}
		}
		list = append(list, invariant{now: l.Or(of(l.Fluents, set)...), then: l.Or(of(l.Next, set)...), add: add})
	}
	return list
}

func of(lits []network.Lit, fluents []int32) (list []network.Lit) {
	for _, f := range fluents {
		list = append(list, lits[f])
	}
	return list
}
