package dotsandboxes

import (
	"math/bits"

	"zermelo/games"
)

// game is a variant. A state holds, from the top, the role to move (1 bit), the
// number of the first player's boxes, and the lines.
type game struct {
	*board
	info  games.Info
	start uint64
	mover uint64 // the bit of the role to move
}

func newGame(b *board, framed bool) *game {
	g := &game{board: b, info: b.describe(framed)}
	g.mover = 1 << (b.lines + bits.Len(uint(b.width*b.height)))
	if framed {
		g.start = b.frame
	}
	return g
}

// position is a state taken apart.
type position struct {
	lines uint64
	first int // boxes of the first player
	role  int // to move
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

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the board without boxes, the first player to move.
func (g *game) Start() uint64 { return g.pack(position{lines: g.start}) }

// Expand appends the children, by line as they are numbered.
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

// Movers appends the role whose turn it is.
func (g *game) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(g.unpack(s).role))
	}
	return dst
}

// Payoffs appends each player's boxes.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := g.unpack(s)
		dst = append(dst, games.Payoff{int16(p.first), int16(g.complete(p.lines) - p.first)})
	}
	return dst
}

// Layers appends the number of lines drawn since the start.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	before := bits.OnesCount64(g.start)
	for _, s := range src {
		dst = append(dst, int32(bits.OnesCount64(s&g.all)-before))
	}
	return dst
}

// Span is 1: each ply draws a line.
func (g *game) Span() int { return 1 }

// Canonize replaces the lines of each state by their least image. The players
// are not exchanged: who is to move nearly always follows from the lines.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i] = s&^g.all | g.symmetries.Least(s&g.all)
	}
	clear(swaps)
}

// Orbits appends the number of different images of each state.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.symmetries.Orbit(s&g.all)))
	}
	return dst
}
