package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// exclusion proves that at most one fluent of a group is true after any ply. It
// compares the cubes of the fluents' next values in pairs. Two cubes exclude each
// other if they contain complementary literals, different moves of one role, or
// different fluents of one group. A move implies the conditions for its legality.
// For large groups, this method is much faster than the prover.
type exclusion struct {
	*statemachine.Logic
	cubing *network.Cubing
	number []int32 // by literal: index in about; 0 if it has no meaning
	about  []meaning
	always [][]network.Lit               // by role: conditions implied by all its moves
	cubes  map[network.Lit][]cube        // by literal; cache of method of
	cases  []ways                        // by role: one cube for each move
	ways   map[network.Lit]ways          // by literal; cache of method waysOf
	known  map[network.Lit][]network.Lit // by literal; cache of method implied
	depth  int                           // recursion depth of implied
	left   int                           // number of comparisons left
}

// meaning describes a literal that is a move or a fluent.
type meaning struct {
	role   int32         // the role whose move it is, or -1
	demand []network.Lit // conditions for the move to be legal
	groups []int32       // candidate groups that contain the fluent
}

const (
	maxCubes    = 1024       // per literal
	maxPairs    = 40_000_000 // comparisons per group
	maxAllPairs = 200_000_000
)

func newExclusion(l *statemachine.Logic, sets [][]int32) *exclusion {
	x := &exclusion{
		Logic: l, cubing: l.Cubing(maxCubes), number: make([]int32, 2*l.Nodes()), about: []meaning{{role: -1}}, always: make([][]network.Lit, len(l.Does)),
		cubes: map[network.Lit][]cube{}, ways: map[network.Lit]ways{}, known: map[network.Lit][]network.Lit{},
		left: maxAllPairs,
	}
	for r := range l.Does {
		x.addMoves(r)
	}
	for g, set := range sets {
		l.Spend(32 * len(set))
		for _, f := range set {
			m := x.newMeaning(l.Fluents[f])
			m.groups = append(m.groups, int32(g))
		}
	}
	for _, does := range l.Does {
		var moves []cube
		for _, d := range does {
			moves = append(moves, x.cube([]network.Lit{d}))
		}
		x.cases = append(x.cases, x.sorted(moves))
	}
	return x
}

// newMeaning returns the meaning of a literal, creating it if necessary.
func (x *exclusion) newMeaning(lit network.Lit) *meaning {
	if x.number[lit] == 0 {
		x.number[lit] = int32(len(x.about))
		x.about = append(x.about, meaning{role: -1})
	}
	return &x.about[x.number[lit]]
}

// addMoves records the moves of a role and the conditions that they imply.
func (x *exclusion) addMoves(role int) {
	for m, d := range x.Does[role] {
		x.newMeaning(d).role = int32(role)
		demand := x.implied(x.Legal[role][m])
		x.newMeaning(d).demand = demand
		if m == 0 {
			x.always[role] = demand
		}
		x.always[role] = common(x.always[role], demand)
	}
}

// proves reports whether at most one fluent of a set is true after any ply, assuming
// the candidate groups for which holds returns true. If use is not nil, proves calls
// it with each group on which the proof depends, possibly several times.
func (x *exclusion) proves(set []int32, holds func(group int32) bool, use func(group int32)) bool {
	limit := min(maxPairs, x.left)
	p := pairing{x, holds, use, limit}
	var all []owned
	for _, f := range set {
		x.Spend(64)
		list := x.of(x.Next[f])
		for i := range list {
			if !p.void(&list[i]) {
				all = append(all, owned{&list[i], f})
			}
		}
	}
	x.Spend(16 * len(all))
	proven := p.exclude(all)
	x.left -= limit - p.left
	return proven
}

// prove reports which candidate sets are proven to contain at most one true fluent
// after every ply. Each proof may assume that this holds for all remaining
// candidates before the ply. Candidates without a proof are dropped until all
// remaining ones are proven.
func (x *exclusion) prove(sets [][]int32, candidate []bool) []bool {
	holding := slices.Clone(candidate)
	needs, noted := make([][]int32, len(sets)), make([]bool, len(sets))
	holds := func(n int32) bool { return holding[n] }
	lost := func(n int32) bool { return !holding[n] }
	for again := true; again; {
		again = false
		for g, set := range sets {
			if !holding[g] || needs[g] != nil && !slices.ContainsFunc(needs[g], lost) {
				continue
			}
			clear(noted)
			needs[g] = []int32{}
			holding[g] = x.proves(set, holds, func(n int32) {
				if !noted[n] {
					noted[n] = true
					needs[g] = append(needs[g], n)
				}
			})
			again = true
		}
	}
	return holding
}

// of returns the cubes of a literal with their consequences.
func (x *exclusion) of(l network.Lit) []cube {
	list, ok := x.cubes[l]
	if ok {
		return list
	}
	for _, lits := range x.cubing.Of(l) {
		list = append(list, x.cube(lits))
	}
	x.cubes[l] = list
	return list
}

// meaning returns the meaning of a literal. The result is never nil.
func (x *exclusion) meaning(l network.Lit) *meaning {
	if int(l) >= len(x.number) {
		return &meaning{role: -1}
	}
	return &x.about[x.number[l]]
}
