package network

import "slices"

// Cubes writes a literal as a disjunction of cubes, going into conjunctions and
// disjunctions as long as there are no more than limit cubes; what is left out
// of that stays a literal of its cubes. Each cube is sorted; none contradicts
// itself.
func (n *Network) Cubes(l Lit, limit int) [][]Lit {
	fanins := n.Fanins(l.Node())
	if len(fanins) == 0 {
		if l == False {
			return nil
		}
		return [][]Lit{{l}}
	}
	if l.Complemented() {
		var any [][]Lit
		for _, f := range fanins {
			any = append(any, n.Cubes(f.Not(), limit)...)
			if len(any) > limit {
				return [][]Lit{{l}}
			}
		}
		return any
	}
	all := [][]Lit{nil}
	for _, f := range fanins {
		ways := n.Cubes(f, limit)
		if len(ways)*len(all) > limit {
			ways = [][]Lit{{f}}
		}
		var products [][]Lit
		for _, a := range all {
			for _, b := range ways {
				if c, ok := join(a, b); ok {
					products = append(products, c)
				}
			}
		}
		all = products
	}
	return all
}

// join is the conjunction of two cubes. It is false if they contradict each
// other.
func join(a, b []Lit) ([]Lit, bool) {
	c := slices.Concat(a, b)
	slices.Sort(c)
	c = slices.Compact(c)
	for i := 1; i < len(c); i++ {
		if c[i] == c[i-1].Not() {
			return nil, false
		}
	}
	return c, true
}
