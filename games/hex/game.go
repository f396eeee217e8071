package hex

import (
	"math/bits"

	"zermelo/games/grid"
	"zermelo/games/turns"
)

// board is the geometry of a variant. A set of cells is a word; cells are
// numbered row by row from the top left.
type board struct {
	grid.Board
	swap        bool // whether the second player may swap
	cells       int
	all         uint64
	left, right uint64 // the first and the last column
	top, bottom uint64 // the first and the last row
}

func newBoard(width, height int, swap bool) *board {
	b := &board{Board: grid.Board{Width: width, Height: height, Down: true, Exact: true}, swap: swap}
	b.cells, b.all = b.Cells(), b.All()
	b.top, b.bottom = b.Row(0), b.Row(height-1)
	b.left, b.right = b.Column(0), b.Column(width-1)
	return b
}

// position is a state taken apart.
type position struct {
	stones  [2]uint64 // by role
	swapped bool      // whether the second player has swapped
}

// free are the empty cells.
func (b *board) free(p position) uint64 { return b.all &^ (p.stones[0] | p.stones[1]) }

// plies is the number of plies that led to a position.
func (b *board) plies(p position) int {
	n := b.cells - bits.OnesCount64(b.free(p))
	if p.swapped {
		n++
	}
	return n
}

// mover is the role to move.
func (b *board) mover(p position) int { return b.plies(p) & 1 }

// canSwap reports whether the player to move may swap.
func (b *board) canSwap(p position) bool { return b.swap && !p.swapped && b.plies(p) == 1 }

// swapStone is the position after the first stone has been replaced by one of
// the second player at the place that means the same to that one: columns and
// rows exchanged.
func (b *board) swapStone(p position) position {
	cell := bits.TrailingZeros64(p.stones[0])
	x, y := cell%b.Width, cell/b.Width
	return position{stones: [2]uint64{0, 1 << (x*b.Width + y)}, swapped: true}
}

// joined reports whether a role has joined its two sides. The neighbours of a
// cell are left and right of it, above it and above it to the right, below it
// and below it to the left.
func (b *board) joined(stones uint64, role int) bool {
	from, to := b.top, b.bottom
	if role == 1 {
		from, to = b.left, b.right
	}
	w := uint(b.Width)
	for reach := stones & from; reach != 0; {
		if reach&to != 0 {
			return true
		}
		inner, outer := reach&^b.right, reach&^b.left
		wider := (reach | inner<<1 | outer>>1 | reach<<w | reach>>w | outer<<(w-1) | inner>>(w-1)) & stones
		if wider == reach {
			return false
		}
		reach = wider
	}
	return false
}

// over reports whether the last move has won.
func (b *board) over(p position) bool {
	last := 1 - b.mover(p)
	return b.joined(p.stones[last], last)
}

// turned is a set after a half-turn of the board.
func (b *board) turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - b.cells) }

// game is a variant. A state holds, from the top, whether the second player has
// swapped (1 bit), the first player's stones and the second player's.
type game struct {
	*board
	turns.Base[uint64]
	turns.Plies[uint64]
	turns.Winner[uint64]
	turns.Mirror[uint64]
}

func newGame(b *board) *game {
	return &game{
		board:  b,
		Base:   turns.Base[uint64]{About: b.describe()},
		Plies:  func(s uint64) int { return b.plies(b.unpack(s)) },
		Winner: func(s uint64) int { return 1 - b.mover(b.unpack(s)) }, // who has moved last
		Mirror: b.turnedState,
	}
}

func (b *board) pack(p position) uint64 {
	s := p.stones[0]<<b.cells | p.stones[1]
	if p.swapped {
		s |= 1 << (2 * b.cells)
	}
	return s
}

func (b *board) unpack(s uint64) position {
	return position{
		stones:  [2]uint64{s >> b.cells & b.all, s & b.all},
		swapped: s>>(2*b.cells) != 0,
	}
}

// Expand appends the children, by cell, the swap last.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if p := g.unpack(s); !g.over(p) {
			shift := uint(g.cells) // of the mover's stones
			if g.mover(p) == 1 {
				shift = 0
			}
			for free := g.free(p); free != 0; free &= free - 1 {
				dst = append(dst, s|free&-free<<(shift&63))
			}
			if g.canSwap(p) {
				dst = append(dst, g.pack(g.swapStone(p)))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Over appends whether each state is terminal.
func (g *game) Over(dst []bool, src []uint64) []bool {
	for _, s := range src {
		dst = append(dst, g.over(g.unpack(s)))
	}
	return dst
}

// turnedState is a state after a half-turn.
func (b *board) turnedState(s uint64) uint64 {
	p := b.unpack(s)
	p.stones[0], p.stones[1] = b.turned(p.stones[0]), b.turned(p.stones[1])
	return b.pack(p)
}
