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
	width  int // bits of a size
	total  int // things at the start
	info   games.Info
}

func newGame(start []int, take int, misere bool) *game {
	largest := start[len(start)-1]
	g := &game{start: start, take: min(take, largest), misere: misere, width: bits.Len(uint(largest))}
	for _, n := range start {
		g.total += n
	}
	g.info = g.describe()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the position with all piles whole and the first player to move.
func (g *game) Start() uint64 { return g.pack(g.start) }

// pack makes the state of ascending sizes with the first player to move.
func (g *game) pack(sizes []int) uint64 {
	s := uint64(0)
	for i := len(sizes) - 1; i >= 0; i-- {
		s = s<<g.width | uint64(sizes[i])
	}
	return s
}

// mover is the role to move.
func mover(s uint64) int { return int(s >> 63) }

// size is the size of pile i, counted from 0 for the smallest.
func (g *game) size(s uint64, i int) int { return int(s >> (i * g.width) & (1<<g.width - 1)) }

// below is the bits of the piles before pile i.
func (g *game) below(i int) uint64 { return 1<<(i*g.width) - 1 }

// choices is how many things may be taken from pile i: 1 to that many. It is 0
// for a pile like the one before it, with which the moves are the same.
func (g *game) choices(s uint64, i int) int {
	n := g.size(s, i)
	if i > 0 && n == g.size(s, i-1) {
		return 0
	}
	return min(n, g.take)
}

// moves is the number of moves.
func (g *game) moves(s uint64) int {
	n := 0
	for i := range g.start {
		n += g.choices(s, i)
	}
	return n
}

// Expand appends the children: by the pile, from the smallest, then by how much
// is taken. What is left of a pile moves down to its place j, and those that
// were there move up.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for i := range g.start {
			others := (s ^ moverBit) &^ g.below(i+1)
			size, j := g.size(s, i), i
			for n := 1; n <= g.choices(s, i); n++ {
				left := size - n
				for j > 0 && g.size(s, j-1) > left {
					j--
				}
				smaller := s & g.below(j)
				larger := (s & g.below(i) &^ g.below(j)) << g.width
				dst = append(dst, others|larger|uint64(left)<<(j*g.width)|smaller)
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
		rows := g.moves(s)
		if mover(s) == 1 {
			rows = min(rows, 1)
		}
		dst = append(dst, int32(rows))
	}
	return dst
}

// winner is the role that has won when nothing is left.
func (g *game) winner(s uint64) int {
	if g.misere {
		return mover(s)
	}
	return 1 - mover(s)
}

// Payoffs appends 100 for the winner and 0 for the loser.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[g.winner(s)] = 100
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of things that have been taken.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		left := 0
		for i := range g.start {
			left += g.size(s, i)
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
