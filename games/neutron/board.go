package neutron

import (
	"math/bits"

	"zermelo/games/index"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// maxSquares is the maximum number of squares: a state holds two sets of squares and
// a square.
const maxSquares = 25

// A state is relative to the player to move, with the own first row at the bottom.
// Squares are numbered row by row from there. From the lowest bit: 25 bits for the
// own soldiers, 25 for the opponent's, 5 for the square of the neutron, one bit if
// the neutron must not move yet, and the highest bit for the role to move.
const (
	oppShift     = maxSquares
	neutronShift = 2 * maxSquares
	restBit      = uint64(1) << 62
	setMask      = 1<<maxSquares - 1
	squareMask   = 31
)

// position is an unpacked state.
type position struct {
	own, opp uint32 // soldiers
	neutron  int
	flags    uint64 // restBit and turns.Bit
}

func unpack(s uint64) position {
	return position{uint32(s & setMask), uint32(s >> oppShift & setMask), int(s >> neutronShift & squareMask), s & (restBit | turns.Bit)}
}

func (p position) pack() uint64 {
	return uint64(p.own) | uint64(p.opp)<<oppShift | uint64(p.neutron)<<neutronShift | p.flags
}

// taken returns the occupied squares.
func (p position) taken() uint32 { return p.own | p.opp | 1<<p.neutron }

// directions is the number of directions of slides.
const directions = 8

// board holds the tables for a board size.
type board struct {
	width, height int
	// rays holds the squares between each square and the edge, by direction. The
	// first four directions lead to higher squares; d+4 is opposite to d.
	rays  [maxSquares][directions]uint32
	group *index.Group // of the two symmetries below
}

func newBoard(width, height int) *board {
	b := &board{width: width, height: height}
	steps := [directions][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	for square := range b.squares() {
		x, y := square%width, square/width
		for d, step := range steps {
			for i, j := x+step[0], y+step[1]; i >= 0 && i < width && j >= 0 && j < height; i, j = i+step[0], j+step[1] {
				b.rays[square][d] |= 1 << (j*width + i)
			}
		}
	}
	grid := symmetry.Grid(width, height)
	b.group = index.NewGroup(b.squares(), grid[2], grid[1])
	return b
}

// Symmetries in the group.
const (
	flip = 1 // rows exchanged, top with bottom
	twin = 2 // columns exchanged
)

func (b *board) squares() int { return b.width * b.height }

// flipped returns a square from the opponent's view.
func (b *board) flipped(square int) int {
	return (b.height-1-square/b.width)*b.width + square%b.width
}

// turned returns the position from the opponent's view, with the opponent to move.
func (b *board) turned(p position) position {
	return position{b.group.Apply(flip, p.opp), b.group.Apply(flip, p.own), b.flipped(p.neutron), p.flags&turns.Bit ^ turns.Bit}
}

// twinOf returns the left-right mirror image of a position.
func (b *board) twinOf(p position) position {
	return position{b.group.Apply(twin, p.own), b.group.Apply(twin, p.opp), p.neutron + b.width - 1 - 2*(p.neutron%b.width), p.flags}
}

// end returns the destination of a slide, which is the square itself if the slide is
// blocked.
func (b *board) end(square, direction int, taken uint32) int {
	ray := b.rays[square][direction]
	rise := direction < directions/2
	if hit := ray & taken; hit != 0 {
		if rise {
			ray &= hit&-hit - 1
		} else {
			ray &^= 1<<bits.Len32(hit) - 1
		}
	}
	switch {
	case ray == 0:
		return square
	case rise:
		return bits.Len32(ray) - 1
	}
	return bits.TrailingZeros32(ray)
}

// origins returns the squares from which a slide can have ended on a square, which is
// now empty: the free squares opposite to each direction in which the slide was
// blocked.
func (b *board) origins(square int, taken uint32) uint32 {
	set := uint32(0)
	for d := range directions {
		if b.end(square, d, taken) != square {
			continue // the slide would not have stopped
		}
		back := b.rays[square][(d+directions/2)%directions]
		if hit := back & taken; hit != 0 {
			if d >= directions/2 {
				back &= hit&-hit - 1
			} else {
				back &^= 1<<bits.Len32(hit) - 1
			}
		}
		set |= back
	}
	return set
}

// home reports whether the neutron is on the first row of the player to move, and
// away whether it is on the opponent's.
func (b *board) home(p position) bool { return p.neutron < b.width }
func (b *board) away(p position) bool { return p.neutron >= b.squares()-b.width }
