// Package symmetry implements permutations of the cells of rectangular boards.
package symmetry

import "slices"

// Permutation maps index i to p[i].
type Permutation []int

// Grid returns the symmetries of a board as permutations of its cells, which are
// numbered row by row. The first four are the identity, the horizontal flip, the
// vertical flip and the half-turn. For a square board, the two diagonal reflections
// and the two quarter-turns follow. Both the first four and all eight form a group.
func Grid(width, height int) []Permutation {
	var list []Permutation
	for turn := range 8 {
		transpose := turn&4 != 0
		if transpose && width != height {
			break
		}
		p := make(Permutation, width*height)
		for i := range p {
			x, y := i%width, i/width
			if turn&1 != 0 {
				x = width - 1 - x
			}
			if turn&2 != 0 {
				y = height - 1 - y
			}
			if transpose {
				x, y = y, x
			}
			p[i] = y*width + x
		}
		list = append(list, p)
	}
	return list
}

// Planes returns permutations of several concatenated boards. Each result applies one
// of the given permutations to every board.
func Planes(boards int, permutations []Permutation) []Permutation {
	var list []Permutation
	for _, p := range permutations {
		q := make(Permutation, 0, boards*len(p))
		for board := range boards {
			for _, to := range p {
				q = append(q, board*len(p)+to)
			}
		}
		list = append(list, q)
	}
	return list
}

// Map is a permutation of up to 64 bits. Apply processes one byte at a time.
type Map struct {
	bytes [][256]uint64 // indexed by byte position and byte value
}

// newMap returns the map that moves bit i of a word to bit p[i]. Bits at or above
// len(p) must be zero.
func newMap(p Permutation) *Map {
	m := &Map{bytes: make([][256]uint64, (len(p)+7)/8)}
	for i, to := range p {
		for value := range 256 {
			if value>>(i%8)&1 != 0 {
				m.bytes[i/8][value] |= 1 << to
			}
		}
	}
	return m
}

func (m *Map) Apply(set uint64) uint64 {
	image := uint64(0)
	for i := range m.bytes {
		image |= m.bytes[i][uint8(set)]
		set >>= 8
	}
	return image
}

// Group is a group of permutations of bits. The first element is the identity.
type Group []*Map

// NewGroup returns the group that consists of the given permutations. They must form
// a group, and the first must be the identity.
func NewGroup(permutations []Permutation) Group {
	var g Group
	for _, p := range permutations {
		g = append(g, newMap(p))
	}
	return g
}

// Keeping returns the subgroup of the permutations that map each of the given sets to
// itself.
func Keeping(permutations []Permutation, sets ...uint64) Group {
	var g Group
	for _, p := range permutations {
		m := newMap(p)
		if !slices.ContainsFunc(sets, func(set uint64) bool { return m.Apply(set) != set }) {
			g = append(g, m)
		}
	}
	return g
}

// Exchanges is a list of bit exchanges, applied in order.
type Exchanges []Exchange

// Exchange exchanges each bit in Mask with the bit that is Shift higher.
type Exchange struct {
	Shift int
	Mask  uint64
}

// Reversal returns exchanges that reverse the order of n rows. The first row consists
// of the bits in first, and step is the distance between rows in bits.
func Reversal(n, step int, first uint64) Exchanges {
	var e Exchanges
	for low := range n / 2 {
		e = append(e, Exchange{Shift: (n - 1 - 2*low) * step, Mask: first << (low * step)})
	}
	return e
}

func (e Exchanges) Apply(set uint64) uint64 {
	for _, x := range e {
		t := (set>>(x.Shift&63) ^ set) & x.Mask
		set ^= t | t<<(x.Shift&63)
	}
	return set
}

// Least returns the smallest image of a set. For the eight images of two 4x4 planes
// (32 bits), it takes 34 ns, compared with 45 ns using Exchanges.
func (g Group) Least(set uint64) uint64 {
	least := set
	for _, m := range g[1:] {
		least = min(least, m.Apply(set))
	}
	return least
}

// Orbit returns the number of distinct images of a set.
func (g Group) Orbit(set uint64) int {
	fixed := 0
	for _, m := range g {
		if m.Apply(set) == set {
			fixed++
		}
	}
	return len(g) / fixed
}

// Canonize implements games.Canonizer for games in which no symmetry exchanges the
// roles.
func (g Group) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i] = g.Least(s)
	}
	clear(swaps)
}

// Orbits implements games.Canonizer for games in which all symmetries preserve the
// start.
func (g Group) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.Orbit(s)))
	}
	return dst
}

// Describe returns the names of the symmetries that Grid returns.
func Describe(width, height int) string {
	switch {
	case width == 1 && height == 1:
		return ""
	case width == 1 || height == 1:
		return "mirror"
	case width == height:
		return "mirrors, diagonals and turns"
	}
	return "mirrors and half-turn"
}
