package index

import (
	"fmt"
	"math/bits"
)

// Classes numbers the sets of k of all squares up to symmetry. A class is
// represented by the smallest of its sets, as a number.
type Classes struct {
	group *Group
	sets  *Subsets
	// place tells for each set, by rank, its class<<8 and a symmetry that
	// takes it to the representative.
	place []uint32
	reps  []uint32
	// keeps is the number of the list of those symmetries, other than symmetry
	// 0, that keep a representative; lists[0] is empty.
	keeps []uint8
	lists [][]uint8
}

// NewClasses makes the numbering of sets of k squares. It takes 4 bytes for
// each set, of which there may be 1<<24 at most.
func NewClasses(s *Squares, g *Group, k int) *Classes {
	if s.n != g.squares {
		panic(fmt.Sprintf("index: symmetries of %d squares for a board of %d", g.squares, s.n))
	}
	c := &Classes{group: g, sets: s.Subsets(s.n, k), lists: [][]uint8{nil}}
	if c.sets.Len() > 1<<24 {
		panic(fmt.Sprintf("index: classes of %d sets, want at most 1<<24", c.sets.Len()))
	}
	c.place = make([]uint32, c.sets.Len())
	known := map[string]uint8{"": 0}
	for set := uint64(1)<<k - 1; set < 1<<s.n; set = nextSet(set) {
		c.add(uint32(set), known)
	}
	return c
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

// add makes the class of a set if it is the smallest of it. Known are the
// numbers of the lists of symmetries so far.
func (c *Classes) add(set uint32, known map[string]uint8) {
	for t := range c.group.Len() {
		if c.group.Apply(t, set) < set {
			return
		}
	}
	class := uint32(len(c.reps))
	var keep []uint8
	for t := c.group.Len() - 1; t >= 0; t-- {
		// The inverse of t leads from the image back to the representative.
		image := c.group.Apply(t, set)
		c.place[c.sets.Rank(image)] = class<<8 | uint32(c.group.inverse[t])
		if image == set && t > 0 {
			keep = append(keep, uint8(t))
		}
	}
	number, ok := known[string(keep)]
	if !ok {
		number = uint8(len(c.lists))
		known[string(keep)] = number
		c.lists = append(c.lists, keep)
	}
	c.reps, c.keeps = append(c.reps, set), append(c.keeps, number)
}

// Len is the number of classes.
func (c *Classes) Len() uint64 { return uint64(len(c.reps)) }

// Find returns the class of a set of k squares, and the number of a symmetry
// that takes the set to the class's representative.
func (c *Classes) Find(set uint32) (class uint64, symmetry int) {
	p := c.place[c.sets.Rank(set)]
	return uint64(p >> 8), int(p & 255)
}

// Representative is the set that stands for a class.
func (c *Classes) Representative(class uint64) uint32 { return c.reps[class] }

// Stabiliser lists the symmetries, other than symmetry 0, that keep the
// representative of a class as it is.
func (c *Classes) Stabiliser(class uint64) []uint8 { return c.lists[c.keeps[class]] }
