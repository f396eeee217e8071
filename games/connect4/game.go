package connect4

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// game is a variant, with code for one height; see rows.
type game[R rows] struct {
	*board
	turns.Plies[uint64]
	turns.Mirror[uint64]
	turns.Base[uint64]
}

func newGame[R rows](b *board) *game[R] {
	g := &game[R]{board: b, Base: turns.Base[uint64]{About: b.describe(), First: b.all}}
	g.Plies = func(s uint64) int { return b.stones(b.decode(s)) }
	g.Mirror = g.mirrored
	return g
}

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

// canonical is the smaller one of a state and its mirror image.
func (g *game[R]) canonical(s uint64) uint64 { return min(s, g.mirrored(s)) }

// mirrored exchanges left and right in a state. Where eight columns fit into a
// word, it exchanges neighbours, then pairs, then fours.
func (g *game[R]) mirrored(s uint64) uint64 {
	if !g.eight {
		return g.swaps.Apply(s)
	}
	w := g.pitch()
	m := s>>(w&63)&g.halves[0] | s&g.halves[0]<<(w&63)
	m = m>>(2*w&63)&g.halves[1] | m&g.halves[1]<<(2*w&63)
	m = m>>(4*w&63)&g.halves[2] | m&g.halves[2]<<(4*w&63)
	return m >> (g.blank & 63)
}
