package nim

import (
	"math/bits"

	"zermelo/games"
)

// moverBit of a state is set when the second player is to move.
const moverBit = uint64(1) << 63

// game is a variant. The piles have no order: a state holds their sizes sorted,
// the smallest in the lowest bits, and whose turn it is.
type game struct {
	start  []int // ascending
	take   int   // the most that a move may take
	misere bool
	width  uint // bits of a size
	total  int  // things at the start
	info   games.Info
}

// sizes are the sizes of the piles, ascending, as many as there were at the
// start.
type sizes [maxPiles]uint8

func newGame(start []int, take int, misere bool) *game {
	largest := start[len(start)-1]
	g := &game{start: start, take: min(take, largest), misere: misere, width: uint(bits.Len(uint(largest)))}
	for _, n := range start {
		g.total += n
	}
	g.info = g.describe()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the position with all piles whole and the first player to move.
func (g *game) Start() uint64 {
	var p sizes
	for i, n := range g.start {
		p[i] = uint8(n)
	}
	return g.pack(&p, 0)
}

// pack makes the state of a position.
func (g *game) pack(p *sizes, mover int) uint64 {
	s := uint64(0)
	for i := len(g.start) - 1; i >= 0; i-- {
		s = s<<g.width | uint64(p[i])
	}
	return s | uint64(mover)<<63
}

// unpack takes a state apart.
func (g *game) unpack(s uint64) (p sizes, mover int) {
	mover = int(s >> 63)
	for i := range g.start {
		p[i] = uint8(s & (1<<g.width - 1))
		s >>= g.width
	}
	return p, mover
}

// less returns the sizes after n things have been taken from pile i.
func (p sizes) less(i, n int) sizes {
	left := p[i] - uint8(n)
	for ; i > 0 && p[i-1] > left; i-- {
		p[i] = p[i-1]
	}
	p[i] = left
	return p
}

// choices is how many things may be taken from pile i: 1 to that many. It is 0
// for a pile like the one before it, with which the moves are the same.
func (g *game) choices(p *sizes, i int) int {
	if i > 0 && p[i] == p[i-1] {
		return 0
	}
	return min(int(p[i]), g.take)
}

// Expand appends the children: by the pile, from the smallest, then by how much
// is taken.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p, mover := g.unpack(s)
		for i := range g.start {
			for n := 1; n <= g.choices(&p, i); n++ {
				child := p.less(i, n)
				dst = append(dst, g.pack(&child, 1-mover))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Rows appends the number of moves where the first player is to move, else 1,
// and 0 where nothing is left.
func (g *game) Rows(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		p, mover := g.unpack(s)
		rows := 0
		for i := range g.start {
			rows += g.choices(&p, i)
		}
		if mover == 1 {
			rows = min(rows, 1)
		}
		dst = append(dst, int32(rows))
	}
	return dst
}

// winner is the role that has won when nothing is left.
func (g *game) winner(mover int) int {
	if g.misere {
		return mover
	}
	return 1 - mover
}

// Payoffs appends 100 for the winner and 0 for the loser.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[g.winner(int(s>>63))] = 100
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of things that have been taken.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		p, _ := g.unpack(s)
		left := 0
		for _, n := range p {
			left += int(n)
		}
		dst = append(dst, int32(g.total-left))
	}
	return dst
}

// Span is the most that a move can take.
func (g *game) Span() int { return g.take }

// Canonize lets the player to move be the first one: both have the same moves.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i], swaps[i] = s&^moverBit, s&moverBit != 0
	}
}

// Orbits appends 1: no symmetry keeps the player to move.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for range src {
		dst = append(dst, 1)
	}
	return dst
}
