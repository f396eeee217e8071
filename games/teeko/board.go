package teeko

import (
	"math/bits"

	"zermelo/games/index"
)

// A state is [mover: bit 63][own pieces: from bit 32 on][the other's pieces], as
// the player to move sees it: a position as index.Sides has it. While pieces are
// dropped, their number tells who is to move. Cells are bits, row by row from
// the bottom: column x and row y, counted from 0, are bit 5*y + x.
const (
	width    = 5
	cells    = width * width
	pieces   = 4 // of each player
	allCells = 1<<cells - 1
)

// board is the geometry.
type board struct {
	near [cells]uint32 // the cells around each cell
	// Which sets of four cells win: a bit for each, by its number in fours. One
	// look-up takes a quarter of the time of comparing with all shapes.
	fours *index.Subsets
	goals [(12650 + 63) / 64]uint64
}

// newBoard lays out the sets that win; large says whether the corners of
// squares larger than 2x2 do.
func newBoard(squares *index.Squares, large bool) *board {
	b := &board{fours: squares.Subsets(cells, pieces)}
	for cell := range cells {
		x, y := cell%width, cell/width
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			dx, dy := step[0], step[1]
			b.near[cell] |= cellAt(x+dx, y+dy) | cellAt(x-dx, y-dy)
			b.addGoal(cellAt(x, y) | cellAt(x+dx, y+dy) | cellAt(x+2*dx, y+2*dy) | cellAt(x+3*dx, y+3*dy))
		}
		for side := 1; side == 1 || large && side < width; side++ {
			b.addGoal(cellAt(x, y) | cellAt(x+side, y) | cellAt(x, y+side) | cellAt(x+side, y+side))
		}
	}
	return b
}

// cellAt is the cell of column x and row y, or none off the board.
func cellAt(x, y int) uint32 {
	if x < 0 || x >= width || y < 0 || y >= width {
		return 0
	}
	return 1 << (width*y + x)
}

// addGoal adds a set that wins, unless a cell of it is off the board.
func (b *board) addGoal(set uint32) {
	if bits.OnesCount32(set) == pieces {
		i := b.fours.Rank(set)
		b.goals[i/64] |= 1 << (i % 64)
	}
}

// wins reports whether pieces, at most four, stand on a set of cells that wins.
func (b *board) wins(set uint32) bool {
	if dropping(set) {
		return false
	}
	i := b.fours.Rank(set)
	return b.goals[i/64]>>(i%64)&1 != 0
}

// unpack takes the pieces of a state.
func unpack(s uint64) (own, other uint32) { return uint32(s>>32) & allCells, uint32(s) }

// pack makes a state of pieces and a mover: 0 or turns.Bit.
func pack(mover uint64, own, other uint32) uint64 {
	return mover | uint64(own)<<32 | uint64(other)
}

// dropping reports whether the player to move has pieces left to drop.
func dropping(own uint32) bool { return bits.OnesCount32(own) < pieces }
