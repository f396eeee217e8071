package network

import "slices"

// Cubing converts literals to disjunctions of cubes. It expands conjunctions
// and disjunctions while there are at most limit cubes; the rest remain
// literals of the cubes. Results are cached, because a deep network has
// exponentially many paths.
type Cubing struct {
	*Network
	limit int
	known map[Lit][][]Lit
	older map[Lit][][]Lit // known before that
	kept  int             // cubes in known
	// The products of the current conjunction, and of its parts so far.
	now, before products
}

// maxKept is the maximum number of cubes in each of the two generations of the
// cache.
const maxKept = 1 << 17

// Cubing returns a Cubing with up to limit cubes per literal.
func (n *Network) Cubing(limit int) *Cubing {
	return &Cubing{Network: n, limit: limit, known: map[Lit][][]Lit{}}
}

// Of returns the cubes of a literal. Each is sorted and free of contradictions.
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

// any returns the cubes of a disjunction: the union of the cubes of its operands.
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

// all returns the products of the cubes of the parts of a conjunction.
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

// products is a list of cubes in one slice.
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

// add adds the products of a cube with others, except contradictions.
func (p *products) add(a []Lit, others [][]Lit) {
	for _, b := range others {
		if lits, ok := appendProduct(p.lits, a, b); ok {
			p.lits, p.ends = lits, append(p.ends, int32(len(lits)))
		}
	}
}

// appendProduct appends the sorted union of two sorted cubes. It returns false
// if they contradict each other.
func appendProduct(dst, a, b []Lit) ([]Lit, bool) {
	last := True // it holds anyway
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

// copy returns a copy of the cubes.
func (p *products) copy() [][]Lit {
	lits := slices.Clone(p.lits)
	cubes := make([][]Lit, p.size())
	for k, from := 0, int32(0); k < len(cubes); k++ {
		cubes[k] = lits[from:p.ends[k]:p.ends[k]]
		from = p.ends[k]
	}
	return cubes
}

// Simplify sorts a cube and removes true literals. It returns false if the cube
// is contradictory.
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

// AnyOf returns the disjunction of cubes. It factors out shared literals, the
// most frequent first: ab + ac + d becomes a(b + c) + d (R. Brayton: Factoring
// logic functions, 1987).
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
