package hex

import "math/bits"

// board is the geometry of a variant. A set of cells is a word; cells are
// numbered row by row from the top left.
type board struct {
	width, height int
	swap          bool // whether the second player may swap
	cells         int
	all           uint64
	left, right   uint64 // the first and the last column
	top, bottom   uint64 // the first and the last row
}

func newBoard(width, height int, swap bool) *board {
	b := &board{width: width, height: height, swap: swap, cells: width * height}
	b.all = 1<<b.cells - 1
	b.top = 1<<width - 1
	b.bottom = b.top << (b.cells - width)
	for y := range height {
		b.left |= 1 << (y * width)
	}
	b.right = b.left << (width - 1)
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
	x, y := cell%b.width, cell/b.width
	return position{stones: [2]uint64{0, 1 << (x*b.width + y)}, swapped: true}
}

// joined reports whether a role has joined its two sides. The neighbours of a
// cell are left and right of it, above it and above it to the right, below it
// and below it to the left.
func (b *board) joined(stones uint64, role int) bool {
	from, to := b.top, b.bottom
	if role == 1 {
		from, to = b.left, b.right
	}
	w := uint(b.width)
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
