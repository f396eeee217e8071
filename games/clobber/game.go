package clobber

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// game is a variant. A state has the stones of x in its higher half and those
// of o in its lower one, a bit for each cell of the board. Every move takes a
// stone away, so that their number tells whose turn it is.
type game struct {
	grid.Board
	symmetry.Group
	steps []step
	begin uint64
	info  games.Info
}

// step is a direction in which stones move.
type step struct {
	rotate int    // how far a bit moves up the word
	from   uint64 // cells that have a neighbour there
}

func newGame(width, height int) *game {
	b := grid.Board{Width: width, Height: height}
	g := &game{Board: b}
	g.steps = []step{
		{width, b.All() &^ b.Row(height-1)},
		{1, b.All() &^ b.Column(width-1)},
		{-1, b.All() &^ b.Column(0)},
		{-width, b.All() &^ b.Row(0)},
	}
	for cell := range b.Cells() {
		x, y := cell%width, cell/width
		if (x+y)%2 == 0 {
			g.begin |= 1 << (b.Cells() + cell)
		} else {
			g.begin |= 1 << cell
		}
	}
	g.Group = g.keeping(g.begin)
	g.info = g.describe()
	return g
}

// keeping returns the symmetries of the board that map the pattern at the start
// onto itself. To exchange the colours would help no further: the number of
// stones fixes who is to move.
func (g *game) keeping(start uint64) symmetry.Group {
	var keep []symmetry.Permutation
	for _, p := range symmetry.Planes(2, symmetry.Grid(g.Width, g.Height)) {
		if symmetry.NewMap(p).Apply(start) == start {
			keep = append(keep, p)
		}
	}
	return symmetry.NewGroup(keep)
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the full board.
func (g *game) Start() uint64 { return g.begin }

// taken is the number of stones that are gone, which is that of plies.
func (g *game) taken(s uint64) int { return g.Cells() - bits.OnesCount64(s) }

// mover is the role whose turn it is.
func (g *game) mover(s uint64) int { return g.taken(s) & 1 }

// stones is the stones of the side to move and of the other.
func (g *game) stones(s uint64) (own, opp uint64) {
	own, opp = s>>g.Cells(), s&g.All()
	if g.mover(s) == 1 {
		own, opp = opp, own
	}
	return own, opp
}

// movable is the own stones that can take the next stone in a direction.
func movable(own, opp uint64, d step) uint64 {
	return own & d.from & bits.RotateLeft64(opp, -d.rotate)
}

// Expand appends the children: all moves up, then to the right, to the left,
// and down; each by the cell of the stone that moves.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		own, opp := g.stones(s)
		ownShift, oppShift := g.Cells(), 0
		if g.mover(s) == 1 {
			ownShift, oppShift = oppShift, ownShift
		}
		for _, d := range g.steps {
			for m := movable(own, opp, d); m != 0; m &= m - 1 {
				from := m & -m
				to := bits.RotateLeft64(from, d.rotate)
				dst = append(dst, s^(from|to)<<(ownShift&63)^to<<(oppShift&63))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers appends the role whose turn it is.
func (g *game) Movers(dst []int8, src []uint64) []int8 { return turns.Movers(dst, src, g.mover) }

// moves is the number of moves.
func (g *game) moves(s uint64) int {
	own, opp := g.stones(s)
	n := 0
	for _, d := range g.steps {
		n += bits.OnesCount64(movable(own, opp, d))
	}
	return n
}

// Payoffs appends 0 for the player who cannot move and 100 for the other.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[1-g.mover(s)] = 100
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of stones that are gone.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.taken(s)))
	}
	return dst
}

// Span is 1: each ply takes a stone.
func (g *game) Span() int { return 1 }
