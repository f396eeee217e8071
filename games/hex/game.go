package hex

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// board holds the geometry and the options of a variant. Cells are numbered row by
// row from the top left.
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

type position struct {
	stones  [2]uint64 // by role
	swapped bool      // whether the second player has swapped
}

func (b *board) free(p position) uint64 { return b.all &^ (p.stones[0] | p.stones[1]) }

func (b *board) plies(p position) int {
	n := b.cells - bits.OnesCount64(b.free(p))
	if p.swapped {
		n++
	}
	return n
}

func (b *board) mover(p position) int { return b.plies(p) & 1 }

func (b *board) canSwap(p position) bool { return b.swap && !p.swapped && b.plies(p) == 1 }

// swapStone returns the position after the swap, which replaces the first stone with
// the second player's stone on the transposed cell.
func (b *board) swapStone(p position) position {
	cell := bits.TrailingZeros64(p.stones[0])
	x, y := cell%b.Width, cell/b.Width
	return position{stones: [2]uint64{0, 1 << (x*b.Width + y)}, swapped: true}
}

// joined reports whether the stones connect the two sides of a role.
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

// sides returns the two sides that a role must connect.
func (b *board) sides(role int) (from, to uint64) {
	if role == 1 {
		return b.left, b.right
	}
	return b.top, b.bottom
}

// around returns the neighbours of the cells in set: the cells to the left and
// right, above, above right, below and below left.
func (b *board) around(set uint64) uint64 {
	w := uint(b.Width)
	inner, outer := set&^b.right, set&^b.left
	return inner<<1 | outer>>1 | set<<w | set>>w | outer<<(w-1) | inner>>(w-1)
}

// chain returns a shortest chain of stones that connects the two sides of a role.
// Such a chain must exist.
func (b *board) chain(stones uint64, role int) uint64 {
	from, to := b.sides(role)
	steps := []uint64{stones & from} // stones by distance from the first side
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

func (b *board) over(p position) bool {
	last := 1 - b.mover(p)
	return b.joined(p.stones[last], last)
}

func (b *board) turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - b.cells) }

// narrowCells is the maximum number of cells for one-word states.
const narrowCells = 31

// game implements all variants. A state of type uint64 or [2]uint64 consists of:
//
//	one word:  swapped (1 bit), first player's stones, second player's stones (cells bits each)
//	two words: swapped (1 bit), first player's stones; second player's stones
type game[S games.State] struct {
	*board
	turns.Base[S]
	turns.Plies[S]
	turns.Winner[S]
	turns.Mirror[S]
	turns.Terminal[S]
	turns.Children[S]
}

func newGame[S games.State](b *board) *game[S] {
	g := &game[S]{board: b, Base: turns.Base[S]{About: b.describe()}}
	g.Plies = func(s S) int { return g.plies(g.position(s)) }
	g.Winner = func(s S) int { return 1 - g.mover(g.position(s)) } // the previous mover
	g.Terminal = func(s S) bool { return g.over(g.position(s)) }
	g.Mirror, g.Children = g.mirrored, g.children
	return g
}

// swappedBit records the swap in a two-word state.
const swappedBit = 1 << 63

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

// children appends the children in the order of the cells, followed by the swap.
func (g *game[S]) children(dst []S, s S) []S {
	p := g.position(s)
	if g.over(p) {
		return dst
	}
	mover := g.mover(p)
	for free := g.free(p); free != 0; free &= free - 1 {
		dst = append(dst, g.with(s, free&-free, mover))
	}
	if g.canSwap(p) {
		dst = append(dst, g.pack(g.swapStone(p)))
	}
	return dst
}

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

func (g *game[S]) mirrored(s S) S {
	p := g.position(s)
	p.stones[0], p.stones[1] = g.turned(p.stones[0]), g.turned(p.stones[1])
	return g.pack(p)
}
