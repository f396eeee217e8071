package network

import "slices"

// Cubing converts literals to disjunctions of cubes. A cube is a conjunction of
// literals. Nested conjunctions and disjunctions are expanded as long as there are
// at most limit cubes; the others are treated as literals. Cubing caches the results
// because a deep network has exponentially many paths.
type Cubing struct {
	*Network
	limit int
	known map[Lit][][]Lit
	older map[Lit][][]Lit // previous generation of the cache
	kept  int             // number of cubes in known
	// The products of a conjunction's parts so far, with and without the last part.
	now, before products
}

// maxKept is the approximate maximum number of cubes per generation of the cache.
const maxKept = 1 << 17

// Cubing returns a Cubing that produces at most limit cubes per literal.
func (n *Network) Cubing(limit int) *Cubing {
	return &Cubing{Network: n, limit: limit, known: map[Lit][][]Lit{}}
}

// Of returns the cubes of a literal. The cubes are sorted and free of
// contradictions.
func (c *Cubing) Of(l Lit) [][]Lit {
	if c.kept > maxKept {
		c.known, c.older, c.kept = map[Lit][][]Lit{}, c.known, 0
	}
	return c.of(l)
}

func (c *Cubing) of(l Lit) [][]Lit {
	cubes, ok := c.known[l]
	c.Spend(16 + len(c.Fanins(l.Node())))
	if ok {
		return cubes
	}
	switch cubes, ok = c.older[l]; {
	case ok:
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

// any returns the cubes of a disjunction: the cubes of its operands.
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

// all returns the cubes of a conjunction: the products of its operands' cubes.
func (c *Cubing) all(l Lit) [][]Lit {
	fanins := c.Fanins(l.Node())
	parts := make([][][]Lit, len(fanins))
	for i, f := range fanins {
		parts[i] = c.of(f)
	}
	for i, ways := range parts {
		c.now, c.before = c.before, c.now
		c.now.clear()
		if i == 0 {
			c.now.add(nil, ways)
			continue
		}
		if len(ways)*c.before.size() > c.limit {
			ways = [][]Lit{{fanins[i]}}
		}
		for k := range c.before.size() {
			a := c.before.at(k)
			c.Spend(4 + 8*len(ways)*(1+len(a)))
			c.now.add(a, ways)
		}
	}
	return c.now.copy()
}

// products is a list of cubes that share one slice.
type products struct {
	lits []Lit
	ends []int32
}

func (p *products) clear() { p.lits, p.ends = p.lits[:0], p.ends[:0] }

func (p *products) size() int { return len(p.ends) }

func (p *products) at(k int) []Lit {
	if k == 0 {
		return p.lits[:p.ends[0]]
	}
	return p.lits[p.ends[k-1]:p.ends[k]]
}

// add appends the product of cube a with each of the other cubes, except
// contradictory products.
func (p *products) add(a []Lit, others [][]Lit) {
	for _, b := range others {
		if lits, ok := appendProduct(p.lits, a, b); ok {
			p.lits, p.ends = lits, append(p.ends, int32(len(lits)))
		}
	}
}

// appendProduct appends the union of two sorted cubes. It returns false if they
// contradict each other.
func appendProduct(dst, a, b []Lit) ([]Lit, bool) {
	last := True // True adds nothing to a cube
	for len(a) > 0 || len(b) > 0 {
		l := False
		if len(b) == 0 || len(a) > 0 && a[0] < b[0] {
			l, a = a[0], a[1:]
		} else {
			l, b = b[0], b[1:]
		}
		if l == last.Not() {
			return dst, false
		}
		if l != last {
			dst, last = append(dst, l), l
		}
	}
	return dst, true
}

func (p *products) copy() [][]Lit {
	lits := slices.Clone(p.lits)
	cubes := make([][]Lit, p.size())
	for k, from := 0, int32(0); k < len(cubes); k++ {
		cubes[k] = lits[from:p.ends[k]:p.ends[k]]
		from = p.ends[k]
	}
	return cubes
}

// Simplify sorts a cube in place and removes duplicates and True. It returns false
// if the cube is contradictory.
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

// AnyOf returns the disjunction of the cubes. The cubes must be sorted and free of
// contradictions. AnyOf factors out shared literals, most frequent first: ab + ac +
// d becomes a(b + c) + d (R. Brayton: Factoring logic functions, 1987).
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
	// By literal: the cubes that contain it, and the number of them that are not taken.
	having, left := make([][]int32, len(lits)), make([]int, len(lits))
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
