package clobber

import (
	"errors"
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// game implements all variants. Every move removes a stone, so the number of stones
// determines the player to move.
type game struct {
	turns.Base[uint64]
	grid.Stones
	symmetry.Group
	turns.Plies[uint64]
	turns.Winner[uint64]
	turns.Children[uint64]
	steps []step
}

// step is a direction in which stones move.
type step struct {
	rotate int    // left rotation that moves each cell to its neighbour
	from   uint64 // cells that have a neighbour
}

func newGame(b grid.Board) *game {
	g := &game{Stones: grid.Stones{Board: b}}
	for _, d := range [][2]int{{0, 1}, {1, 0}, {-1, 0}, {0, -1}} {
		g.steps = append(g.steps, step{d[1]*b.Width + d[0], b.Runs(d[0], d[1], 2)})
	}
	for cell := range b.Cells() {
		if x, y := cell%b.Width, cell/b.Width; (x+y)%2 == 0 {
			g.First |= 1 << (b.Cells() + cell)
		} else {
			g.First |= 1 << cell
		}
	}
	// The number of stones determines the player to move, so exchanging the colours
	// would make no positions equivalent.
	g.Group = symmetry.Stabilizer(symmetry.Planes(2, symmetry.Grid(b.Width, b.Height)), g.First)
	g.Plies = g.taken
	g.Winner = func(s uint64) int { return 1 - g.mover(s) } // the player to move cannot move
	g.Children = g.children
	g.About = g.describe()
	return g
}

// taken returns the number of captured stones. This is also the number of plies.
func (g *game) taken(s uint64) int { return g.Cells() - bits.OnesCount64(s) }

func (g *game) mover(s uint64) int { return g.taken(s) & 1 }

// stones returns the stones of the player to move and of the opponent.
func (g *game) stones(s uint64) (own, opp uint64) {
	own, opp = g.Split(s)
	if g.mover(s) == 1 {
		own, opp = opp, own
	}
	return own, opp
}

// movable returns the stones of own that have an opposing neighbour in direction d.
func movable(own, opp uint64, d step) uint64 {
	return own & d.from & bits.RotateLeft64(opp, -d.rotate)
}

// children appends the children reached by moves up, then right, left and down. Each
// group is in the order of the stones.
func (g *game) children(dst []uint64, s uint64) []uint64 {
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
	return dst
}

func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.ParseStones(text)
	if err == nil {
		err = g.check(s)
	}
	return turns.Parsed(g, text, s, err)
}

func (g *game) check(s uint64) error {
	if s == 0 {
		return errors.New("the board is empty, but the last stone to move always remains")
	}
	// x moves first.
	taken := g.taken(s)
	wantX := bits.OnesCount64(g.First>>g.Cells()) - taken/2
	wantO := bits.OnesCount64(g.First&g.All()) - (taken+1)/2
	if x, o := bits.OnesCount64(s>>g.Cells()), bits.OnesCount64(s&g.All()); x != wantX {
		return fmt.Errorf("%d x and %d o stones, expected %d x and %d o stones after %s", x, o, wantX, wantO, games.Count(taken, "capture"))
	}
	return nil
}

// Moves returns the names of the moves, as in "a1xa2".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	own, opp := g.stones(s)
	for _, d := range g.steps {
		for m := movable(own, opp, d); m != 0; m &= m - 1 {
			from := bits.TrailingZeros64(m)
			names = append(names, g.Name(from)+"x"+g.Name(from+d.rotate))
		}
	}
	return turns.Moves(g.mover(s), names)
}
