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
	c.Spend(16 + len(c.Fanins(l.Node())))
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
			c.Spend(4 + 8*len(ways)*(1+len(a)))
			for _, b := range ways {
				if p, ok := Simplify(slices.Concat(a, b)); ok {
					products = append(products, p)
				}
			}
		}
		all = products
	}
	return all
}

// Simplify sorts a cube and leaves out what holds anyway. It is false if the cube
// cannot hold.
func Simplify(cube []Lit) ([]Lit, bool) {
	slices.Sort(cube)
	cube = slices.Compact(cube)
	if len(cube) > 0 && cube[0] == False || contradict(cube) {
		return nil, false
	}
	if len(cube) > 0 && cube[0] == True {
		cube = cube[1:]
	}
	return cube, true
}

// AnyOf is the disjunction of cubes, which are conjunctions of literals. A
// literal that many cubes share is taken out of them, the most frequent first:
// ab + ac + d becomes a(b + c) + d. (R. Brayton: Factoring logic functions,
// 1987: literal factoring.)
func (n *Network) AnyOf(cubes [][]Lit) Lit {
	var terms []Lit
	for {
		best, size := mostFrequent(cubes)
		n.Spend(16 + 16*size)
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
