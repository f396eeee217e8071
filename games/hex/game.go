package hex

import (
	"zermelo/games"
)

// game is a variant. A state holds, from the top, whether the second player has
// swapped (1 bit), the first player's stones and the second player's.
type game struct {
	*board
	info games.Info
}

func newGame(b *board) *game { return &game{board: b, info: b.describe()} }

func (b *board) pack(p position) uint64 {
	s := p.stones[0]<<b.cells | p.stones[1]
	if p.swapped {
		s |= 1 << (2 * b.cells)
	}
	return s
}

func (b *board) unpack(s uint64) position {
	return position{
		stones:  [2]uint64{s >> b.cells & b.all, s & b.all},
		swapped: s>>(2*b.cells) != 0,
	}
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the empty board.
func (g *game) Start() uint64 { return 0 }

// Expand appends the children, by cell, the swap last.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if p := g.unpack(s); !g.over(p) {
			shift := uint(g.cells) // of the mover's stones
			if g.mover(p) == 1 {
				shift = 0
			}
			for free := g.free(p); free != 0; free &= free - 1 {
				dst = append(dst, s|free&-free<<(shift&63))
			}
			if g.canSwap(p) {
				dst = append(dst, g.pack(g.swapStone(p)))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers appends the role whose turn it is.
func (g *game) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(g.mover(g.unpack(s))))
	}
	return dst
}

// Payoffs appends 100 for the winner, who has moved last, and 0 for the loser.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[1-g.mover(g.unpack(s))] = 100
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of plies.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.plies(g.unpack(s))))
	}
	return dst
}

// Span is 1: layers are plies.
func (g *game) Span() int { return 1 }

// Canonize replaces each state by the smaller one of it and its half-turn.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i] = min(s, g.turnedState(s))
	}
	clear(swaps)
}

// Orbits appends 2 for states that differ from their half-turn, else 1.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		n := int32(2)
		if s == g.turnedState(s) {
			n = 1
		}
		dst = append(dst, n)
	}
	return dst
}

// turnedState is a state after a half-turn.
func (g *game) turnedState(s uint64) uint64 {
	p := g.unpack(s)
	p.stones[0], p.stones[1] = g.turned(p.stones[0]), g.turned(p.stones[1])
	return g.pack(p)
}
