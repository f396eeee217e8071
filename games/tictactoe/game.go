package tictactoe

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// game is a variant. A state has the stones of x in its higher half and those
// of o in its lower one, a bit for each cell of the board.
type game struct {
	grid.Board
	symmetry.Group
	turns.Plies[uint64]
	turns.Winner[uint64]
	inARow int
	misere bool
	lines  []line
	turns.Base[uint64]
}

// line is a direction that rows run in.
type line struct {
	step  uint   // from a cell to the next one in the row
	heads uint64 // cells where a full row can begin
}

func newGame(width, height, inARow int, misere bool) *game {
	b := grid.Board{Width: width, Height: height}
	g := &game{Board: b, Plies: bits.OnesCount64, inARow: inARow, misere: misere}
	g.Group = symmetry.NewGroup(symmetry.Planes(2, symmetry.Grid(width, height)))
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		l := line{step: uint(d[1]*width + d[0])}
		for cell := range b.Cells() {
			x, y := cell%width+(inARow-1)*d[0], cell/width+(inARow-1)*d[1]
			if x >= 0 && x < width && y < height {
				l.heads |= 1 << cell
			}
		}
		if l.heads != 0 {
			g.lines = append(g.lines, l)
		}
	}
	g.About, g.Winner = g.describe(), g.winner
	return g
}

// stones takes a state apart.
func (g *game) stones(s uint64) (x, o uint64) { return s >> g.Cells(), s & g.All() }

// mover is the role whose turn it is: x has as many stones as o, or one more.
func mover(s uint64) int { return bits.OnesCount64(s) & 1 }

// complete reports whether set has a full row.
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

// decided reports whether the last move has made a full row.
func (g *game) decided(s uint64) bool {
	x, o := g.stones(s)
	if mover(s) == 1 {
		return g.complete(x)
	}
	return g.complete(o)
}

// open is the cells where the side to move may put a stone; none if the game
// is over.
func (g *game) open(s uint64) uint64 {
	if g.decided(s) {
		return 0
	}
	x, o := g.stones(s)
	return g.All() &^ (x | o)
}

// Expand appends the children, by the cell of the stone.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		shift := g.Cells()
		if mover(s) == 1 {
			shift = 0
		}
		for cells := g.open(s); cells != 0; cells &= cells - 1 {
			dst = append(dst, s|cells&-cells<<shift)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Over appends whether each state is terminal.
func (g *game) Over(dst []bool, src []uint64) []bool {
	for _, s := range src {
		dst = append(dst, g.open(s) == 0)
	}
	return dst
}

// winner is the role that has won a position where the game is over, or -1 for
// a draw.
func (g *game) winner(s uint64) int {
	switch {
	case !g.decided(s):
		return -1
	case g.misere:
		return mover(s)
	}
	return 1 - mover(s)
}

// glyphs are the characters of a position.
const glyphs = ".xo"

// FormatState writes the rows from the top joined by '/', as in ".../.o./x.x".
// The number of stones tells whose turn it is.
func (g *game) FormatState(s uint64) string {
	return g.Format(g.glyphs(s))
}

// glyphs tells the character of each cell.
func (g *game) glyphs(s uint64) func(cell int) byte {
	x, o := g.stones(s)
	return func(cell int) byte { return grid.Glyph(cell, glyphs, x, o) }
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
	x, o := stones[0], stones[1]
	crosses, noughts := bits.OnesCount64(x), bits.OnesCount64(o)
	if more := crosses - noughts; more != 0 && more != 1 {
		return 0, fmt.Errorf("%d stones x and %d stones o, want equally many or one more x", crosses, noughts)
	}
	s := x<<g.Cells() | o
	own := x
	if mover(s) == 1 {
		own = o
	}
	if g.complete(own) {
		return 0, fmt.Errorf("%s is to move and has %d in a row, so that the game was over before the last move", g.About.Roles[mover(s)], g.inARow)
	}
	return s, nil
}

// Moves names the moves by their cells, as in "b2", in the order of Expand.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	return turns.Moves(mover(s), g.Names(g.open(s)))
}
