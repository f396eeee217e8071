package chomp

import "zermelo/games"

// moverBit of a state is set when the second player is to move.
const moverBit = uint64(1) << 63

// A state has rowBits bits for each row. The columns of a bar, counted in the
// same way, are a sum of lowBits.
const (
	rowBits = 4
	rowMask = 1<<rowBits - 1
	lowBits = 0x111111111111111 // the lowest bit of each row
)

// game is a variant. What is left of a bar has rows that never get longer
// upwards. A state holds their lengths, row 1 in the lowest bits, and whose
// turn it is.
type game struct {
	width, height int
	info          games.Info
}

func newGame(width, height int) *game {
	g := &game{width: width, height: height}
	g.info = g.describe()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the whole bar, the first player to move.
func (g *game) Start() uint64 {
	s := uint64(0)
	for range g.height {
		s = s<<rowBits | uint64(g.width)
	}
	return s
}

// mover is the role to move: the winner where nothing is left.
func mover(s uint64) int { return int(s >> 63) }

// row is the length of row y, counted from 0.
func row(s uint64, y int) int { return int(s >> (y * rowBits) & rowMask) }

// squares is the number of squares.
func squares(s uint64) int {
	n := 0
	for s &^= moverBit; s != 0; s >>= rowBits {
		n += int(s & rowMask)
	}
	return n
}

// bitten returns a state after a bite at a cell, column x and row y counted
// from 0. Whose turn it is stays.
func bitten(s uint64, x, y int) uint64 {
	for ; y < maxSide; y++ {
		n := row(s, y)
		if n <= x {
			break // and so are all rows above
		}
		s -= uint64(n-x) << (y * rowBits)
	}
	return s
}

// turned exchanges columns and rows; the first player is to move. Each row adds
// one to the columns that reach it, and no sum is greater than maxSide.
func turned(s uint64) uint64 {
	t := uint64(0)
	for ; s != 0; s >>= rowBits {
		t += lowBits & (1<<(s&rowMask*rowBits) - 1)
	}
	return t
}

// Expand appends the children, by the cell of the bite: row by row from row 1,
// column a first.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for y := range g.height {
			for x := range row(s, y) {
				dst = append(dst, bitten(s^moverBit, x, y))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Rows appends the number of squares where the first player is to move, else 1,
// and 0 where nothing is left.
func (g *game) Rows(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		rows := squares(s)
		if mover(s) == 1 {
			rows = min(rows, 1)
		}
		dst = append(dst, int32(rows))
	}
	return dst
}

// Payoffs appends 100 for the winner and 0 for the player who ate the poison.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[mover(s)] = 100
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of squares that have been eaten.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.width*g.height-squares(s)))
	}
	return dst
}

// Span is the whole bar: a bite at the poison takes everything.
func (g *game) Span() int { return g.width * g.height }

// Canonize lets the player to move be the first one, since both have the same
// moves, and takes the smaller one of a square bar's two diagonal images.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		swaps[i] = s&moverBit != 0
		if s &^= moverBit; g.width == g.height {
			s = min(s, turned(s))
		}
		states[i] = s
	}
}

// Orbits appends 2 for bars that differ from their diagonal image, which must
// be square at the start, else 1.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		n := int32(1)
		if g.width == g.height && turned(s&^moverBit) != s&^moverBit {
			n = 2
		}
		dst = append(dst, n)
	}
	return dst
}
