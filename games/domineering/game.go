package domineering

import (
	"fmt"
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
	turns.Plies[uint64]
	turns.Winner[uint64]
	// step is from the lower or left cell of a domino to its other cell, for
	// each role, and heads are the cells where a lower or left one can be.
	step  [2]uint
	heads [2]uint64
	turns.Base[uint64]
}

func newGame(width, height int) *game {
	b := grid.Board{Width: width, Height: height}
	// Diagonals and quarter-turns would turn the dominoes round.
	g := &game{Board: b, Group: symmetry.NewGroup(symmetry.Grid(width, height)[:4])}
	g.step = [2]uint{uint(width), 1}
	g.heads = [2]uint64{b.All() &^ b.Row(height-1), b.All() &^ b.Column(width-1)}
	g.About = g.describe()
	g.Plies = dominoes
	g.Winner = func(s uint64) int { return 1 - mover(s) } // the other cannot move
	return g
}

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

// Over appends whether each state is terminal.
func (g *game) Over(dst []bool, src []uint64) []bool {
	for _, s := range src {
		dst = append(dst, g.places(s) == 0)
	}
	return dst
}

// glyphs are the characters of a free and a covered cell.
const glyphs = ".x"

// FormatState writes the rows from the top joined by '/', as in ".../x../x..".
// The number of covered cells tells whose turn it is.
func (g *game) FormatState(s uint64) string {
	return g.Format(func(cell int) byte { return grid.Glyph(cell, glyphs, s) })
}

// ParseState reads what FormatState writes; a digit may stand for as many free
// cells.
func (g *game) ParseState(text string) (uint64, error) {
	covered, err := g.ParseSets(text, glyphs)
	if n := bits.OnesCount64(covered[0]); err == nil && n&1 != 0 {
		err = fmt.Errorf("%d covered cells, want an even number: dominoes cover two each", n)
	}
	return turns.Parsed(g, text, covered[0], err)
}

// Moves names the moves by the two cells of the domino, as in "a1-a2", in the
// order of Expand.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	role := mover(s)
	for p := g.places(s); p != 0; p &= p - 1 {
		cell := bits.TrailingZeros64(p)
		names = append(names, g.Name(cell)+"-"+g.Name(cell+int(g.step[role])))
	}
	return turns.Moves(role, names)
}
