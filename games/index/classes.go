package index

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
)

// Classes numbers the sets of k of all squares up to symmetry. A class is
// represented by the smallest of its sets, as a number.
type Classes struct {
	group *Group
	sets  *Subsets
	size  uint64
	build sync.Mutex
	table atomic.Pointer[classTable] // made when it is first needed
}

// classTable tells the class of each set.
type classTable struct {
	places []place
	reps   []representative
	rest   compressor // by class: what is left without the representative
	// keeps is the number of the list of those symmetries, other than symmetry
	// 0, that keep a representative; lists[0] is empty.
	keeps []uint8
	lists [][]uint8
}

// representative is the set that stands for a class, and in bit 31 whether it is
// symmetric itself.
type representative uint32

func (r representative) set() uint32     { return uint32(r) &^ (1 << 31) }
func (r representative) symmetric() bool { return r>>31 != 0 }

// place is what is known of a set, in one word, so that one look-up finds it:
// the number of its class in 23 bits, a bit that tells whether the class's
// representative is symmetric itself, and a symmetry that takes the set to the
// representative.
type place uint32

const (
	maxClasses   = 1 << 23
	symmetricBit = 1 << 8
)

func placeOf(class uint64) place { return place(class) << 9 }

func (p place) class() uint64   { return uint64(p >> 9) }
func (p place) symmetric() bool { return p&symmetricBit != 0 }
func (p place) symmetry() int   { return int(uint8(p)) }

// NewClasses makes the numbering of sets of k squares. Its tables are made when
// a set is first looked up; they take 4 bytes for each of the sets, of which
// there may be 1<<24 at most, and 21 or 25 for each of the classes, of which
// there may be 1<<23. A board has 31 squares at most.
func NewClasses(s *Squares, g *Group, k int) *Classes {
	if s.n != g.squares {
		panic(fmt.Sprintf("index: symmetries of %d squares for a board of %d", g.squares, s.n))
	}
	if s.n >= MaxSquares {
		panic(fmt.Sprintf("index: classes of sets of %d squares, want at most %d", s.n, MaxSquares-1))
	}
	c := &Classes{group: g, sets: s.Subsets(s.n, k)}
	if c.sets.Len() > 1<<24 {
		panic(fmt.Sprintf("index: classes of %d sets, want at most 1<<24", c.sets.Len()))
	}
	if c.size = g.classes(k); c.size > maxClasses {
		panic(fmt.Sprintf("index: %d classes of sets, want at most %d", c.size, maxClasses))
	}
	return c
}

// Len is the number of classes.
func (c *Classes) Len() uint64 { return c.size }

// Find returns the class of a set of k squares, and the number of a symmetry
// that takes the set to the class's representative.
func (c *Classes) Find(set uint32) (class uint64, symmetry int) {
	p := c.tables().places[c.sets.Rank(set)]
	return p.class(), p.symmetry()
}

// Representative is the set that stands for a class.
func (c *Classes) Representative(class uint64) uint32 { return c.tables().reps[class].set() }

// Stabiliser lists the symmetries, other than symmetry 0, that keep the
// representative of a class as it is.
func (c *Classes) Stabiliser(class uint64) []uint8 {
	t := c.tables()
	return t.lists[t.keeps[class]]
}

// tables returns the tables, made once.
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
	// No set comes before the representative of its class, and no other one of a
	// class has place 0.
	for set := uint64(1)<<c.sets.k - 1; set < 1<<c.sets.n; set = nextSet(set) {
		if t.places[c.sets.Rank(uint32(set))] == 0 {
			c.add(t, uint32(set), known)
		}
	}
	c.table.Store(t)
	return t
}

// nextSet is the next greater number with as many bits.
func nextSet(set uint64) uint64 {
	if set == 0 {
		return 1 << MaxSquares
	}
	lowest := set & -set
	carried := set + lowest
	return carried | (set^carried)>>2>>bits.TrailingZeros64(lowest)
}

// add makes the class of its smallest set. Known are the numbers of the lists
// of symmetries so far.
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
		// The inverse leads from the image back to the representative.
		image := c.group.Apply(symmetry, rep)
		t.places[c.sets.Rank(image)] = p | place(c.group.inverse[symmetry])
	}
	t.reps, t.keeps = append(t.reps, r), append(t.keeps, number)
	t.rest.add(rep)
}
