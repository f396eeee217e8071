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
	"zermelo/games/gdl/work"
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
	Claims   []Claim // those that hold
	Turn     *Turn   // nil if none is known
}

// candidates collects what may hold in all states, with what each adds to the facts
// if it does.
type candidates struct {
	*machine.Logic
	invariants []invariant
	adds       []func(found *Facts)
}

func (c *candidates) offer(i invariant, add func(found *Facts)) {
	c.invariants = append(c.invariants, i)
	c.adds = append(c.adds, add)
}

// FindFacts proves which fluents are constant, which groups there are, and which
// claims hold. Candidates are what random plays do not refute.
func FindFacts(m *machine.Machine, p *Prover) Facts {
	c := candidates{Logic: m.Logic}
	sets := candidateGroups(m.Ground.Terms, m.Vocabulary.Fluents, c.varies, m.Work)
	seen := takeCensus(m, sets)
	c.offerConstants(m.Vocabulary.Initial, &seen)
	c.offerGroups(sets, &seen, m.Work)
	c.offerClaims(claimsOf(m, p))
	found := Facts{Constant: slices.Clone(c.Fluents)}
	if m.Work.Failure() != nil {
		return found
	}
	for i, holds := range p.induct(c.invariants) {
		if holds {
			c.adds[i](&found)
		}
	}
	return found
}

// varies says that it is not known of a fluent that it is the same in all states.
func (c *candidates) varies(f int) bool {
	return c.Fluents[f] != network.False && c.Fluents[f] != network.True
}

// offerConstants offers that fluents stay what they are in the first state.
func (c *candidates) offerConstants(initial []bool, seen *census) {
	for f, lit := range c.Fluents {
		if !c.varies(f) || seen.varies[f] {
			continue
		}
		value, i := network.True, invariant{now: lit, then: c.Next[f]}
		if !initial[f] {
			value, i = network.False, invariant{now: lit.Not(), then: c.Next[f].Not()}
		}
		c.offer(i, func(found *Facts) { found.Constant[f] = value })
	}
}

// offerGroups offers of each set that at most one of it is true and then, as far as
// it is a group, that one always is.
func (c *candidates) offerGroups(sets [][]int32, seen *census, w *work.Meter) {
	exclusion := newExclusion(c.Logic, sets, w)
	number := make([]int, len(sets)) // of the candidate that at most one is true, -1 if there is none
	place := make([]int, len(sets))  // among the groups found, -1 if it is none
	for g, set := range sets {
		number[g], place[g] = -1, -1
		if seen.most[g] > 1 || w.Spend(16+8*len(set)) != nil {
			continue
		}
		number[g] = len(c.invariants)
		c.offer(invariant{
			now:  c.AtLeastTwo(c.Literals(set)).Not(),
			then: c.AtLeastTwo(c.nextLiterals(set)).Not(),
			proves: func(holds []bool) bool {
				return exclusion.proves(set, func(g int32) bool { return number[g] >= 0 && holds[number[g]] })
			},
		}, func(found *Facts) {
			place[g] = len(found.Groups)
			found.Groups = append(found.Groups, Group{Fluents: set})
		})
	}
	for g, set := range sets {
		if number[g] < 0 || seen.least[g] != 1 {
			continue
		}
		c.offer(invariant{now: c.Or(c.Literals(set)...), then: c.Or(c.nextLiterals(set)...)}, func(found *Facts) {
			if place[g] >= 0 {
				found.Groups[place[g]].Always = true
			}
		})
	}
}

// nextLiterals are what the given fluents are in the next state.
func (c *candidates) nextLiterals(fluents []int32) (lits []network.Lit) {
	for _, f := range fluents {
		lits = append(lits, c.Next[f])
	}
	return lits
}

// offerClaims offers claims that hold in the first state.
func (c *candidates) offerClaims(claims []Claim) {
	for _, claim := range claims {
		c.offer(invariant{now: claim.lit, then: c.After(claim.lit)}, func(found *Facts) {
			found.Claims = append(found.Claims, claim)
		})
	}
}
