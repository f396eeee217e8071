package quixo

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// game is a variant.
type game struct {
	*board
	turns.InBit[uint64]
	info  games.Info
	group *index.Group
	sides *index.Sides
	tiers []games.Tier
}

func newGame(width int) *game {
	g := &game{board: newBoard(width)}
	g.info = g.describe()
	g.number()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start has no tile marked.
func (g *game) Start() uint64 { return 0 }

// Expand appends the children by the cell that the tile is taken from, row by
// row from the bottom: those along the row first.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if over, _ := g.result(s); !over {
			mover, tiles := ^s&turns.Bit, s&^turns.Bit
			for free := g.edge &^ s; free != 0; free &= free - 1 {
				out := g.out[bits.TrailingZeros64(free)%maxCells]
				for i := range out {
					dst = append(dst, mover|bits.RotateLeft64(out[i].push(tiles), 32))
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Payoffs appends 100 for the winner and 0 for the loser.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var pay games.Payoff
		pay[g.winner(s)] = 100
		dst = append(dst, pay)
	}
	return dst
}

// winner is the role that has won a state where the game is over.
func (g *game) winner(s uint64) int {
	if _, won := g.result(s); won {
		return turns.Mover(s)
	}
	return 1 - turns.Mover(s)
}

// Canonize replaces each state by the smallest of its images, with the first
// player to move: the players change places where that changes who moves.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i], swaps[i] = g.group.Least(s&^turns.Bit), s&turns.Bit != 0
	}
}

// Orbits appends the number of different images.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.group.Orbit(s)))
	}
	return dst
}
