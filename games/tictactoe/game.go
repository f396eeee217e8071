package tictactoe

import (
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
	inARow int
	misere bool
	lines  []line
	info   games.Info
}

// line is a direction that rows run in.
type line struct {
	step  uint   // from a cell to the next one in the row
	heads uint64 // cells where a full row can begin
}

func newGame(width, height, inARow int, misere bool) *game {
	b := grid.Board{Width: width, Height: height}
	g := &game{Board: b, inARow: inARow, misere: misere}
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
	g.info = g.describe()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the empty board.
func (g *game) Start() uint64 { return 0 }

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

// Movers appends the role whose turn it is.
func (g *game) Movers(dst []int8, src []uint64) []int8 { return turns.Movers(dst, src, mover) }

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

// Payoffs appends 100 for the winner and 0 for the loser, or 50 for both.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := games.Payoff{50, 50}
		if w := g.winner(s); w >= 0 {
			p = games.Payoff{}
			p[w] = 100
		}
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of stones.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(bits.OnesCount64(s)))
	}
	return dst
}

// Span is 1: each ply adds a stone.
func (g *game) Span() int { return 1 }
