package network

import "slices"

// Cubing writes literals as disjunctions of cubes, going into conjunctions and
// disjunctions as long as there are no more than limit cubes; what is left out
// of that stays a literal of its cubes. What many paths lead to is looked at once:
// in a deep network there are exponentially many of them.
type Cubing struct {
	*Network
	limit int
	known map[Lit][][]Lit
	kept  int // cubes in known
}

// mostKept is how many cubes are kept from one literal to the next.
const mostKept = 1 << 18

// Cubing prepares to write literals as up to limit cubes each.
func (n *Network) Cubing(limit int) *Cubing {
	return &Cubing{Network: n, limit: limit, known: map[Lit][][]Lit{}}
}

// Of are the cubes of a literal. Each is sorted; none contradicts itself.
func (c *Cubing) Of(l Lit) [][]Lit {
	if c.kept > mostKept {
		clear(c.known)
		c.kept = 0
	}
	return c.of(l)
}

func (c *Cubing) of(l Lit) [][]Lit {
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
	c.kept += len(cubes)
	return cubes
}

// any is the union of the cubes of a disjunction's parts.
func (c *Cubing) any(l Lit) [][]Lit {
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
func (c *Cubing) all(l Lit) [][]Lit {
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
	if len(cubes) == 1 {
		return n.Or(n.And(cubes[0]...))
	}
	lits := slices.Concat(cubes...)
	slices.Sort(lits)
	lits = slices.Compact(lits)
	n.Spend(16 + 8*len(lits))
	number := func(l Lit) int {
		i, _ := slices.BinarySearch(lits, l)
		return i
	}
	having, left := make([][]int32, len(lits)), make([]int, len(lits)) // the cubes that have each literal, and how many are left of them
	for i, cube := range cubes {
		for _, l := range cube {
			k := number(l)
			having[k] = append(having[k], int32(i))
			left[k]++
		}
	}
	var terms []Lit
	taken := make([]bool, len(cubes))
	for len(lits) > 0 {
		best := 0
		for k, size := range left {
			if size > left[best] {
				best = k
			}
		}
		n.Spend(16 + len(lits))
		if left[best] < 2 {
			break
		}
		var with [][]Lit
		for _, i := range having[best] {
			if taken[i] {
				continue
			}
			taken[i] = true
			cube := cubes[i]
			n.Spend(16 * len(cube))
			for _, l := range cube {
				left[number(l)]--
			}
			at := slices.Index(cube, lits[best])
			with = append(with, slices.Concat(cube[:at], cube[at+1:]))
		}
		terms = append(terms, n.And(lits[best], n.AnyOf(with)))
	}
	for i, cube := range cubes {
		if !taken[i] {
			terms = append(terms, n.And(cube...))
		}
	}
	return n.Or(terms...)
}
