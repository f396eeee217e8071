package prove

import (
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
)

// exclusion proves that no two fluents of a group can be true after a ply, by
// looking at the rules for them two by two: two cubes exclude each other if one
// holds a literal and the other its complement, if both hold moves of one role,
// or if both hold fluents of one group. A move stands for what its legality
// demands, too. That proves most groups, and large ones much faster than the
// prover.
type exclusion struct {
	*machine.Logic
	cubing *network.Cubing
	number []int32 // of each literal in about, 0 for those that stand for nothing
	about  []meaning
	always [][]network.Lit               // by role: what all its moves demand
	cubes  map[network.Lit][]cube        // of the next value of a fluent
	cases  []ways                        // by role: its moves, of which it makes one
	ways   map[network.Lit]ways          // see waysOf
	known  map[network.Lit][]network.Lit // see implied
	depth  int                           // of implied
	left   int                           // comparisons that may follow
}

// meaning is what a literal stands for.
type meaning struct {
	role   int32         // whose move it is, -1 if it is none
	demand []network.Lit // what must hold for the move to be legal
	groups []int32       // candidates that the fluent is in
}

// cube is a cube with what follows from it.
type cube struct {
	lits []network.Lit // sorted
	tags []tag         // sorted
}

// tag says that a cube holds a member of a set of which at most one can hold.
type tag struct {
	set    int32 // a role's moves: minus one minus the role; else a candidate group
	member network.Lit
}

const (
	maxCubes = 1024       // of one fluent
	maxPairs = 40_000_000 // of cubes of a group that are compared
	allPairs = 200_000_000
)

// newExclusion prepares proofs about the given candidates.
func newExclusion(l *machine.Logic, sets [][]int32) *exclusion {
	x := &exclusion{
		Logic: l, cubing: l.Cubing(maxCubes), number: make([]int32, 2*l.Nodes()), about: []meaning{{role: -1}}, always: make([][]network.Lit, len(l.Does)),
		cubes: map[network.Lit][]cube{}, ways: map[network.Lit]ways{}, known: map[network.Lit][]network.Lit{},
		left: allPairs,
	}
	noted := func(lit network.Lit) *meaning {
		if x.number[lit] == 0 {
			x.number[lit] = int32(len(x.about))
			x.about = append(x.about, meaning{role: -1})
		}
		return &x.about[x.number[lit]]
	}
	for r, does := range l.Does {
		for m, d := range does {
			noted(d).role = int32(r)
			demand := x.implied(l.Legal[r][m])
			noted(d).demand = demand
			if m == 0 {
				x.always[r] = demand
			}
			x.always[r] = common(x.always[r], demand)
		}
	}
	for g, set := range sets {
		l.Spend(32 * len(set))
		for _, f := range set {
			m := noted(l.Fluents[f])
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

// proves says whether the next values of a set exclude each other, if the
// candidate groups that hold do now. It calls use, if there is one, with those that the
// proof needs.
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

// ways are the cubes of which one holds where something does.
type ways []class

// class are cubes that all hold a move of one role, or none does.
type class struct {
	set    int32 // of the role's moves; 0 if there are none
	common cube  // what all hold
	cubes  []cube
	by     map[network.Lit][]cube // those with a move
}

// sorted puts cubes into classes.
func (x *exclusion) sorted(cubes []cube) ways {
	var list ways
	// The shortest first: if any holds with another cube, it is likely one of those.
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

// maxWays is up to how many parts of a disjunction are looked at.
const maxWays = 8192

// waysOf are the cubes of the parts of a disjunction, which a cube holds whole if they
// are many. There are none of another literal.
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

// never says that the cube contradicts itself.
func (c *cube) never() bool { return len(c.lits) > 0 && c.lits[0] == network.False }

// prove finds the sets of candidates whose members exclude each other after every ply if
// those of all such sets do before: it drops what cubes do not show until no more is.
func (x *exclusion) prove(sets [][]int32, candidate []bool) []bool {
	holding := slices.Clone(candidate)
	needs, noted := make([][]int32, len(sets)), make([]bool, len(sets))
	for again := true; again; {
		again = false
		for g, set := range sets {
			lost := needs[g] == nil || slices.ContainsFunc(needs[g], func(n int32) bool { return !holding[n] })
			if !holding[g] || !lost {
				continue
			}
			clear(noted)
			needs[g] = []int32{}
			holding[g] = x.proves(set, func(n int32) bool { return holding[n] }, func(n int32) {
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

// of are the cubes of a literal with what follows from them.
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

// meaning tells what a literal stands for.
func (x *exclusion) meaning(l network.Lit) *meaning {
	if int(l) >= len(x.number) {
		return &meaning{role: -1}
	}
	return &x.about[x.number[l]]
}

// rest is what all moves of a role demand that are left where a cube says which moves it
// does not make.
func (x *exclusion) rest(lits []network.Lit) (demands []network.Lit) {
	made, other := make([]bool, len(x.Does)), make([]bool, len(x.Does)) // by role: the cube has a move; it says that one is not made
	for _, l := range lits {
		if r := x.meaning(l).role; r >= 0 {
			made[r] = true
		}
		if r := x.meaning(l.Not()).role; r >= 0 {
			other[r] = true
		}
	}
	for role, does := range x.Does {
		if made[role] || !other[role] {
			continue
		}
		x.Spend(8*len(lits) + 4*len(does))
		first := true
		var all []network.Lit
		for _, d := range does {
			if !first && len(all) == len(x.always[role]) {
				break // no move demands less
			}
			switch _, denied := slices.BinarySearch(lits, d.Not()); {
			case denied:
			case first:
				first, all = false, x.meaning(d).demand
			default:
				all = common(all, x.meaning(d).demand)
			}
		}
		demands = append(demands, all...)
	}
	return demands
}

// cube is the cube of sorted literals with what follows from them.
func (x *exclusion) cube(lits []network.Lit) cube {
	x.Spend(64 + 32*len(lits))
	lits = slices.Concat(lits, x.rest(lits))
	for _, m := range lits[:len(lits):len(lits)] {
		if lits = append(lits, x.meaning(m).demand...); m.Complemented() && len(x.Fanins(m.Node())) > 0 {
			lits = append(lits, x.implied(m)...)
		}
	}
	slices.Sort(lits)
	c := cube{lits: slices.Compact(lits)}
	for i := range c.lits {
		if c.lits[0] == network.False || i > 0 && c.lits[i] == c.lits[i-1].Not() {
			return cube{lits: []network.Lit{network.False}} // it never holds
		}
	}
	for _, l := range c.lits {
		m := x.meaning(l)
		if m.role >= 0 {
			c.tags = append(c.tags, tag{-1 - m.role, l})
		}
		for _, g := range m.groups {
			c.tags = append(c.tags, tag{g, l})
		}
	}
	slices.SortFunc(c.tags, func(a, b tag) int { return int(a.set) - int(b.set) })
	return c
}
