package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// exclusion proves that at most one fluent of a group is true after any ply. It
// compares the cubes of the fluents' next values in pairs. Two cubes exclude
// each other if one contains the complement of a literal in the other, if they
// contain different moves of one role, or if they contain different fluents of
// one group. A move implies the conditions of its legality. This method proves
// most groups. For large groups it is much faster than the prover.
type exclusion struct {
	*statemachine.Logic
	cubing *network.Cubing
	number []int32 // by literal: index in about, or 0 if the literal has no meaning
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

// cube is a cube together with its consequences.
type cube struct {
	lits []network.Lit // sorted
	tags []tag         // sorted
}

// tag records that a cube contains a member of a set in which at most one
// member can hold.
type tag struct {
	set    int32 // -1-role for the moves of a role, or the index of a candidate group
	member network.Lit
}

const (
	maxCubes    = 1024       // per literal
	maxPairs    = 40_000_000 // comparisons per group
	maxAllPairs = 200_000_000
)

// newExclusion returns an exclusion for the candidate groups in sets.
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

// newMeaning returns the meaning of a literal. It adds one if the literal has
// none.
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

// proves reports whether at most one fluent of a set is true after any ply,
// assuming the candidate groups for which holds returns true. If use is not
// nil, it is called with each group on which the proof depends, possibly
// several times.
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

// ways is a list of alternatives, at least one of which holds, grouped into
// classes.
type ways []class

// class is a set of cubes that contain a move of the same role, or a set of
// cubes without a move.
type class struct {
	set    int32 // set of the role's moves; 0 for cubes without a move
	common cube  // literals contained in all cubes
	cubes  []cube
	by     map[network.Lit][]cube // cubes by the move that they contain
}

// sorted returns the cubes grouped into classes. It omits contradictory cubes.
func (x *exclusion) sorted(cubes []cube) ways {
	var list ways
	// Short cubes come first. They are most likely to be compatible with
	// another cube, in which case the proof fails early.
	slices.SortStableFunc(cubes, func(a, b cube) int { return len(a.lits) - len(b.lits) })
	for _, c := range cubes {
		if c.never() {
			continue
		}
		set, move := int32(0), network.Lit(0)
		if len(c.tags) > 0 && c.tags[0].set < 0 {
			set, move = c.tags[0].set, c.tags[0].member
		}
		at := slices.IndexFunc(list, func(k class) bool { return k.set == set })
		if at < 0 {
			at = len(list)
			list = append(list, class{set: set, common: cube{lits: c.lits}, by: map[network.Lit][]cube{}})
		}
		k := &list[at]
		k.common.lits = common(k.common.lits, c.lits)
		k.cubes, k.by[move] = append(k.cubes, c), append(k.by[move], c)
	}
	for i := range list {
		list[i].common = x.cube(list[i].common.lits)
	}
	return list
}

// maxWays limits the operands, and the cubes, of a disjunction in waysOf.
const maxWays = 8192

// waysOf returns the cubes of the operands of a disjunction. It returns nil if
// l is not a disjunction or the disjunction is larger than maxWays.
func (x *exclusion) waysOf(l network.Lit) ways {
	fanins := x.Fanins(l.Node())
	if !l.Complemented() || len(fanins) == 0 || len(fanins) > maxWays {
		return nil
	}
	w, ok := x.ways[l]
	if !ok {
		var cubes []cube
		for _, f := range fanins {
			if cubes = append(cubes, x.of(f.Not())...); len(cubes) > maxWays {
				cubes = nil
				break
			}
		}
		w = x.sorted(cubes)
		x.ways[l] = w
	}
	return w
}

// never reports whether the cube is contradictory.
func (c *cube) never() bool { return len(c.lits) > 0 && c.lits[0] == network.False }

// prove reports which candidate groups are preserved by every ply, assuming
// that all reported groups hold before it. It repeatedly drops the groups that
// proves rejects until none is rejected.
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

// meaning returns the meaning of a literal. The result is not nil.
func (x *exclusion) meaning(l network.Lit) *meaning {
	if int(l) >= len(x.number) {
		return &meaning{role: -1}
	}
	return &x.about[x.number[l]]
}

// rest returns consequences of excluded moves. If a cube excludes some moves of
// a role and contains none, it implies the conditions that the role's remaining
// moves have in common.
func (x *exclusion) rest(lits []network.Lit) (demands []network.Lit) {
	made, denied := make([]bool, len(x.Does)), make([]bool, len(x.Does)) // by role
	for _, l := range lits {
		if r := x.meaning(l).role; r >= 0 {
			made[r] = true
		}
		if r := x.meaning(l.Not()).role; r >= 0 {
			denied[r] = true
		}
	}
	for role := range x.Does {
		if !made[role] && denied[role] {
			demands = append(demands, x.remaining(lits, role)...)
		}
	}
	return demands
}

// remaining returns the conditions common to the moves of a role that the
// literals do not exclude. The literals must be sorted.
func (x *exclusion) remaining(lits []network.Lit, role int) (demands []network.Lit) {
	x.Spend(8*len(lits) + 4*len(x.Does[role]))
	first := true
	for _, d := range x.Does[role] {
		if !first && len(demands) == len(x.always[role]) {
			break // every other move implies them too
		}
		if _, denied := slices.BinarySearch(lits, d.Not()); denied {
			continue
		}
		if first {
			first, demands = false, x.meaning(d).demand
		} else {
			demands = common(demands, x.meaning(d).demand)
		}
	}
	return demands
}

// cube returns the cube of some literals with its consequences. The literals
// must be sorted.
func (x *exclusion) cube(lits []network.Lit) cube {
	x.Spend(64 + 32*len(lits))
	lits = slices.Concat(lits, x.rest(lits))
	for _, m := range lits[:len(lits):len(lits)] {
		if lits = append(lits, x.meaning(m).demand...); m.Complemented() && len(x.Fanins(m.Node())) > 0 {
			lits = append(lits, x.implied(m)...)
		}
	}
	slices.Sort(lits)
	lits = slices.Compact(lits)
	if contradicts(lits) {
		return cube{lits: []network.Lit{network.False}}
	}
	return cube{lits, x.tags(lits)}
}

// contradicts reports whether sorted literals cannot hold together.
func contradicts(lits []network.Lit) bool {
	for i, l := range lits {
		if l == network.False || i > 0 && l == lits[i-1].Not() {
			return true
		}
	}
	return false
}

// tags returns the tags of the literals, sorted by set.
func (x *exclusion) tags(lits []network.Lit) (tags []tag) {
	for _, l := range lits {
		m := x.meaning(l)
		if m.role >= 0 {
			tags = append(tags, tag{-1 - m.role, l})
		}
		for _, g := range m.groups {
			tags = append(tags, tag{g, l})
		}
	}
	slices.SortFunc(tags, func(a, b tag) int { return int(a.set) - int(b.set) })
	return tags
}
