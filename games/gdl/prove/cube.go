package prove

import (
	"slices"

	"zermelo/games/gdl/network"
)

// cube is a conjunction of literals, including the literals that they imply.
type cube struct {
	lits []network.Lit // sorted
	tags []tag         // sorted
}

// tag records that a cube contains a member of a set of exclusive literals.
type tag struct {
	set    int32 // a candidate group, or minus one minus the role for a role's moves
	member network.Lit
}

func (c *cube) never() bool { return len(c.lits) > 0 && c.lits[0] == network.False }

// rest considers each role for which lits rule out some moves but include none. It
// returns the demands shared by all other moves of such a role.
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

// remaining returns the demands shared by all moves of a role that the sorted
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

// cube returns the cube of sorted literals and their consequences.
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
