package quixo

import (
	"math/bits"

	"zermelo/games/grid"
	"zermelo/games/turns"
)

// A state is [mover: bit 63][own tiles: from bit 32 on][the other's tiles], as
// the player to move sees it: a position as index.Sides has it. Cells are bits,
// row by row from the bottom: column x and row y, counted from 0, are bit
// y*width + x. A mask that is the same in both halves works on the tiles of both
// players at once.
const (
	both = 1<<32 | 1 // times a mask: the mask in both halves
)

// board is the geometry of a variant.
type board struct {
	grid.Board
	// What lines begin with, in both halves, and the two diagonals.
	firstRow, firstColumn uint64
	diagonals             [2]uint64
	edge, corners         uint64 // the cells at the edge and in the corners, in the lower half
	// The moves by the cell where the tile is taken out, and by the cell where
	// it is pushed in. Going through the cells with a tile that fits takes half
	// the time of testing move by move, and a third for moves taken back.
	out, into [maxCells][]shove
}

// maxCells is a power of two and no less than the cells of the largest board.
const maxCells = 32

// shove is a move: a tile is taken out at one cell and pushed in at another one
// of the same row or column. The tiles between them and the one that was at the
// latter move up to fill the gap.
type shove struct {
	from, to uint64 // one bit each, of the lower half
	line     uint64 // the cells from one to the other, in both halves
	rotate   int    // how far the bits of the tiles between move up the word
}

func newBoard(width int) *board {
	b := &board{Board: grid.Board{Width: width, Height: width}}
	for i := range width {
		b.firstRow |= both << i
		b.firstColumn |= both << (i * width)
		b.diagonals[0] |= 1 << (i * (width + 1))
		b.diagonals[1] |= 1 << ((i + 1) * (width - 1))
	}
	last := width - 1
	for y := range width {
		for x := range width {
			if x > 0 && x < last && y > 0 && y < last {
				continue
			}
			b.edge |= 1 << (y*width + x)
			if (x == 0 || x == last) && (y == 0 || y == last) {
				b.corners |= 1 << (y*width + x) // two moves take out a tile here, elsewhere three
			}
			for _, end := range [][2]int{{0, y}, {last, y}, {x, 0}, {x, last}} {
				if end != [2]int{x, y} {
					b.add(newShove(width, x, y, end[0], end[1]))
				}
			}
		}
	}
	return b
}

// add lists a move.
func (b *board) add(s shove) {
	from, to := bits.TrailingZeros64(s.from), bits.TrailingZeros64(s.to)
	b.out[from], b.into[to] = append(b.out[from], s), append(b.into[to], s)
}

// newShove makes the move from cell (x, y) to cell (toX, toY).
func newShove(width, x, y, toX, toY int) shove {
	from, to := y*width+x, toY*width+toX
	stride := 1
	if x == toX {
		stride = width
	}
	s := shove{from: 1 << from, to: 1 << to, rotate: stride}
	for cell := min(from, to); cell <= max(from, to); cell += stride {
		s.line |= both << cell
	}
	if from < to {
		s.rotate = -stride
	}
	return s
}

// push returns the tiles of a state after a move of its player, still as that
// player sees them. They are a state without the mover.
func (s *shove) push(tiles uint64) uint64 {
	between := s.line &^ (s.from * both)
	return tiles&^s.line | bits.RotateLeft64(tiles&between, s.rotate) | s.to<<32
}

// pull is the inverse of push for a move that took one of the player's own
// tiles.
func (s *shove) pull(tiles uint64) uint64 {
	between := s.line &^ (s.to * both)
	return tiles&^s.line | bits.RotateLeft64(tiles&between, -s.rotate) | s.from<<32
}

// lines reports whether the player to move and the other have a full line.
func (b *board) lines(tiles uint64) (own, other bool) {
	rows, columns := tiles&b.firstColumn, tiles&b.firstRow
	for i := 1; i < b.Width; i++ {
		rows &= tiles >> i
		columns &= tiles >> (i * b.Width)
	}
	full := rows | columns
	for _, d := range b.diagonals {
		if tiles&d == d {
			full |= 1
		}
		if tiles>>32&d == d {
			full |= 1 << 32
		}
	}
	return full>>32 != 0, uint32(full) != 0
}

// result tells whether the game is over, and then whether the player to move
// has won: a line of theirs counts first, as the other player completed it.
func (b *board) result(s uint64) (over, won bool) {
	own, other := b.lines(s &^ turns.Bit)
	return own || other, own
}
