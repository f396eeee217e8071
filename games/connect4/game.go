package connect4

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// A set of cells is a word. Column x, counted from 0 at the left, has the bits
// x*stride to x*stride+height-1, the top cell first; the bit after them is
// spare. So rows do not touch across columns, and the empty cells of a column
// are its lowest bits.

// rows says in its length how many bits a column has, spare bit included; 0
// means that the board's stride says it. Go compiles a generic function anew
// for each array type and then knows the length, so that all shifts are by
// constants. Look takes 0.86 times as long on 7x6 as with shifts by variables.
type rows interface {
	[0]struct{} | [5]struct{} | [6]struct{} | [7]struct{} | [8]struct{} | [9]struct{}
}

// size is what the rules say of the board.
type size struct {
	width, height, connect int
	cells                  int // width * height
}

// board is the geometry of a variant whose sets of cells are words.
type board struct {
	size
	stride uint   // bits of a column: height + 1
	top    uint64 // the top cell of each column
	all    uint64 // all cells
	// upper are the cells of the top row, the third row from the top and so on:
	// a player who always answers in the same column gets them.
	upper uint64
	// centre ranks columns: the greater, the nearer to the middle.
	centre [maxBits]int16
	swaps  symmetry.Exchanges // of left and right
	// opposite is how far the image of each bit is up the word.
	opposite [64]int8
	// eight says that eight columns fit into a word. Then halves are the
	// columns of even number, those of which the second bit is zero, and the
	// first four; and blank is the bits of the columns that are missing.
	eight  bool
	halves [3]uint64
	blank  uint
}

func newBoard(width, height, connect int) *board {
	b := &board{size: size{width, height, connect, width * height}, stride: uint(height + 1)}
	for x := range width {
		b.top |= 1 << (uint(x) * b.stride)
	}
	b.all = b.top * (1<<uint(height) - 1)
	for y := 0; y < height; y += 2 {
		b.upper |= b.top << uint(y)
	}
	b.swaps = symmetry.Reversal(width, height+1, 1<<b.stride-1)
	for x := range width {
		b.centre[x] = int16(min(x, width-1-x))
		for y := range height {
			b.opposite[x*(height+1)+y] = int8((width - 1 - 2*x) * (height + 1))
		}
	}
	if b.eight = width <= 8 && b.stride <= 8; b.eight {
		for x := range uint(8) {
			column := uint64(1<<b.stride-1) << (x * b.stride)
			for i := range b.halves {
				if x>>i&1 == 0 {
					b.halves[i] |= column
				}
			}
		}
		b.blank = uint(8-width) * b.stride
	}
	return b
}

// position is a state taken apart.
type position struct {
	own, opp uint64 // stones of the player to move and of the other
	empty    uint64
}

// decode takes a state apart. A state's column has ones for the empty cells, a
// zero, and then ones for the stones of the player to move: adding one at the
// bottom of each column carries through the first ones only.
func (b *board) decode(s uint64) position {
	carried := s + b.top
	p := position{own: s & carried >> 1, empty: s &^ carried}
	p.opp = b.all ^ p.own ^ p.empty
	return p
}

// encode makes the state of a position; see decode.
func encode(p position) uint64 { return p.empty | p.own<<1 }

// playable returns the lowest empty cell of each column.
func (b *board) playable(empty uint64) uint64 { return (empty + b.top) >> 1 & empty }

// play returns the position after a stone on a playable cell.
func (p position) play(cell uint64) position {
	return position{own: p.opp, opp: p.own | cell, empty: p.empty ^ cell}
}

// assemble makes a position of the stones that a function tells for column x and row
// y, counted from 0 at the left and at the top: a role, or -1.
func (b *board) assemble(mover int, stone func(x, y int) int) position {
	p := position{}
	for x := range b.width {
		for y := range b.height {
			switch cell := b.cell(x, y); stone(x, y) {
			case -1:
				p.empty |= cell
			case mover:
				p.own |= cell
			default:
				p.opp |= cell
			}
		}
	}
	return p
}

// stone is the role of the stone at a cell, or -1; see assemble.
func (b *board) stone(p position, mover, x, y int) int {
	switch cell := b.cell(x, y); {
	case p.empty&cell != 0:
		return -1
	case p.own&cell != 0:
		return mover
	}
	return 1 - mover
}

// cell is column x, counted from 0, and row y, counted from 0 at the top.
func (b *board) cell(x, y int) uint64 { return 1 << (uint(x)*b.stride + uint(y)) }

// column is all cells of column x.
func (b *board) column(x int) uint64 { return (1<<uint(b.height) - 1) << (uint(x) * b.stride) }

// winAt is the score of a player who completes a row with stone n of both
// players together: one more than the stones that the winner would still have
// had, and 0 if there is no stone n.
func (z size) winAt(n int) int { return max(0, 1+(z.cells-n)>>1) }

// step is how far apart neighbours are in a direction: up and down, sideways,
// and along the two diagonals.
func (g *game[R]) steps() [4]uint { return [4]uint{1, g.pitch(), g.pitch() - 1, g.pitch() + 1} }

// narrow reports whether rows have room in columns alone. Shifts by the length of any other
// row could then be by more than a word, as on boards of three high columns.
func (g *game[R]) narrow() bool {
	var r R
	return len(r) == 0 && g.width < g.connect
}

// pitch is how many bits a column has.
func (g *game[R]) pitch() uint {
	var r R
	if len(r) > 0 {
		return uint(len(r))
	}
	return g.stride
}

// runs returns the cells where a full row of set begins in the direction of
// step.
func (g *game[R]) runs(set uint64, step uint) uint64 {
	if g.connect == 4 {
		pairs := set & (set >> (step & 63))
		return pairs & (pairs >> (2 * step & 63))
	}
	r := set
	for i := 1; i < g.connect; i++ {
		r &= set >> (uint(i) * step & 63)
	}
	return r
}

// connected reports whether set has a full row.
func (g *game[R]) connected(set uint64) bool {
	if g.narrow() {
		return g.runs(set, 1) != 0
	}
	s := g.pitch()
	return g.runs(set, s) != 0 || g.runs(set, s-1) != 0 || g.runs(set, s+1) != 0 || g.runs(set, 1) != 0
}

// threats returns the cells, empty or not, on or off the board, that would
// complete a full row of stones.
func (g *game[R]) threats(stones uint64) uint64 {
	if g.connect != 4 {
		return g.threatsAny(stones)
	}
	// Only the cell above three stones can be empty in a column.
	upright := stones >> 1 & (stones >> 2) & (stones >> 3)
	if g.narrow() {
		return upright
	}
	s := g.pitch()
	return upright |
		completions(stones, s) | completions(stones, s-1) | completions(stones, s+1)
}

// completions returns the cells that complete four in the direction of step.
func completions(x uint64, step uint) uint64 {
	pairs := x & (x << (step & 63))           // the second of two
	triples := pairs & (x << (2 * step & 63)) // the third of three
	return triples<<(step&63) | triples>>(3*step&63) |
		pairs<<(step&63)&(x>>(step&63)) | x<<(step&63)&(pairs>>(2*step&63))
}

// threatsAny is threats for rows of any length.
func (g *game[R]) threatsAny(stones uint64) uint64 {
	cells, steps := uint64(0), g.steps()
	directions := steps[:]
	if g.narrow() {
		directions = steps[:1]
	}
	for _, step := range directions {
		// The missing stone is i steps behind the first of the row.
		for i := range g.connect {
			missing := ^uint64(0)
			for j := range g.connect {
				switch {
				case j < i:
					missing &= stones << (uint(i-j) * step & 63)
				case j > i:
					missing &= stones >> (uint(j-i) * step & 63)
				}
			}
			cells |= missing
		}
	}
	return cells
}

// game is a variant with states of one word, with code for one height; see rows.
type game[R rows] struct {
	*board
	turns.Plies[uint64]
	turns.Mirror[uint64]
	turns.Base[uint64]
	notation[uint64]
}

func newGame[R rows](b *board) *game[R] {
	g := &game[R]{board: b, Base: turns.Base[uint64]{About: b.describe(), First: b.all}}
	g.Plies = func(s uint64) int { return b.stones(b.decode(s)) }
	g.Mirror = g.mirrored
	g.notation = notation[uint64]{b.size, g}
	return g
}

// drop returns the state after a stone in a column, false if that is full.
func (g *game[R]) drop(s uint64, x int) (uint64, bool) {
	p := g.decode(s)
	cell := g.playable(p.empty) & g.column(x)
	return encode(p.play(cell)), cell != 0
}

// assembled makes a state; see assemble.
func (g *game[R]) assembled(mover int, stone func(x, y int) int) uint64 {
	return encode(g.assemble(mover, stone))
}

// stoneAt is the role of the stone at a cell, or -1; see assemble.
func (g *game[R]) stoneAt(s uint64, x, y int) int {
	p := g.decode(s)
	return g.stone(p, g.stones(p)&1, x, y)
}

// connects reports whether a role has a full row: the one that has moved last, or
// the other.
func (g *game[R]) connects(s uint64, last bool) bool {
	if p := g.decode(s); !last {
		return g.connected(p.own)
	} else {
		return g.connected(p.opp)
	}
}

// stones is the number of plies that led to a position.
func (b *board) stones(p position) int { return b.cells - bits.OnesCount64(p.empty) }

// Expand appends the children, by column from the left.
func (g *game[R]) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := g.decode(s)
		if !g.connected(p.opp) {
			for can := g.playable(p.empty); can != 0; can &= can - 1 {
				dst = append(dst, encode(p.play(can&-can)))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Over appends whether each state is terminal.
func (g *game[R]) Over(dst []bool, src []uint64) []bool {
	for _, s := range src {
		p := g.decode(s)
		dst = append(dst, p.empty == 0 || g.connected(p.opp))
	}
	return dst
}

// Payoffs appends the first player's score and its negative for the second: 0
// for a full board without a winner, else one more than the stones that the
// winner did not need; see size.winAt.
func (g *game[R]) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := g.decode(s)
		dst = append(dst, g.payoff(g.stones(p), g.connected(p.opp)))
	}
	return dst
}

// payoff is the payoff of a position with so many stones, where the role that has moved
// last has won or nobody has.
func (z size) payoff(stones int, won bool) games.Payoff {
	score := 0
	if won {
		if score = z.winAt(stones); stones&1 == 0 {
			score = -score
		}
	}
	return games.Payoff{int16(score), int16(-score)}
}

// mirrored exchanges left and right in a state. Where eight columns fit into a
// word, it exchanges neighbours, then pairs, then fours.
func (g *game[R]) mirrored(s uint64) uint64 {
	if !g.eight {
		return g.swaps.Apply(s)
	}
	w := g.pitch()
	m := s>>(w&63)&g.halves[0] | s&g.halves[0]<<(w&63)
	m = m>>(2*w&63)&g.halves[1] | m&g.halves[1]<<(2*w&63)
	m = m>>(4*w&63)&g.halves[2] | m&g.halves[2]<<(4*w&63)
	return m >> (g.blank & 63)
}
