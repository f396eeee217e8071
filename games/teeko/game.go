package teeko

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// A state has the layout of index.Sides: bit 63 is set if red is to move, the pieces
// of the player to move start at bit 32, and the opponent's at bit 0. While pieces
// are being dropped, their number determines the player to move. The cell in column
// x and row y, counted from 0 at the bottom left, is bit 5*y + x.
const (
	width    = 5
	cells    = width * width
	pieces   = 4 // per player
	allCells = 1<<cells - 1
)

type board struct {
	near [cells]uint32 // adjacent cells of each cell
	// goals has one bit per set of four cells, by its rank in fours, which is set
	// for winning sets. A lookup is faster than comparing all shapes.
	fours *index.Subsets
	goals [(12650 + 63) / 64]uint64
}

// newBoard returns a board with its winning sets. If large is true, the winning sets
// include the corners of squares larger than 2x2.
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

// cellAt returns the set that contains the cell in column x and row y, or an empty
// set if the cell is off the board.
func cellAt(x, y int) uint32 {
	if x < 0 || x >= width || y < 0 || y >= width {
		return 0
	}
	return 1 << (width*y + x)
}

// addGoal adds a winning set if all its cells are on the board.
func (b *board) addGoal(set uint32) {
	if bits.OnesCount32(set) == pieces {
		i := b.fours.Rank(set)
		b.goals[i/64] |= 1 << (i % 64)
	}
}

// wins reports whether set, which has at most four cells, is a winning set.
func (b *board) wins(set uint32) bool {
	if dropping(set) {
		return false
	}
	i := b.fours.Rank(set)
	return b.goals[i/64]>>(i%64)&1 != 0
}

func unpack(s uint64) (own, other uint32) { return uint32(s>>32) & allCells, uint32(s) }

// pack encodes a state, where mover is 0 or turns.Bit.
func pack(mover uint64, own, other uint32) uint64 {
	return mover | uint64(own)<<32 | uint64(other)
}

// dropping reports whether the player to move, whose pieces are own, must drop a
// piece.
func dropping(own uint32) bool { return bits.OnesCount32(own) < pieces }

type game struct {
	*board
	turns.InBit[uint64]
	turns.Base[uint64]
	*index.Sides
	turns.Winner[uint64]
	turns.Passing[uint64]
	turns.Children[uint64]
	turns.Predecessors[uint64]
	group *index.Group
}

func newGame(large bool) *game {
	squares := index.NewSquares(cells)
	g := &game{board: newBoard(squares, large)}
	g.About = describe(large)
	g.Winner = func(s uint64) int { return 1 - turns.Mover(s) } // the previous mover
	g.Passing, g.Children, g.Predecessors = g.passed, g.children, g.parents
	g.number(squares)
	return g
}

// children appends the children. Drops are ordered by cell, and moves by origin and
// destination. A player can always move, because four pieces that do not win have at
// least five adjacent cells.
func (g *game) children(dst []uint64, s uint64) []uint64 {
	own, other := unpack(s)
	if g.wins(other) {
		return dst
	}
	mover, free := ^s&turns.Bit, allCells&^(own|other)
	if dropping(own) {
		for ; free != 0; free &= free - 1 {
			dst = append(dst, pack(mover, other, own|free&-free))
		}
		return dst
	}
	for rest := own; rest != 0; rest &= rest - 1 {
		kept := own ^ rest&-rest
		for to := g.near[bits.TrailingZeros32(rest)] & free; to != 0; to &= to - 1 {
			dst = append(dst, pack(mover, other, kept|to&-to))
		}
	}
	return dst
}

// Canonize replaces each state with its smallest image. Once all pieces are on the
// board, the first player is to move in the canonical state.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		own, _ := unpack(s)
		swaps[i] = s&turns.Bit != 0 && !dropping(own)
		if swaps[i] {
			s ^= turns.Bit
		}
		states[i] = g.group.Least(s)
	}
}

func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 { return int32(g.group.Orbit(s)) })
}

// number creates the tiers, one for each number of pieces, in descending order.
func (g *game) number(squares *index.Squares) {
	g.group = index.Board(width, width)
	var tiers []games.Tier
	var counts [][]index.Counts
	for dropped := 2 * pieces; dropped >= 0; dropped-- {
		counts = append(counts, []index.Counts{{Own: dropped / 2, Other: dropped - dropped/2}})
		tier := games.Tier{Name: fmt.Sprintf("dropped-%d", dropped)}
		if dropped < 2*pieces {
			tier.Lower = []int{len(tiers) - 1}
		}
		tiers = append(tiers, tier)
	}
	g.Sides = index.NewSides(squares, g.group, tiers, counts)
}

// Unrank implements games.Tiered. Once all pieces are on the board, the first player
// is to move. Unrank also marks an index as unused if the player to move has already
// won.
func (g *game) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	from := len(dst)
	dst, used = g.Sides.Unrank(dst, used, tier, indexes)
	if tier == 0 {
		marks := used[len(used)-len(indexes):]
		for i, s := range dst[from:] {
			own, _ := unpack(s)
			marks[i] = marks[i] && !g.wins(own)
		}
	} else if tier%2 == 1 {
		for i := range dst[from:] {
			dst[from+i] |= turns.Bit
		}
	}
	return dst, used
}

// parents appends the states from which moving a piece leads to s, except states in
// which the mover has already won.
func (g *game) parents(dst []uint64, s uint64) []uint64 {
	own, other := unpack(s)
	if dropping(own) {
		return dst
	}
	mover, free := ^s&turns.Bit, allCells&^(own|other)
	for rest := other; rest != 0; rest &= rest - 1 {
		kept := other ^ rest&-rest
		for from := g.near[bits.TrailingZeros32(rest)] & free; from != 0; from &= from - 1 {
			if before := kept | from&-from; !g.wins(before) {
				dst = append(dst, pack(mover, before, own))
			}
		}
	}
	return dst
}

// passed returns the state with the other player to move, and whether that state is
// legal. It is legal if all pieces are on the board and the game is not over.
func (g *game) passed(s uint64) (uint64, bool) {
	own, other := unpack(s)
	return pack(^s&turns.Bit, other, own), !dropping(own) && !g.wins(other)
}
