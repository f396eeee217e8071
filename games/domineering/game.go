package domineering

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// game implements all variants. A state is the set of covered cells. The number of
// dominoes determines the player to move.
type game struct {
	turns.Base[uint64]
	grid.Board
	symmetry.Group
	turns.Plies[uint64]
	turns.Winner[uint64]
	turns.Terminal[uint64]
	turns.Children[uint64]
	// By role: the distance from the lower or left cell of a domino to its other
	// cell, and the cells that can be the lower or left cell.
	step  [2]uint
	heads [2]uint64
}

func newGame(b grid.Board) *game {
	// Diagonal reflections and quarter-turns would turn the dominoes.
	g := &game{Board: b, Group: symmetry.NewGroup(symmetry.Grid(b.Width, b.Height)[:4])}
	g.step = [2]uint{uint(b.Width), 1}
	g.heads = [2]uint64{b.Runs(0, 1, 2), b.Runs(1, 0, 2)}
	g.About = g.describe()
	g.Plies = dominoes
	g.Winner = func(s uint64) int { return 1 - mover(s) } // the player to move cannot move
	g.Terminal = func(s uint64) bool { return g.places(s) == 0 }
	g.Children = g.children
	return g
}

func dominoes(s uint64) int { return bits.OnesCount64(s) / 2 }

func mover(s uint64) int { return dominoes(s) & 1 }

// places returns the lower or left cells of all dominoes that can be placed.
func (g *game) places(s uint64) uint64 {
	role := mover(s)
	return ^s &^ (s >> (g.step[role] & 63)) & g.heads[role]
}

// children appends the children, ordered by the lower or left cell of the domino.
func (g *game) children(dst []uint64, s uint64) []uint64 {
	step := g.step[mover(s)]
	for p := g.places(s); p != 0; p &= p - 1 {
		cell := p & -p
		dst = append(dst, s|cell|cell<<(step&63))
	}
	return dst
}

const glyphs = ".x"

// FormatState returns the rows from top to bottom joined by '/', as in ".../x../x..".
func (g *game) FormatState(s uint64) string {
	return g.Format(func(cell int) byte { return grid.Glyph(cell, glyphs, s) })
}

func (g *game) ParseState(text string) (uint64, error) {
	covered, err := g.ParseSets(text, glyphs)
	if n := bits.OnesCount64(covered[0]); err == nil && n&1 != 0 {
		err = fmt.Errorf("%d covered cells; the number must be even because each domino covers two", n)
	}
	return turns.Parsed(g, text, covered[0], err)
}

// Moves returns the names of the moves, as in "a1-a2".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	role := mover(s)
	for p := g.places(s); p != 0; p &= p - 1 {
		cell := bits.TrailingZeros64(p)
		names = append(names, g.Name(cell)+"-"+g.Name(cell+int(g.step[role])))
	}
	return turns.Moves(role, names)
}
