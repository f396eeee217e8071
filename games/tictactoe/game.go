package tictactoe

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

type game struct {
	turns.Base[uint64]
	grid.Stones
	symmetry.Group
	turns.Plies[uint64]
	turns.Winner[uint64]
	turns.Terminal[uint64]
	turns.Children[uint64]
	inARow int
	misere bool
	lines  []line
}

// line describes the rows in one direction.
type line struct {
	step  uint   // distance between consecutive cells
	heads uint64 // cells where a full row can start
}

func newGame(b grid.Board, inARow int, misere bool) *game {
	g := &game{Stones: grid.Stones{Board: b}, Plies: bits.OnesCount64, inARow: inARow, misere: misere}
	g.Group = symmetry.NewGroup(symmetry.Planes(2, symmetry.Grid(b.Width, b.Height)))
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		if heads := b.Runs(d[0], d[1], inARow); heads != 0 {
			g.lines = append(g.lines, line{uint(d[1]*b.Width + d[0]), heads})
		}
	}
	g.About, g.Winner, g.Children = g.describe(), g.winner, g.children
	g.Terminal = func(s uint64) bool { return g.open(s) == 0 }
	return g
}

func mover(s uint64) int { return bits.OnesCount64(s) & 1 }

func (g *game) complete(set uint64) bool {
	for _, l := range g.lines {
		heads := set & l.heads
		for i := uint(1); i < uint(g.inARow); i++ {
			heads &= set >> (i * l.step & 63)
		}
		if heads != 0 {
			return true
		}
	}
	return false
}

func (g *game) decided(s uint64) bool {
	x, o := g.Split(s)
	if mover(s) == 1 {
		return g.complete(x)
	}
	return g.complete(o)
}

// open returns the empty cells, or 0 for a terminal state.
func (g *game) open(s uint64) uint64 {
	if g.decided(s) {
		return 0
	}
	x, o := g.Split(s)
	return g.All() &^ (x | o)
}

// children appends the children in the order of the cells.
func (g *game) children(dst []uint64, s uint64) []uint64 {
	shift := g.Cells()
	if mover(s) == 1 {
		shift = 0
	}
	for cells := g.open(s); cells != 0; cells &= cells - 1 {
		dst = append(dst, s|cells&-cells<<shift)
	}
	return dst
}

func (g *game) winner(s uint64) int {
	switch {
	case !g.decided(s):
		return -1
	case g.misere:
		return mover(s)
	}
	return 1 - mover(s)
}

func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.ParseStones(text)
	if err == nil {
		err = g.check(s)
	}
	return turns.Parsed(g, text, s, err)
}

// check returns an error if the numbers of stones are impossible, or if the player
// to move has a full row.
func (g *game) check(s uint64) error {
	x, o := g.Split(s)
	crosses, noughts := bits.OnesCount64(x), bits.OnesCount64(o)
	if more := crosses - noughts; more != 0 && more != 1 {
		return fmt.Errorf("%d x and %d o stones, expected equal counts or one more x", crosses, noughts)
	}
	own := x
	if mover(s) == 1 {
		own = o
	}
	if g.complete(own) {
		return fmt.Errorf("%s is to move and has %d in a row, so the game was over before the last move", g.About.Roles[mover(s)], g.inARow)
	}
	return nil
}

// Moves returns the names of the moves, such as "b2".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	return turns.Moves(mover(s), g.Names(g.open(s)))
}
