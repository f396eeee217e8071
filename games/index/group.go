package index

import (
	"fmt"
	"slices"

	"zermelo/games/symmetry"
)

// Group is the symmetries of a board: permutations of its squares, each of
// which can be applied to a set. Symmetry 0 changes nothing.
type Group struct {
	squares int
	members [][]int // by symmetry: where each square goes
	images  []image // by symmetry
	inverse []int   // by symmetry: the one that takes it back
	wide    bool    // more than 16 squares
}

// NewGroup makes the group of all symmetries of a board of n squares that the
// given ones generate, at most 256. A symmetry moves what is on square i to
// square generator[i].
func NewGroup(n int, generators ...[]int) *Group {
	identity := make([]int, n)
	for i := range identity {
		identity[i] = i
	}
	members := [][]int{identity}
	for i := 0; i < len(members); i++ {
		for _, g := range generators {
			product := make([]int, n)
			for square, to := range members[i] {
				product[square] = g[to]
			}
			if !slices.ContainsFunc(members, func(m []int) bool { return slices.Equal(m, product) }) {
				members = append(members, product)
			}
		}
	}
	if len(members) > 256 {
		panic(fmt.Sprintf("index: a group of %d symmetries, want at most 256", len(members)))
	}
	g := &Group{squares: n, members: members, images: make([]image, len(members)), inverse: make([]int, len(members)), wide: n > 16}
	for i, m := range members {
		back := make([]int, n)
		for square, to := range m {
			back[to] = square
		}
		g.inverse[i] = slices.IndexFunc(members, func(m []int) bool { return slices.Equal(m, back) })
		for square, to := range m {
			for b := range 256 {
				g.images[i][square/8*256+b] |= uint32(b>>(square%8)&1) << to
			}
		}
	}
	return g
}

// Board is the group of all symmetries of a board of width x height squares
// that are numbered row by row: 8 of a square board, else 4 (fewer of a single
// row).
func Board(width, height int) *Group {
	var generators [][]int
	for _, p := range symmetry.Grid(width, height) {
		generators = append(generators, p)
	}
	return NewGroup(width*height, generators...)
}

// Len is the number of symmetries.
func (g *Group) Len() int { return len(g.images) }

// Apply returns the image of a set under symmetry number t.
func (g *Group) Apply(t int, set uint32) uint32 {
	return g.images[t].whole(set)
}

// classes is the number of classes of sets of k squares, by Burnside's lemma:
// the average number of sets that a symmetry keeps. It keeps a set that is made
// of whole cycles of the symmetry.
func (g *Group) classes(k int) uint64 {
	kept := uint64(0)
	for _, member := range g.members {
		sets := make([]uint64, k+1) // by size: the sets made of the cycles so far
		sets[0] = 1
		seen := uint64(0)
		for square := range member {
			length := 0
			for at := square; seen>>at&1 == 0; at = member[at] {
				seen |= 1 << at
				length++
			}
			for size := k; length > 0 && size >= length; size-- {
				sets[size] += sets[size-length]
			}
		}
		kept += sets[k]
	}
	return kept / uint64(len(g.members))
}

// image is where a symmetry takes sets, by number and value of each byte.
type image [4 * 256]uint32

// half is the image of a set of the first 16 squares.
func (m *image) half(set uint32) uint32 {
	return m[uint8(set)] | m[256+int(uint8(set>>8))]
}

// whole is the image of a set.
func (m *image) whole(set uint32) uint32 {
	return m[uint8(set)] | m[256+int(uint8(set>>8))] | m[512+int(uint8(set>>16))] | m[768+int(set>>24)]
}

// Least is the smallest image, as a number, of a position as Sides has it. Bit
// 63 stays as it is.
func (g *Group) Least(position uint64) uint64 {
	mover, own, other := position&^positionMask, uint32(position>>32)&ownMask, uint32(position)
	least := position &^ mover
	for t := 1; t < len(g.images); t++ {
		least = min(least, uint64(g.Apply(t, own))<<32|uint64(g.Apply(t, other)))
	}
	return mover | least
}

// Orbit is the number of different images of a position as Sides has it.
func (g *Group) Orbit(position uint64) int {
	own, other := uint32(position>>32)&ownMask, uint32(position)
	same := 0
	for t := range g.images {
		if g.Apply(t, own) == own && g.Apply(t, other) == other {
			same++
		}
	}
	return len(g.images) / same
}
