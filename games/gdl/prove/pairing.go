package prove

import (
	"math"
	"slices"

	"zermelo/games/gdl/network"
)

// owned is a cube of the next value of a fluent, which is the cube's owner.
type owned struct {
	*cube
	owner int32
}

// pairing compares the cubes of one set of fluents in pairs.
type pairing struct {
	*exclusion
	holds func(group int32) bool
	use   func(group int32)
	left  int // number of comparisons left
}

// void reports whether a cube cannot hold because it contains two exclusive
// literals.
func (p *pairing) void(c *cube) bool {
	if c.never() {
		return true
	}
	for i := 1; i < len(c.tags); i++ {
		s, t := c.tags[i-1], c.tags[i]
		if s.set == t.set && s.member != t.member && (s.set < 0 || p.holds(s.set)) {
			p.note(s.set)
			return true
		}
	}
	return false
}

// fewCubes is the maximum number of cubes that are compared without grouping.
const fewCubes = 32

// exclude reports whether any two cubes with different owners exclude each other. If
// there are many cubes, it groups them by their member of a common set, because
// cubes with different members exclude each other.
func (p *pairing) exclude(cubes []owned) bool {
	set, found := p.commonSet(cubes)
	if !found {
		for i := range cubes {
			if !p.excludeAll(cubes[i:i+1], cubes[:i]) {
				return false
			}
		}
		return true
	}
	p.note(set)
	by := map[network.Lit][]owned{}
	var members []network.Lit
	var rest []owned
	for _, c := range cubes {
		m, ok := c.member(set)
		switch {
		case !ok:
			rest = append(rest, c)
			continue
		case by[m] == nil:
			members = append(members, m)
		}
		by[m] = append(by[m], c)
	}
	for _, m := range members {
		if !p.exclude(by[m]) || !p.excludeAll(by[m], rest) {
			return false
		}
	}
	return p.exclude(rest)
}

// commonSet returns the set with members in the largest number of cubes. It considers
// only sets with members in more than half of the cubes, unless it is always the same
// member. It returns false if there is no such set or if there are at most fewCubes
// cubes.
func (p *pairing) commonSet(cubes []owned) (set int32, found bool) {
	if len(cubes) <= fewCubes {
		return 0, false
	}
	count := map[int32]int{}
	first, several := map[int32]network.Lit{}, map[int32]bool{}
	for _, c := range cubes {
		last := int32(math.MinInt32)
		for _, t := range c.tags {
			if t.set == last || t.set >= 0 && !p.holds(t.set) {
				continue
			}
			last = t.set
			if count[t.set]++; count[t.set] == 1 {
				first[t.set] = t.member
			}
			several[t.set] = several[t.set] || first[t.set] != t.member
		}
	}
	most := len(cubes) / 2
	for s, n := range count {
		if several[s] && (n > most || n == most && found && s < set) {
			set, most, found = s, n, true
		}
	}
	return set, found
}

func (p *pairing) note(set int32) {
	if p.use != nil && set >= 0 {
		p.use(set)
	}
}

// excludeAll reports whether each cube in some excludes each cube in others that has
// a different owner.
func (p *pairing) excludeAll(some, others []owned) bool {
	for i := range some {
		for j := range others {
			if some[i].owner == others[j].owner {
				continue
			}
			if !p.excludePair(some[i].cube, others[j].cube) && !p.split(some[i].cube, others[j].cube) {
				return false
			}
		}
	}
	return true
}

// excludePair reports whether two cubes exclude each other. It returns false when no
// comparisons are left.
func (p *pairing) excludePair(a, b *cube) bool {
	if p.left--; p.left < 0 {
		return false
	}
	p.Spend(8)
	set, ok := exclude(a, b, p.holds)
	if ok {
		p.note(set)
	}
	return ok
}

// split reports whether a case distinction proves that two cubes exclude each other.
// The cases are the moves of a role, or the operands of a disjunction in a cube.
// Each case must exclude one of the cubes.
func (p *pairing) split(a, b *cube) bool {
	all := func(w ways) bool {
		return len(w) > 0 && !slices.ContainsFunc(w, func(c class) bool { return !p.excludeClass(&c, a, b) })
	}
	part := func(l network.Lit) bool { return all(p.waysOf(l)) }
	return slices.ContainsFunc(p.cases, all) || slices.ContainsFunc(a.lits, part) || slices.ContainsFunc(b.lits, part)
}

// excludeClass reports whether each cube of a class excludes a or b.
func (p *pairing) excludeClass(c *class, a, b *cube) bool {
	if p.excludePair(&c.common, a) || p.excludePair(&c.common, b) {
		return true
	}
	list := c.cubes
	if c.set < 0 {
		m, ok := a.member(c.set)
		if !ok {
			m, ok = b.member(c.set)
		}
		if ok {
			list = c.by[m] // different moves exclude each other
		}
	}
	for i := range list {
		if !p.excludePair(&list[i], a) && !p.excludePair(&list[i], b) {
			return false
		}
	}
	return true
}

// member returns the first member of a set in the cube, or false if there is none.
func (c *cube) member(set int32) (network.Lit, bool) {
	for _, t := range c.tags {
		if t.set == set {
			return t.member, true
		}
	}
	return 0, false
}

// exclude reports whether two cubes cannot hold together. If they contain different
// members of a set, it also returns that set, and otherwise -1.
func exclude(a, b *cube, holds func(group int32) bool) (set int32, excludes bool) {
	for i, j := 0, 0; i < len(a.tags) && j < len(b.tags); {
		switch s, t := a.tags[i], b.tags[j]; {
		case s.set < t.set:
			i++
		case s.set > t.set:
			j++
		default:
			// One member is enough: a cube with two is contradictory.
			if s.member != t.member && (s.set < 0 || holds(s.set)) {
				return s.set, true
			}
			i++
			j++
		}
	}
	for i, j := 0, 0; i < len(a.lits) && j < len(b.lits); {
		switch l, m := a.lits[i], b.lits[j]; {
		case l == m.Not():
			return -1, true
		case l < m:
			i++
		default:
			j++
		}
	}
	return -1, false
}
