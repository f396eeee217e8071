package teeko

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

func newGame(large bool) *game {
	squares := index.NewSquares(cells)
	g := &game{board: newBoard(squares, large)}
	g.info = describe(large)
	g.number(squares)
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the empty board.
func (g *game) Start() uint64 { return 0 }

// Expand appends the children: drops by cell, moves by the cell that the piece
// leaves and then by the one that it enters, all row by row from the bottom.
// There always is a move: four pieces in no winning shape have at least five
// cells around them.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		own, other := unpack(s)
		if !g.wins(other) {
			mover, free := ^s&turns.Bit, allCells&^(own|other)
			if dropping(own) {
				for ; free != 0; free &= free - 1 {
					dst = append(dst, pack(mover, other, own|free&-free))
				}
			} else {
				for rest := own; rest != 0; rest &= rest - 1 {
					kept := own ^ rest&-rest
					for to := g.near[bits.TrailingZeros32(rest)] & free; to != 0; to &= to - 1 {
						dst = append(dst, pack(mover, other, kept|to&-to))
					}
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Payoffs appends 100 for the winner, who has just moved, and 0 for the loser.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var pay games.Payoff
		pay[1-turns.Mover(s)] = 100
		dst = append(dst, pay)
	}
	return dst
}

// Canonize replaces each state by the smallest of its images. Once all pieces
// are on the board it has the first player to move: the players change places
// where that changes who moves.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		own, _ := unpack(s)
		swaps[i] = s&turns.Bit != 0 && !dropping(own)
		if swaps[i] {
			s ^= turns.Bit
		}
		states[i] = g.group.Least(s)
	}
}

// Orbits appends the number of different images.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.group.Orbit(s)))
	}
	return dst
}
