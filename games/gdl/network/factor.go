package network

import "slices"

// AnyOf is the disjunction of cubes, which are conjunctions of literals. A
// literal that many cubes share is taken out of them, the most frequent first:
// ab + ac + d becomes a(b + c) + d. (R. Brayton: Factoring logic functions,
// 1987: literal factoring.)
func (n *Network) AnyOf(cubes [][]Lit) Lit {
	var terms []Lit
	for {
		best, size := mostFrequent(cubes)
		if !n.spend(16 + 16*size) {
			return False
		}
		if best == False {
			break
		}
		var with, without [][]Lit
		for _, cube := range cubes {
			i := slices.Index(cube, best)
			if i < 0 {
				without = append(without, cube)
				continue
			}
			with = append(with, slices.Concat(cube[:i], cube[i+1:]))
		}
		terms = append(terms, n.And(best, n.AnyOf(with)))
		cubes = without
	}
	for _, cube := range cubes {
		terms = append(terms, n.And(cube...))
	}
	return n.Or(terms...)
}

// mostFrequent is the literal that is in the most cubes, the first of several;
// False if none is in two. It also returns how many literals the cubes have.
func mostFrequent(cubes [][]Lit) (Lit, int) {
	if len(cubes) < 2 {
		return False, 0
	}
	var all []Lit
	for _, cube := range cubes {
		all = append(all, cube...)
	}
	slices.Sort(all)
	best, most := False, 1
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && all[to] == all[from] {
			to++
		}
		if to-from > most {
			best, most = all[from], to-from
		}
		from = to
	}
	return best, len(all)
}
