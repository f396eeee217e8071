// Package prove finds what holds in all states of a machine that can be reached.
//
// What random plays suggest is proven by induction over the plies, with a
// satisfiability solver: which fluents never change, of which at most one is true,
// what is claimed of goals and moves, whose turn it is. The Prover answers further
// questions about all states and plies. Work is counted, not timed, so that the
// answers do not depend on the machine; what takes too much counts as not proven.
package prove

import (
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
)

// Group are fluents of which at most one is true in any state.
type Group struct {
	Fluents []int32 // ascending
	Always  bool    // one of them is always true
}

// Facts are what is known of all states that can be reached.
type Facts struct {
	Groups []Group
	// Constant has, for each fluent, False or True if it is the same in all
	// states, else its literal.
	Constant []network.Lit
	Claims   Claims
	Turn     *Turn // nil if none is known
}

// FindFacts proves which fluents are constant, which groups there are, and which
// claims hold. Candidates are what random plays do not refute.
func FindFacts(m *machine.Machine, p *Prover) Facts {
	sets := candidateGroups(m)
	seen := takeCensus(m, sets)
	found := Facts{Constant: slices.Clone(m.Logic.Fluents), Claims: Claims{Hold: map[Claim]bool{}}}
	found.Claims.Total, found.Claims.SameSum = seenTotal(m)
	claimed := claims(m, p, &found.Claims)
	p.find(&found, slices.Concat(constants(m, &seen), groups(m, sets, &seen), claimed))
	if broken := SeenBroken(m); slices.ContainsFunc(claimed, func(c invariant) bool { return c.open(&found, broken) }) {
		p.Begin()
		claimed = slices.DeleteFunc(claimed, func(c invariant) bool { return !c.open(&found, broken) })
		p.find(&found, append(claimed, neverTogether(m)...))
	}
	return found
}

// find adds what it proves of the candidates.
func (p *Prover) find(found *Facts, candidates []invariant) {
	for i, holds := range p.induct(candidates) {
		if holds {
			candidates[i].add(found)
		}
	}
}

// constants are the candidates that fluents stay what they are in the first state.
func constants(m *machine.Machine, seen *census) (list []invariant) {
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

// groups are the candidates that at most one of each set is true, and then, as far as
// it is a group, that one always is.
func groups(m *machine.Machine, sets [][]int32, seen *census) (list []invariant) {
	l, exclusion := m.Logic, newExclusion(m.Logic, sets)
	holding := make([]bool, len(sets)) // by set: at most one is true, as far as is known
	place := make([]int, len(sets))    // among the groups found, -1 if it is none
	for g := range sets {
		place[g] = -1
		holding[g] = seen.most[g] <= 1
	}
	sure := exclusion.prove(sets, holding) // whatever comes of the others
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

// of are the literals of the given fluents, which lits has by number.
func of(lits []network.Lit, fluents []int32) (list []network.Lit) {
	for _, f := range fluents {
		list = append(list, lits[f])
	}
	return list
}
