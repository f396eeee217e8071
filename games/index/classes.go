package index

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
)

// Classes assigns numbers to the equivalence classes of sets of k squares under
// symmetry. The smallest set of each class represents it.
type Classes struct {
	group *Group
	sets  *Subsets
	size  uint64
	build sync.Mutex
	table atomic.Pointer[classTable] // created on first use
}

type classTable struct {
	places []place
	reps   []representative
	rest   compressor // by class; removes the squares of the representative
	// keeps holds, for each class, the index in lists of the symmetries that
	// preserve the representative, except symmetry 0. lists[0] is empty.
	keeps []uint8
	lists [][]uint8
}

// representative is a set of squares. Bit 31 is 1 if a symmetry other than the
// identity preserves the set.
type representative uint32

func (r representative) set() uint32     { return uint32(r) &^ (1 << 31) }
func (r representative) symmetric() bool { return r>>31 != 0 }

// place packs the class of a set (23 bits), a bit that is 1 if the representative is
// symmetric, and a symmetry that maps the set to the representative (8 bits). A
// single lookup returns all three.
type place uint32

const (
	maxClasses   = 1 << 23
	symmetricBit = 1 << 8
)

func placeOf(class uint64) place { return place(class) << 9 }

func (p place) class() uint64   { return uint64(p >> 9) }
func (p place) symmetric() bool { return p&symmetricBit != 0 }
func (p place) symmetry() int   { return int(uint8(p)) }

// NewClasses returns the numbering of sets of k squares on a board of at most 31
// squares. The tables are created on first use. They take 4 bytes for each of at
// most 1<<24 sets, and 21 or 25 bytes for each of at most 1<<23 classes.
func NewClasses(s *Squares, g *Group, k int) *Classes {
	if s.n != g.squares {
		panic(fmt.Sprintf("index: symmetries of %d squares for a board of %d", g.squares, s.n))
	}
	if s.n >= maxSquares {
		panic(fmt.Sprintf("index: board has %d squares; the maximum is %d", s.n, maxSquares-1))
	}
	c := &Classes{group: g, sets: s.Subsets(s.n, k)}
	if c.sets.Len() > 1<<24 {
		panic(fmt.Sprintf("index: classes of %d sets; the maximum is 1<<24", c.sets.Len()))
	}
	if c.size = g.classes(k); c.size > maxClasses {
		panic(fmt.Sprintf("index: %d classes of sets; the maximum is %d", c.size, maxClasses))
	}
	return c
}

// stabiliser returns the symmetries that preserve the representative of a class,
// except symmetry 0.
func (c *Classes) stabiliser(class uint64) []uint8 {
	t := c.tables()
	return t.lists[t.keeps[class]]
}

func (c *Classes) tables() *classTable {
	if t := c.table.Load(); t != nil {
		return t
	}
	return c.makeTables()
}

func (c *Classes) makeTables() *classTable {
	c.build.Lock()
	defer c.build.Unlock()
	t := c.table.Load()
	if t != nil {
		return t
	}
	t = &classTable{places: make([]place, c.sets.Len()), lists: [][]uint8{nil}, rest: compressor{gone: c.sets.k}}
	known := map[string]uint8{"": 0}
	// The first set of each class becomes its representative. Place 0 belongs to the
	// very first set, or to a set without a class.
	for set := uint64(1)<<c.sets.k - 1; set < 1<<c.sets.n; set = nextSet(set) {
		if t.places[c.sets.Rank(uint32(set))] == 0 {
			c.add(t, uint32(set), known)
		}
	}
	c.table.Store(t)
	return t
}

// nextSet returns the next larger word with the same number of bits.
func nextSet(set uint64) uint64 {
	if set == 0 {
		return 1 << maxSquares
	}
	lowest := set & -set
	carried := set + lowest
	return carried | (set^carried)>>2>>bits.TrailingZeros64(lowest)
}

// add adds the class with the given representative. The map known maps each list in
// t.lists, as a string, to its index.
func (c *Classes) add(t *classTable, rep uint32, known map[string]uint8) {
	var keep []uint8
	for symmetry := 1; symmetry < c.group.Len(); symmetry++ {
		if c.group.Apply(symmetry, rep) == rep {
			keep = append(keep, uint8(symmetry))
		}
	}
	number, ok := known[string(keep)]
	if !ok {
		number = uint8(len(t.lists))
		known[string(keep)] = number
		t.lists = append(t.lists, keep)
	}
	p, r := placeOf(uint64(len(t.reps))), representative(rep)
	if len(keep) > 0 {
		p, r = p|symmetricBit, r|1<<31
	}
	for symmetry := c.group.Len() - 1; symmetry >= 0; symmetry-- {
		// The inverse maps the image back to the representative.
		image := c.group.Apply(symmetry, rep)
		t.places[c.sets.Rank(image)] = p | place(c.group.inverse[symmetry])
	}
	t.reps, t.keeps = append(t.reps, r), append(t.keeps, number)
	t.rest.add(rep)
}
