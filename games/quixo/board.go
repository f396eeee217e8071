package quixo

import (
	"math/bits"

	"zermelo/games/grid"
	"zermelo/games/turns"
)

// A state has the layout of index.Sides: bit 63 is set if the second player is to
// move, the tiles of the player to move start at bit 32, and the opponent's at bit
// 0. The cell in column x and row y, counted from 0 at the bottom left, is bit
// y*width + x.

// both is multiplied by a mask to copy the mask to both halves of a word, for the
// tiles of both players.
const both = 1<<32 | 1

type board struct {
	grid.Board
	// First cells of lines, in both halves, and the two diagonals.
	firstRow, firstColumn uint64
	diagonals             [2]uint64
	edge, corners         uint64 // in the lower half
	// out and into hold the moves by origin and by destination. Visiting only cells
	// with suitable tiles is faster than testing every move.
	out, into [maxCells][]shove
}

// maxCells is a power of two that is at least the number of cells.
const maxCells = 32

// shove is a move. It takes a tile from one cell and pushes it in at another cell of
// the same row or column. The tiles between the two cells, and the tile at the
// destination, move by one cell.
type shove struct {
	from, to uint64 // origin and destination as sets, in the lower half
	line     uint64 // all cells from the origin to the destination, in both halves
	rotate   int    // left rotation that moves the other tiles of line
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
				b.corners |= 1 << (y*width + x) // two moves start at a corner, and three at any other edge cell
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

func (b *board) add(s shove) {
	from, to := bits.TrailingZeros64(s.from), bits.TrailingZeros64(s.to)
	b.out[from], b.into[to] = append(b.out[from], s), append(b.into[to], s)
}

// newShove returns the move from cell (x, y) to cell (toX, toY).
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

// push returns the tiles after a move, as seen by the player making the move. The
// argument tiles is a state without the mover bit.
func (s *shove) push(tiles uint64) uint64 {
	between := s.line &^ (s.from * both)
	return tiles&^s.line | bits.RotateLeft64(tiles&between, s.rotate) | s.to<<32
}

// pull inverts push for moves of the player's own tiles.
func (s *shove) pull(tiles uint64) uint64 {
	between := s.line &^ (s.to * both)
	return tiles&^s.line | bits.RotateLeft64(tiles&between, -s.rotate) | s.from<<32
}

// lines reports whether the player to move has a full line, and whether the opponent
// has one.
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

// result reports whether the game is over, and whether the player to move has won.
// If both players have a full line, the opponent completed both and has lost.
func (b *board) result(s uint64) (over, won bool) {
	own, other := b.lines(s &^ turns.Bit)
	return own || other, own
}
