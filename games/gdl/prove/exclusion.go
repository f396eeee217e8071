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
	moves  map[network.Lit]int           // the role whose move the literal is
	demand map[network.Lit][]network.Lit // what must hold for a move to be legal
	groups map[network.Lit][]int32       // candidates that a fluent is in
	cubes  map[network.Lit][]cube        // of the next value of a fluent
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
	maxCubes = 256        // of one fluent
	maxPairs = 40_000_000 // of cubes of a group
)

// newExclusion prepares proofs about the given candidates.
func newExclusion(l *machine.Logic, sets [][]int32) *exclusion {
	x := &exclusion{
		Logic: l, moves: map[network.Lit]int{}, demand: map[network.Lit][]network.Lit{},
		groups: map[network.Lit][]int32{}, cubes: map[network.Lit][]cube{},
	}
	for r, does := range l.Does {
		for m, d := range does {
			x.moves[d] = r
			l.Spend(256)
			x.demand[d] = Demands(l, l.Legal[r][m])
		}
	}
	for g, set := range sets {
		l.Spend(32 * len(set))
		for _, f := range set {
			x.groups[l.Fluents[f]] = append(x.groups[l.Fluents[f]], int32(g))
		}
	}
	return x
}

// proves says whether the next values of a set exclude each other, if the
// candidate groups that hold do now.
func (x *exclusion) proves(set []int32, holds func(group int32) bool) bool {
	var all []cube
	var owner []int32
	for _, f := range set {
		x.Spend(64)
		for _, c := range x.of(x.Next[f]) {
			all = append(all, c)
			owner = append(owner, f)
		}
	}
	if len(all)*len(all)/2 > maxPairs {
		return false
	}
	for i := range all {
		x.Spend(8 * i)
		for j := range i {
			if owner[i] != owner[j] && !exclude(&all[i], &all[j], holds) {
				return false
			}
		}
	}
	return true
}

// of are the cubes of a literal with what follows from them.
func (x *exclusion) of(l network.Lit) []cube {
	list, ok := x.cubes[l]
	if ok {
		return list
	}
	for _, lits := range x.Cubes(l, maxCubes) {
		x.Spend(64 + 32*len(lits))
		lits = slices.Clone(lits)
		for _, m := range lits[:len(lits):len(lits)] {
			lits = append(lits, x.demand[m]...)
		}
		slices.Sort(lits)
		c := cube{lits: slices.Compact(lits)}
		for _, m := range c.lits {
			if r, ok := x.moves[m]; ok {
				c.tags = append(c.tags, tag{int32(-1 - r), m})
			}
			for _, g := range x.groups[m] {
				c.tags = append(c.tags, tag{g, m})
			}
		}
		slices.SortFunc(c.tags, func(a, b tag) int { return int(a.set) - int(b.set) })
		list = append(list, c)
	}
	x.cubes[l] = list
	return list
}

// exclude says whether two cubes cannot hold together.
func exclude(a, b *cube, holds func(group int32) bool) bool {
	for i, j := 0, 0; i < len(a.tags) && j < len(b.tags); {
		switch s, t := a.tags[i], b.tags[j]; {
		case s.set < t.set:
			i++
		case s.set > t.set:
			j++
		default:
			// A cube with two members of a set contradicts itself, so one of each
			// is enough.
			if s.member != t.member && (s.set < 0 || holds(s.set)) {
				return true
			}
			i++
			j++
		}
	}
	for i, j := 0, 0; i < len(a.lits) && j < len(b.lits); {
		switch l, m := a.lits[i], b.lits[j]; {
		case l == m.Not():
			return true
		case l < m:
			i++
		default:
			j++
		}
	}
	return false
}

// Demands are literals that hold wherever lit does: those of all its cubes.
// There are none where the cubes are too many.
func Demands(l *machine.Logic, lit network.Lit) []network.Lit {
	cubes := l.Cubes(lit, maxCubes)
	if len(cubes) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(cubes[0]), func(l network.Lit) bool {
		return slices.ContainsFunc(cubes[1:], func(c []network.Lit) bool { return !slices.Contains(c, l) })
	})
}
