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

// game is a variant. A state has the stones of x in its higher half and those
// of o in its lower one, a bit for each cell of the board. Every move takes a
// stone away, so that their number tells whose turn it is.
type game struct {
	grid.Board
	symmetry.Group
	turns.Plies[uint64]
	turns.Winner[uint64]
	steps []step
	turns.Base[uint64]
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
			g.First |= 1 << (b.Cells() + cell)
		} else {
			g.First |= 1 << cell
		}
	}
	// To exchange the colours would help no further: the number of stones fixes who
	// is to move.
	g.Group = symmetry.Keeping(symmetry.Planes(2, symmetry.Grid(width, height)), g.First)
	g.Plies = g.taken
	g.Winner = func(s uint64) int { return 1 - g.mover(s) } // the other cannot move
	g.About = g.describe()
	return g
}

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

// moves is the number of moves.
func (g *game) moves(s uint64) int {
	own, opp := g.stones(s)
	n := 0
	for _, d := range g.steps {
		n += bits.OnesCount64(movable(own, opp, d))
	}
	return n
}

// glyphs are the characters of a position.
const glyphs = ".xo"

// FormatState writes the rows from the top joined by '/', as in "ox./x.o" for
// size=3x2. The number of stones tells whose turn it is.
func (g *game) FormatState(s uint64) string {
	return g.Format(g.glyphs(s))
}

// glyphs tells the character of each cell.
func (g *game) glyphs(s uint64) func(cell int) byte {
	return func(cell int) byte { return grid.Glyph(cell, glyphs, s>>g.Cells(), s&g.All()) }
}

// ParseState reads what FormatState writes; a digit may stand for as many
// empty cells.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	return turns.Parsed(g, text, s, err)
}

func (g *game) parse(text string) (uint64, error) {
	stones, err := g.ParseSets(text, glyphs)
	if err != nil {
		return 0, err
	}
	s := stones[0]<<g.Cells() | stones[1]
	if s == 0 {
		return 0, errors.New("no stones, but the one that moved last is never taken")
	}
	// x takes the first stone, one of o's, and then they take by turns.
	taken := g.taken(s)
	wantX := bits.OnesCount64(g.First>>g.Cells()) - taken/2
	wantO := bits.OnesCount64(g.First&g.All()) - (taken+1)/2
	if x, o := bits.OnesCount64(s>>g.Cells()), bits.OnesCount64(s&g.All()); x != wantX {
		return 0, fmt.Errorf("%d stones x and %d stones o, want %d and %d when %d are gone", x, o, wantX, wantO, taken)
	}
	return s, nil
}

// Moves names the moves by the cells of the stone that moves and of the one
// that it takes, as in "a1xa2", in the order of Expand.
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
