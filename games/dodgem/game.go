package dodgem

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// Roles.
const (
	left   = 0 // starts in the left column and moves right
	bottom = 1 // starts in the bottom row and moves up
)

// board holds the geometry of a variant. A set of cells is stored in a word. Cell
// (x, y), with x and y counted from 0 at the bottom left, is bit y*width + x.
type board struct {
	grid.Board
	all   uint32
	start [2]uint32 // initial cars, by role
	exit  [2]uint32 // cells from which a car can leave, by role
	steps [2][3]step
}

// step is a direction in which cars move.
type step struct {
	rotate int    // left rotation that moves each cell to its neighbour
	from   uint32 // cells that have a neighbour
}

type position struct {
	own, other uint32 // cars of the player to move and of the opponent
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

// unpack decodes a state. Bit 63 is set if the bottom player is to move, the left
// player's cars start at bit 32, and the bottom player's at bit 0.
func unpack(s uint64) position {
	cars := [2]uint32{uint32(s &^ turns.Bit >> 32), uint32(s)}
	mover := int(s >> 63)
	return position{own: cars[mover], other: cars[mover^1], mover: mover}
}

func pack(p position) uint64 {
	if p.mover == left {
		return uint64(p.own)<<32 | uint64(p.other)
	}
	return turns.Bit | uint64(p.other)<<32 | uint64(p.own)
}

func (p position) cars(role int) uint32 {
	if role == p.mover {
		return p.own
	}
	return p.other
}

// targets returns the cells that the player to move can enter by each step, and the
// cells from which cars can leave the board. The opponent must have cars left.
func (b *board) targets(p position) (steps [3]uint32, leave uint32) {
	free := b.all &^ (p.own | p.other)
	for i, s := range b.steps[p.mover] {
		steps[i] = bits.RotateLeft32(p.own&s.from, s.rotate) & free
	}
	return steps, p.own & b.exit[p.mover]
}

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

// winner returns the winner of a terminal position: the player without cars or, if
// both have cars, the player to move, who is blocked.
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
	turns.Children[uint64]
	turns.Predecessors[uint64]
	reflect *index.Group // symmetry 1 exchanges columns and rows
}

func newGame(width int) *game {
	g := &game{board: newBoard(width)}
	g.About, g.First = g.describe(), pack(position{own: g.start[left], other: g.start[bottom]})
	g.Winner = func(s uint64) int { return winner(unpack(s)) }
	g.Passing = func(s uint64) (uint64, bool) { return s ^ turns.Bit, g.moves(unpack(s)) > 0 }
	g.Children, g.Predecessors = g.children, g.parents
	g.number()
	return g
}

// children appends the children reached by steps forward, then those reached by
// steps to the player's left, by steps to the right, and by exits. Each group is in
// the order of the cells.
func (g *game) children(dst []uint64, s uint64) []uint64 {
	p := unpack(s)
	if p.other == 0 {
		return dst
	}
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
	return dst
}

// number creates the tiers in ascending order. There is one for each pair of car
// counts in which the player to move has at least one car. Positions in which the
// bottom player is to move are reflected.
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

// fromLeft returns p, reflected if necessary so that the left player is to move.
func (g *game) fromLeft(p position) position {
	if p.mover == bottom {
		p = position{own: g.reflect.Apply(1, p.own), other: g.reflect.Apply(1, p.other)}
	}
	return p
}

// Rank implements games.Tiered. It reflects states where the bottom player is to
// move, and ranks the results with index.Sides.
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

// Weights implements games.Tiered. The only symmetry exchanges the players.
func (g *game) Weights(dst []int32, src []uint64) []int32 { return g.Orbits(dst, src) }

// parents appends the positions from which a step leads to s.
func (g *game) parents(dst []uint64, s uint64) []uint64 {
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
	return dst
}

// Canonize reflects each position where the bottom player is to move.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		p := unpack(s)
		states[i], swaps[i] = pack(g.fromLeft(p)), p.mover == bottom
	}
}
