package network

import "slices"

// Cubes writes a literal as a disjunction of cubes, going into conjunctions and
// disjunctions as long as there are no more than limit cubes; what is left out
// of that stays a literal of its cubes. Each cube is sorted; none contradicts
// itself.
func (n *Network) Cubes(l Lit, limit int) [][]Lit {
	c := cubing{Network: n, limit: limit, known: map[Lit][][]Lit{}}
	return c.of(l)
}

// cubing finds the cubes of a literal. What many paths lead to is looked at once:
// in a deep network there are exponentially many of them.
type cubing struct {
	*Network
	limit int
	known map[Lit][][]Lit
}

func (c *cubing) of(l Lit) [][]Lit {
	cubes, ok := c.known[l]
	if !c.spend(16 + len(c.Fanins(l.Node()))) {
		return nil
	}
	switch {
	case ok:
		return cubes
	case len(c.Fanins(l.Node())) == 0:
		if l != False {
			cubes = [][]Lit{{l}}
		}
	case l.Complemented():
		cubes = c.any(l)
	default:
		cubes = c.all(l)
	}
	c.known[l] = cubes
	return cubes
}

// any is the union of the cubes of a disjunction's parts.
func (c *cubing) any(l Lit) [][]Lit {
	var any [][]Lit
	for _, f := range c.Fanins(l.Node()) {
		any = append(any, c.of(f.Not())...)
		if len(any) > c.limit {
			return [][]Lit{{l}}
		}
	}
	return any
}

// all are the products of the cubes of a conjunction's parts.
func (c *cubing) all(l Lit) [][]Lit {
	all := [][]Lit{nil}
	for _, f := range c.Fanins(l.Node()) {
		ways := c.of(f)
		if len(ways)*len(all) > c.limit {
			ways = [][]Lit{{f}}
		}
		var products [][]Lit
		for _, a := range all {
			if !c.spend(4 + 8*len(ways)*(1+len(a))) {
				return nil
			}
			for _, b := range ways {
				if p, ok := join(a, b); ok {
					products = append(products, p)
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
