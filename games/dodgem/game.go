package dodgem

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
	turns.NoOrbits[uint64]
	info    games.Info
	sides   *index.Sides
	reflect *index.Group // its symmetry 1 exchanges columns and rows
	tiers   []games.Tier
}

func newGame(width int) *game {
	g := &game{board: newBoard(width)}
	g.info = g.describe()
	g.number()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start has the left player to move.
func (g *game) Start() uint64 { return pack(position{own: g.start[left], other: g.start[bottom]}) }

// Expand appends the children: steps forward, then steps to the player's left
// and to the right, then cars that leave; each in the order of the cells.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := unpack(s)
		if p.other != 0 {
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
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Payoffs appends 100 for the winner and 0 for the loser.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var pay games.Payoff
		pay[winner(unpack(s))] = 100
		dst = append(dst, pay)
	}
	return dst
}
