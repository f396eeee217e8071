package prove

import (
	"slices"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// exclusion proves that no two fluents of a group are true after a ply. It
// compares the cubes of their rules in pairs. Two cubes exclude each other if
// one contains a literal and the other its complement, if both contain
// different moves of one role, or if both contain different fluents of one
// group. A move implies the conditions of its legality. This proves most
// groups, and proves large ones much faster than the prover.
type exclusion struct {
	*statemachine.Logic
	cubing *network.Cubing
	number []int32 // by literal: its index in about, 0 if it has no meaning
	about  []meaning
	always [][]network.Lit               // by role: what all its moves demand
	cubes  map[network.Lit][]cube        // of the next value of a fluent
	cases  []ways                        // by role: its moves, exactly one of which is made
	ways   map[network.Lit]ways          // see waysOf
	known  map[network.Lit][]network.Lit // see implied
	depth  int                           // of implied
	left   int                           // comparisons that may follow
}

// meaning describes a literal.
type meaning struct {
	role   int32         // whose move it is, -1 if it is none
	demand []network.Lit // what must hold for the move to be legal
	groups []int32       // candidates that the fluent is in
}

// cube is a cube with its consequences.
type cube struct {
	lits []network.Lit // sorted
	tags []tag         // sorted
}

// tag records that a cube contains a member of a set whose members exclude each
// other.
type tag struct {
	set    int32 // a role's moves: minus one minus the role; else a candidate group
	member network.Lit
}

const (
	maxCubes    = 1024       // of one fluent
	maxPairs    = 40_000_000 // of cubes of a group that are compared
	maxAllPairs = 200_000_000
)

// newExclusion prepares proofs about the candidate groups in sets.
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

// newMeaning returns the meaning of a literal and adds one if it has none.
func (x *exclusion) newMeaning(lit network.Lit) *meaning {
	if x.number[lit] == 0 {
		x.number[lit] = int32(len(x.about))
		x.about = append(x.about, meaning{role: -1})
	}
	return &x.about[x.number[lit]]
}

// addMoves adds the moves of a role and their demands.
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

// proves reports whether the next values of a set exclude each other, assuming
// the candidate groups that hold now. If use is not nil, it is called with each
// group that the proof depends on.
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

// ways is a list of alternatives: the cubes of a disjunction.
type ways []class

// class is a set of cubes that all contain a move of one role, or none.
type class struct {
	set    int32 // the role's moves; 0 without a move
	common cube  // what all hold
	cubes  []cube
	by     map[network.Lit][]cube // those with a move
}

// sorted puts cubes into classes.
func (x *exclusion) sorted(cubes []cube) ways {
	var list ways
	// Short cubes come first: they are the most likely to be compatible with
	// another cube, which ends the proof.
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

// maxWays is the maximum number of parts of a disjunction.
const maxWays = 8192

// waysOf returns the cubes of the parts of a disjunction, or nil for any other
// literal and for disjunctions of more than maxWays parts.
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

// never reports whether the cube contradicts itself.
func (c *cube) never() bool { return len(c.lits) > 0 && c.lits[0] == network.False }

// prove reports which candidates exclude each other after every ply, provided
// that all reported candidates do so before it. It drops candidates that the
// cubes do not prove until none remains to be dropped.
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

// of returns the cubes of a literal.
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

// meaning returns the meaning of a literal.
func (x *exclusion) meaning(l network.Lit) *meaning {
	if int(l) >= len(x.number) {
		return &meaning{role: -1}
	}
	return &x.about[x.number[l]]
}

// rest returns the common demands of the remaining moves of each role, if a cube
// rules some of its moves out and contains none.
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

// remaining returns the common demands of the moves of a role that sorted
// literals do not rule out.
func (x *exclusion) remaining(lits []network.Lit, role int) (demands []network.Lit) {
	x.Spend(8*len(lits) + 4*len(x.Does[role]))
	first := true
	for _, d := range x.Does[role] {
		if !first && len(demands) == len(x.always[role]) {
			break // no move demands less
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

// cube returns the cube of sorted literals with its consequences.
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

// contradicts reports whether sorted literals never hold together.
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
