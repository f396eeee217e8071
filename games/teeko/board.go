package teeko

import "math/bits"

// A state is [mover: bit 63][own pieces: from bit 32 on][the other's pieces], as
// the player to move sees it: a position as index.Sides has it. While pieces are
// dropped, their number tells who is to move. Cells are bits, row by row from
// the bottom: column x and row y, counted from 0, are bit 5*y + x.
const (
	width    = 5
	cells    = width * width
	pieces   = 4 // of each player
	moverBit = 1 << 63
	allCells = 1<<cells - 1
)

// board is the geometry.
type board struct {
	near  [cells]uint32 // the cells around each cell
	goals []goal
}

// goal is a shape of four cells that win, at all places where it fits.
type goal struct {
	shifts [pieces - 1]uint8 // from the first cell to the others
	first  uint32            // where the first cell can be
}

// newBoard lays out the shapes that win; large says whether the corners of
// squares larger than 2x2 do.
func newBoard(large bool) *board {
	b := &board{}
	for cell := range b.near {
		for to := range b.near {
			dx, dy := to%width-cell%width, to/width-cell/width
			if to != cell && max(dx, -dx, dy, -dy) == 1 {
				b.near[cell] |= 1 << to
			}
		}
	}
	for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		b.addGoal([pieces - 1][2]int{step, {2 * step[0], 2 * step[1]}, {3 * step[0], 3 * step[1]}})
	}
	for side := 1; side == 1 || large && side < width; side++ {
		b.addGoal([pieces - 1][2]int{{side, 0}, {0, side}, {side, side}})
	}
	return b
}

// addGoal adds a shape, given by the way from its first cell to the others.
func (b *board) addGoal(others [pieces - 1][2]int) {
	var g goal
	for i, o := range others {
		g.shifts[i] = uint8(o[1]*width + o[0])
	}
	for cell := range cells {
		fits := true
		for _, o := range others {
			x, y := cell%width+o[0], cell/width+o[1]
			fits = fits && 0 <= x && x < width && y < width
		}
		if fits {
			g.first |= 1 << cell
		}
	}
	b.goals = append(b.goals, g)
}

// wins reports whether pieces stand on the cells of a goal. There are at most
// four of them.
func (b *board) wins(set uint32) bool {
	for _, g := range b.goals {
		if set>>(g.shifts[0]&31)&(set>>(g.shifts[1]&31))&(set>>(g.shifts[2]&31))&set&g.first != 0 {
			return true
		}
	}
	return false
}

// unpack takes the pieces of a state.
func unpack(s uint64) (own, other uint32) { return uint32(s>>32) & allCells, uint32(s) }

// pack makes a state of pieces and a mover: 0 or moverBit.
func pack(mover uint64, own, other uint32) uint64 {
	return mover | uint64(own)<<32 | uint64(other)
}

// dropping reports whether the player to move has pieces left to drop.
func dropping(own uint32) bool { return bits.OnesCount32(own) < pieces }
