package domineering

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// game is a variant. A state is the set of covered cells: how the dominoes lie
// does not matter any more, and their number tells whose turn it is.
type game struct {
	grid.Board
	symmetry.Group
	// step is from the lower or left cell of a domino to its other cell, for
	// each role, and heads are the cells where a lower or left one can be.
	step  [games.MaxRoles]uint
	heads [games.MaxRoles]uint64
	info  games.Info
}

func newGame(width, height int) *game {
	b := grid.Board{Width: width, Height: height}
	// Diagonals and quarter-turns would turn the dominoes round.
	g := &game{Board: b, Group: symmetry.NewGroup(symmetry.Grid(width, height)[:4])}
	g.step = [games.MaxRoles]uint{uint(width), 1}
	g.heads = [games.MaxRoles]uint64{b.All() &^ b.Row(height-1), b.All() &^ b.Column(width-1)}
	g.info = g.describe()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the empty board.
func (g *game) Start() uint64 { return 0 }

// dominoes is the number of dominoes on the board, which is that of plies.
func dominoes(s uint64) int { return bits.OnesCount64(s) / 2 }

// mover is the role whose turn it is.
func mover(s uint64) int { return dominoes(s) & 1 }

// places is the lower or left cells of the dominoes that the side to move can
// place.
func (g *game) places(s uint64) uint64 {
	role := mover(s)
	return ^s &^ (s >> (g.step[role] & 63)) & g.heads[role]
}

// Expand appends the children, by the lower or left cell of the domino.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		step := g.step[mover(s)]
		for p := g.places(s); p != 0; p &= p - 1 {
			cell := p & -p
			dst = append(dst, s|cell|cell<<(step&63))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers appends the role whose turn it is.
func (g *game) Movers(dst []int8, src []uint64) []int8 { return turns.Movers(dst, src, mover) }

// Payoffs appends 0 for the player who cannot move and 100 for the other.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[1-mover(s)] = 100
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of dominoes.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(dominoes(s)))
	}
	return dst
}

// Span is 1: each ply places a domino.
func (g *game) Span() int { return 1 }
