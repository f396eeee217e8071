package connect4

import (
	"math/bits"

	"zermelo/games"
)

// game is a variant, with code for one height; see rows.
type game[R rows] struct {
	*board
	info games.Info
}

func newGame[R rows](b *board) *game[R] { return &game[R]{board: b, info: b.describe()} }

// Info says what the variant is.
func (g *game[R]) Info() *games.Info { return &g.info }

// Start is the empty board.
func (g *game[R]) Start() uint64 { return g.all }

// stones is the number of plies that led to a position.
func (b *board) stones(p position) int { return b.cells - bits.OnesCount64(p.empty) }

// over reports whether the last move has won or filled the board.
func (g *game[R]) over(p position) bool { return p.empty == 0 || g.connected(p.opp) }

// Expand appends the children, by column from the left.
func (g *game[R]) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := g.decode(s)
		if !g.connected(p.opp) {
			for can := g.playable(p.empty); can != 0; can &= can - 1 {
				dst = append(dst, encode(p.play(can&-can)))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers appends the role whose turn it is.
func (g *game[R]) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(g.stones(g.decode(s))&1))
	}
	return dst
}

// Payoffs appends the first player's score and its negative for the second: 0
// for a full board without a winner, else one more than the stones that the
// winner did not need; see board.winAt.
func (g *game[R]) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p, score := g.decode(s), 0
		n := g.stones(p)
		if g.connected(p.opp) {
			if score = g.winAt(n); n&1 == 0 {
				score = -score
			}
		}
		dst = append(dst, games.Payoff{int16(score), int16(-score)})
	}
	return dst
}

// Layers appends the number of stones.
func (g *game[R]) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.stones(g.decode(s))))
	}
	return dst
}

// Span is 1: each ply adds a stone.
func (g *game[R]) Span() int { return 1 }

// Canonize replaces each state by the smaller one of it and its mirror image.
func (g *game[R]) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i] = g.canonical(s)
	}
	clear(swaps)
}

// canonical is the smaller one of a state and its mirror image. Where eight
// columns fit into a word, it exchanges neighbours, then pairs, then fours.
func (g *game[R]) canonical(s uint64) uint64 {
	if !g.eight {
		return min(s, g.mirrored(s))
	}
	w := g.pitch()
	m := s>>(w&63)&g.halves[0] | s&g.halves[0]<<(w&63)
	m = m>>(2*w&63)&g.halves[1] | m&g.halves[1]<<(2*w&63)
	m = m>>(4*w&63)&g.halves[2] | m&g.halves[2]<<(4*w&63)
	return min(s, m>>(g.blank&63))
}

// Orbits appends 2 for states that differ from their mirror image, else 1.
func (g *game[R]) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		n := int32(2)
		if s == g.mirrored(s) {
			n = 1
		}
		dst = append(dst, n)
	}
	return dst
}
