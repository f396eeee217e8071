package chomp

import "zermelo/games"

// moverBit of a state is set when the second player is to move.
const moverBit = uint64(1) << 63

// rowBits is how many bits of a state a row has.
const rowBits = 4

// game is a variant. What is left of a bar has rows that never get longer
// upwards. A state holds their lengths, row 1 in the lowest bits, and whose
// turn it is.
type game struct {
	width, height int
	info          games.Info
}

// bar is the lengths of the rows, from row 1.
type bar [maxSide]int8

func newGame(width, height int) *game {
	g := &game{width: width, height: height}
	g.info = g.describe()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start is the whole bar, the first player to move.
func (g *game) Start() uint64 {
	var b bar
	for y := range g.height {
		b[y] = int8(g.width)
	}
	return b.pack()
}

// pack makes the state of a bar with the first player to move.
func (b *bar) pack() uint64 {
	s := uint64(0)
	for y, n := range b {
		s |= uint64(n) << (y * rowBits)
	}
	return s
}

// unpack takes a state apart.
func unpack(s uint64) (b bar) {
	for y := range b {
		b[y] = int8(s >> (y * rowBits) & (1<<rowBits - 1))
	}
	return b
}

// bitten returns a state after a bite at a cell, column x and row y counted
// from 0. Whose turn it is stays.
func bitten(s uint64, x, y int) uint64 {
	for ; y < maxSide; y++ {
		shift := y * rowBits
		n := int(s >> shift & (1<<rowBits - 1))
		if n <= x {
			break
		}
		s -= uint64(n-x) << shift
	}
	return s
}

// squares is the number of squares.
func (b *bar) squares() int {
	n := 0
	for _, row := range b {
		n += int(row)
	}
	return n
}

// turned exchanges columns and rows.
func (b *bar) turned() bar {
	var t bar
	for y := len(b) - 1; y >= 0; y-- {
		// Columns that reach row y and no further up.
		from := 0
		if y+1 < len(b) {
			from = int(b[y+1])
		}
		for x := from; x < int(b[y]); x++ {
			t[x] = int8(y + 1)
		}
	}
	return t
}

// Expand appends the children, by the cell of the bite: row by row from row 1,
// column a first.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for y, n := range unpack(s) {
			for x := range int(n) {
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
		b := unpack(s)
		rows := b.squares()
		if s&moverBit != 0 {
			rows = min(rows, 1)
		}
		dst = append(dst, int32(rows))
	}
	return dst
}

// mover is the role to move: the winner where nothing is left.
func mover(s uint64) int { return int(s >> 63) }

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
		b := unpack(s)
		dst = append(dst, int32(g.width*g.height-b.squares()))
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
			b := unpack(s)
			t := b.turned()
			s = min(s, t.pack())
		}
		states[i] = s
	}
}

// Orbits appends 2 for bars that differ from their diagonal image, which must
// be square at the start, else 1.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		n := int32(1)
		if b := unpack(s); g.width == g.height && b.turned() != b {
			n = 2
		}
		dst = append(dst, n)
	}
	return dst
}
