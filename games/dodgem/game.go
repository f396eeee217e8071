package dodgem

import (
	"fmt"
	"math/bits"

	"zermelo/games"
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

// number makes the tiers: the cars that both players have left, whoever has
// which number of them, the fewest first. Positions with the bottom player to
// move are numbered by their reflection, where the left player is to move. A
// player to move has cars: else the game was over before.
func (g *game) number() {
	cells, most := g.Cells(), g.Width-1
	transpose := make([]int, cells)
	for i := range transpose {
		transpose[i] = i%g.Width*g.Width + i/g.Width
	}
	g.reflect = index.NewGroup(cells, transpose)
	var tiers []games.Tier
	var counts [][]index.Counts
	tierOf := map[index.Counts]int{}
	for total := 1; total <= 2*most; total++ {
		for more := (total + 1) / 2; more <= min(total, most); more++ {
			fewer := total - more
			tier := []index.Counts{{Own: more, Other: fewer}}
			if fewer != 0 && fewer != more {
				tier = append(tier, index.Counts{Own: fewer, Other: more})
			}
			var lower []int
			if fewer > 0 {
				lower = append(lower, tierOf[index.Counts{Own: more, Other: fewer - 1}])
				if more > fewer {
					lower = append(lower, tierOf[index.Counts{Own: more - 1, Other: fewer}])
				}
			}
			tierOf[tier[0]] = len(counts)
			counts = append(counts, tier)
			tiers = append(tiers, games.Tier{Name: fmt.Sprintf("cars-%d-%d", more, fewer), Lower: lower})
		}
	}
	g.Sides = index.NewSides(index.NewSquares(cells), index.NewGroup(cells), tiers, counts)
}

// fromLeft reflects a position with the bottom player to move, so that the left
// player is.
func (g *game) fromLeft(p position) position {
	if p.mover == bottom {
		p = position{own: g.reflect.Apply(1, p.own), other: g.reflect.Apply(1, p.other)}
	}
	return p
}

// Rank appends the slots of positions. A state with the left player to move is
// a position as index.Sides has it.
func (g *game) Rank(dst []games.Slot, src []uint64) []games.Slot {
	var batch [256]uint64
	for len(src) > 0 {
		n := min(len(src), len(batch))
		for i, s := range src[:n] {
			batch[i] = pack(g.fromLeft(unpack(s)))
		}
		dst, src = g.Sides.Rank(dst, batch[:n]), src[n:]
	}
	return dst
}

// Weights appends 1 for each position: symmetry only exchanges the players.
func (g *game) Weights(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(uint64) int32 { return 1 })
}

// Parents appends the positions before a step of the player who is not to
// move.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := unpack(s)
		free := g.all &^ (p.own | p.other)
		parent := position{other: p.own, mover: p.mover ^ 1}
		for _, step := range g.steps[parent.mover] {
			for from := bits.RotateLeft32(p.other, -step.rotate) & step.from & free; from != 0; from &= from - 1 {
				cell := from & -from
				parent.own = p.other ^ cell ^ bits.RotateLeft32(cell, step.rotate)
				dst = append(dst, pack(parent))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Canonize replaces each position with the bottom player to move by its
// reflection, where the players have changed places.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		p := unpack(s)
		states[i], swaps[i] = pack(g.fromLeft(p)), p.mover == bottom
	}
}
