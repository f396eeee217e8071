package dodgem

import (
	"math/bits"

	"zermelo/games/grid"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// The roles.
const (
	left   = 0 // begins on the left column and drives to the right
	bottom = 1 // begins on the bottom row and drives upwards
)

// board is the geometry of a variant. Cells are bits, row by row from the
// bottom: column x and row y, counted from 0, are bit y*width + x.
type board struct {
	grid.Board
	all   uint32
	start [2]uint32 // cars of each role at the start
	exit  [2]uint32 // the cells from which a car can leave
	steps [2][3]step
}

// step is a direction in which cars move.
type step struct {
	rotate int    // how far a bit moves up the word
	from   uint32 // cells that have a neighbour there
}

// position is a state taken apart.
type position struct {
	own, other uint32 // cars of the player to move and of the other
	mover      int
}

func newBoard(width int) *board {
	b := &board{Board: grid.Board{Width: width, Height: width}, all: 1<<(width*width) - 1}
	row := uint32(1)<<width - 1
	column := b.all / row // one bit in each row
	first, last := column, column<<(width-1)
	top := row << (width * (width - 1))
	b.start = [2]uint32{first &^ 1, row &^ 1}
	b.exit = [2]uint32{last, top}
	right, backward := step{1, b.all &^ last}, step{-1, b.all &^ first}
	up, down := step{width, b.all &^ top}, step{-width, b.all &^ row}
	b.steps = [2][3]step{{right, up, down}, {up, backward, right}}
	return b
}

// unpack takes a state apart: [mover: bit 63][left's cars: from bit 32 on]
// [bottom's cars].
func unpack(s uint64) position {
	cars := [2]uint32{uint32(s &^ turns.Bit >> 32), uint32(s)}
	mover := int(s >> 63)
	return position{own: cars[mover], other: cars[mover^1], mover: mover}
}

// pack makes a state.
func pack(p position) uint64 {
	if p.mover == left {
		return uint64(p.own)<<32 | uint64(p.other)
	}
	return turns.Bit | uint64(p.other)<<32 | uint64(p.own)
}

// cars is the cars of a role.
func (p position) cars(role int) uint32 {
	if role == p.mover {
		return p.own
	}
	return p.other
}

// targets gives the cells that the player to move can enter by each of the
// steps, and the cells from which cars can leave. The other player must have
// cars.
func (b *board) targets(p position) (steps [3]uint32, leave uint32) {
	free := b.all &^ (p.own | p.other)
	for i, s := range b.steps[p.mover] {
		steps[i] = bits.RotateLeft32(p.own&s.from, s.rotate) & free
	}
	return steps, p.own & b.exit[p.mover]
}

// moves is the number of moves at a position, 0 if the game is over.
func (b *board) moves(p position) int {
	if p.other == 0 {
		return 0
	}
	steps, leave := b.targets(p)
	n := bits.OnesCount32(leave)
	for _, to := range steps {
		n += bits.OnesCount32(to)
	}
	return n
}

// winner is the role that has won a position where the game is over: one that
// has no cars left, or that the other has blocked.
func winner(p position) int {
	if p.other == 0 {
		return p.mover ^ 1
	}
	return p.mover
}

// game is a variant.
type game struct {
	*board
	turns.InBit[uint64]
	turns.NoOrbits[uint64]
	turns.Base[uint64]
	*index.Sides
	turns.Winner[uint64]
	turns.Passing[uint64]
	reflect *index.Group // its symmetry 1 exchanges columns and rows
}

func newGame(width int) *game {
	g := &game{board: newBoard(width)}
	g.About, g.First = g.describe(), pack(position{own: g.start[left], other: g.start[bottom]})
	g.Winner = func(s uint64) int { return winner(unpack(s)) }
	g.Passing = func(s uint64) (uint64, bool) { return s ^ turns.Bit, g.moves(unpack(s)) > 0 }
	g.number()
	return g
}

// Expand appends the children: steps forward, then steps to the player's left
// and to the right, then cars that leave; each in the order of the cells.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := unpack(s)
		if p.other != 0 {
			steps, leave := g.targets(p)
			child := position{own: p.other, mover: p.mover ^ 1}
			for i, to := range steps {
				for ; to != 0; to &= to - 1 {
					cell := to & -to
					child.other = p.own ^ cell ^ bits.RotateLeft32(cell, -g.steps[p.mover][i].rotate)
					dst = append(dst, pack(child))
				}
			}
			for ; leave != 0; leave &= leave - 1 {
				child.other = p.own ^ leave&-leave
				dst = append(dst, pack(child))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}
