package hex

import (
	"math/bits"

	"zermelo/games"
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

// joined reports whether a role has joined its two sides.
func (b *board) joined(stones uint64, role int) bool {
	from, to := b.sides(role)
	for reach := stones & from; reach != 0; {
		if reach&to != 0 {
			return true
		}
		wider := (reach | b.around(reach)) & stones
		if wider == reach {
			return false
		}
		reach = wider
	}
	return false
}

// sides are the sides that a role joins.
func (b *board) sides(role int) (from, to uint64) {
	if role == 1 {
		return b.left, b.right
	}
	return b.top, b.bottom
}

// around are the neighbours of the cells of a set: left and right of each, above it and
// above it to the right, below it and below it to the left.
func (b *board) around(set uint64) uint64 {
	w := uint(b.Width)
	inner, outer := set&^b.right, set&^b.left
	return inner<<1 | outer>>1 | set<<w | set>>w | outer<<(w-1) | inner>>(w-1)
}

// chain is a shortest chain of the stones of a role that has joined its two sides.
func (b *board) chain(stones uint64, role int) uint64 {
	from, to := b.sides(role)
	steps := []uint64{stones & from} // each further from that side
	for reach := steps[0]; reach&to == 0; reach |= steps[len(steps)-1] {
		steps = append(steps, b.around(reach)&stones&^reach)
	}
	chain := uint64(0)
	for i, near := len(steps)-1, to; i >= 0; i-- {
		stone := steps[i] & near
		stone &= -stone
		chain, near = chain|stone, b.around(stone)
	}
	return chain
}

// over reports whether the last move has won.
func (b *board) over(p position) bool {
	last := 1 - b.mover(p)
	return b.joined(p.stones[last], last)
}

// turned is a set after a half-turn of the board.
func (b *board) turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - b.cells) }

// narrowCells is how many cells a board with states of one word can have: two bits
// each, and one for the state.
const narrowCells = 31

// game is a variant with states of type S, uint64 or [2]uint64:
//
//	one word:  swapped (1 bit), the first player's stones, the second's (cells bits each)
//	two words: swapped (1 bit), the first player's stones;  the second's
type game[S games.State] struct {
	*board
	turns.Base[S]
	turns.Plies[S]
	turns.Winner[S]
	turns.Mirror[S]
}

func newGame[S games.State](b *board) *game[S] {
	g := &game[S]{board: b, Base: turns.Base[S]{About: b.describe()}}
	g.Plies = func(s S) int { return g.plies(g.position(s)) }
	g.Winner = func(s S) int { return 1 - g.mover(g.position(s)) } // who has moved last
	g.Mirror = g.mirrored
	return g
}

// swappedBit is the bit of a state of two words whose first player's stones have been
// swapped.
const swappedBit = 1 << 63

// pack makes the state of a position.
func (g *game[S]) pack(p position) S {
	var s S
	w := games.Bits(&s)
	if len(w) == 1 {
		if w[0] = p.stones[0]<<(g.cells&63) | p.stones[1]; p.swapped {
			w[0] |= 1 << (2 * g.cells & 63)
		}
		return s
	}
	if w[0], w[1] = p.stones[0], p.stones[1]; p.swapped {
		w[0] |= swappedBit
	}
	return s
}

// position takes a state apart.
func (g *game[S]) position(s S) position {
	w := games.Bits(&s)
	if len(w) == 1 {
		return position{
			stones:  [2]uint64{w[0] >> (g.cells & 63) & g.all, w[0] & g.all},
			swapped: w[0]>>(2*g.cells&63) != 0,
		}
	}
	swapped := g.swap && w[0]&swappedBit != 0
	return position{stones: [2]uint64{w[0] & g.all, w[1]}, swapped: swapped}
}

// Expand appends the children, by cell, the swap last.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		if p := g.position(s); !g.over(p) {
			mover := g.mover(p)
			for free := g.free(p); free != 0; free &= free - 1 {
				dst = append(dst, g.with(s, free&-free, mover))
			}
			if g.canSwap(p) {
				dst = append(dst, g.pack(g.swapStone(p)))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// with is a state with one more stone.
func (g *game[S]) with(s S, stone uint64, role int) S {
	w := games.Bits(&s)
	if len(w) > 1 {
		w[role&1] |= stone
		return s
	}
	if role == 0 {
		stone <<= g.cells & 63
	}
	w[0] |= stone
	return s
}

// Over appends whether each state is terminal.
func (g *game[S]) Over(dst []bool, src []S) []bool {
	for _, s := range src {
		dst = append(dst, g.over(g.position(s)))
	}
	return dst
}

// mirrored is a state after a half-turn.
func (g *game[S]) mirrored(s S) S {
	p := g.position(s)
	p.stones[0], p.stones[1] = g.turned(p.stones[0]), g.turned(p.stones[1])
	return g.pack(p)
}
