package prove

import (
	"slices"

	"zermelo/games/gdl/network"
)

// ways is a list of alternatives: the cubes of a disjunction.
type ways []class

// class is a set of cubes that all contain a move of the same role, or a set of
// cubes without moves.
type class struct {
	set    int32 // the tag of the role's moves, or 0
	common cube  // the literals in all cubes
	cubes  []cube
	by     map[network.Lit][]cube // by move
}

// sorted groups cubes into classes.
func (x *exclusion) sorted(cubes []cube) ways {
	var list ways
	// Short cubes are the most likely to be compatible with others, which ends the proof.
	slices.SortStableFunc(cubes, func(a, b cube) int { return len(a.lits) - len(b.lits) })
	for _, c := range cubes {
		if !c.never() {
			list = list.add(c)
		}
	}
	for i := range list {
		list[i].common = x.cube(list[i].common.lits)
	}
	return list
}

// add adds a cube to its class. It does not update the common tags of the class.
func (w ways) add(c cube) ways {
	set, move := int32(0), network.Lit(0)
	if len(c.tags) > 0 && c.tags[0].set < 0 {
		set, move = c.tags[0].set, c.tags[0].member
	}
	at := slices.IndexFunc(w, func(k class) bool { return k.set == set })
	if at < 0 {
		at = len(w)
		w = append(w, class{set: set, common: cube{lits: c.lits}, by: map[network.Lit][]cube{}})
	}
	k := &w[at]
	k.common.lits = common(k.common.lits, c.lits)
	k.cubes, k.by[move] = append(k.cubes, c), append(k.by[move], c)
	return w
}

// maxWays is the maximum number of parts of a disjunction.
const maxWays = 8192

// waysOf returns the cubes of a disjunction's parts. It returns nil if l is not a
// disjunction or has more than maxWays parts.
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
