package dotsandboxes

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// board holds the geometry of a variant. A set of lines is a word. Lines are
// numbered row by row, so the bit distances between the lines of a box are constant:
//
//	o 0 o 1 o
//	2   3   4
//	o 5 o 6 o
type board struct {
	width, height int // in boxes
	lines         int
	all           uint64 // all lines
	frame         uint64 // lines around the board
	above         uint64 // the line above each box
	symmetries    symmetry.Group
}

func newBoard(width, height int) *board {
	b := &board{width: width, height: height, lines: height*(2*width+1) + width}
	b.all = 1<<b.lines - 1
	for y := range height {
		for x := range width {
			b.above |= b.line(2*x+1, 2*y)
		}
		b.frame |= b.line(0, 2*y+1) | b.line(2*width, 2*y+1)
	}
	for x := range width {
		b.frame |= b.line(2*x+1, 0) | b.line(2*x+1, 2*height)
	}
	b.symmetries = symmetry.NewGroup(b.permutations())
	return b
}

// A place is a cell of the drawing, counted from 0 at the top left. Both coordinates
// of a dot are even, both coordinates of a box are odd, and a line has one of each.

// number returns the number of the line at the place (x, y).
func (b *board) number(x, y int) int { return (y*(2*b.width+1) + x) / 2 }

func (b *board) line(x, y int) uint64 { return 1 << b.number(x, y) }

// permutations returns the symmetries of the board as permutations of its lines.
func (b *board) permutations() []symmetry.Permutation {
	columns, rows := 2*b.width+1, 2*b.height+1
	var list []symmetry.Permutation
	for _, places := range symmetry.Grid(columns, rows) {
		p := make(symmetry.Permutation, b.lines)
		for from, to := range places {
			if from%2 == 1 { // both sides are odd, so every second place is a line
				p[from/2] = to / 2
			}
		}
		list = append(list, p)
	}
	return list
}

// boxes returns the top line of each complete box.
func (b *board) boxes(lines uint64) uint64 {
	w := uint(b.width)
	return lines & (lines >> w) & (lines >> (w + 1)) & (lines >> (2*w + 1)) & b.above
}

func (b *board) complete(lines uint64) int { return bits.OnesCount64(b.boxes(lines)) }

// game implements all variants. A state consists, from the most significant bit, of
// the role to move, the number of boxes of the first player, and the set of lines.
type game struct {
	*board
	turns.Base[uint64]
	start uint64 // initial lines
	mover uint64 // bit of the role to move
}

func newGame(b *board, framed bool) *game {
	g := &game{board: b, Base: turns.Base[uint64]{About: b.describe(framed)}}
	g.mover = 1 << (b.lines + bits.Len(uint(b.width*b.height)))
	if framed {
		g.start = b.frame
	}
	g.First = g.pack(position{lines: g.start})
	return g
}

type position struct {
	lines uint64
	first int // number of boxes of the first player
	role  int // role to move
}

func (g *game) unpack(s uint64) position {
	return position{
		lines: s & g.all,
		first: int(s &^ g.mover >> g.lines),
		role:  int(s >> bits.TrailingZeros64(g.mover)),
	}
}

func (g *game) pack(p position) uint64 {
	return p.lines | uint64(p.first)<<g.lines | uint64(p.role)*g.mover
}

// Expand appends the children in the order of the lines.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	box := uint64(1) << g.lines
	for _, s := range src {
		before := g.complete(s & g.all)
		for free := g.all &^ s; free != 0; free &= free - 1 {
			child := s | free&-free
			switch taken := g.complete(child&g.all) - before; {
			case taken == 0:
				child ^= g.mover
			case s&g.mover == 0:
				child += uint64(taken) * box
			}
			dst = append(dst, child)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *game) IsTerminal(dst []bool, src []uint64) []bool {
	return turns.Each(dst, src, func(s uint64) bool { return g.all&^s == 0 })
}

func (g *game) Movers(dst []int8, src []uint64) []int8 {
	return turns.Each(dst, src, func(s uint64) int8 { return int8(g.unpack(s).role) })
}

func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return turns.Each(dst, src, func(s uint64) games.Payoff {
		p := g.unpack(s)
		return games.Payoff{int16(p.first), int16(g.complete(p.lines) - p.first)}
	})
}

// Layers appends, for each state, the number of lines drawn since the start.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	before := bits.OnesCount64(g.start)
	for _, s := range src {
		dst = append(dst, int32(bits.OnesCount64(s&g.all)-before))
	}
	return dst
}

// Span returns 1 because every ply draws one line.
func (g *game) Span() int { return 1 }

// Canonize replaces the lines of each state with their smallest image. Exchanging
// the players would rarely help, because the lines usually determine the player to
// move.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i] = s&^g.all | g.symmetries.Least(s&g.all)
	}
	clear(swaps)
}

func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 { return int32(g.symmetries.Orbit(s & g.all)) })
}
