package dotsandboxes

import (
	"math/bits"

	"zermelo/games/symmetry"
)

// board is the geometry of a variant. A set of lines is a word. Lines are
// numbered as they are read, row by row: first the lines above the first row of
// boxes from the left, then those beside its boxes, and so on:
//
//   - 0 + 1 +
//     2   3   4
//   - 5 + 6 +
//
// So the lines above, left, right and below a box are always the same number
// of bits apart.
type board struct {
	width, height int // in boxes
	lines         int
	all           uint64 // all lines
	frame         uint64 // the lines around the board
	above         uint64 // the line above each box
	symmetries    symmetry.Group
}

func newBoard(width, height int) *board {
	b := &board{width: width, height: height, lines: height*(2*width+1) + width}
	b.all = 1<<b.lines - 1
	for y := range height {
		for x := range width {
			b.above |= b.line(2*x+1, 2*y)
		}
		b.frame |= b.line(0, 2*y+1) | b.line(2*width, 2*y+1)
	}
	for x := range width {
		b.frame |= b.line(2*x+1, 0) | b.line(2*x+1, 2*height)
	}
	b.symmetries = symmetry.NewGroup(b.permutations())
	return b
}

// Places are those of the drawing: a grid of 2*width+1 columns and 2*height+1
// rows, counted from 0 at the top left, where dots have two even coordinates,
// boxes two odd ones, and lines one of each.

// number is the number of the line at a place.
func (b *board) number(x, y int) int { return (y*(2*b.width+1) + x) / 2 }

// line is the line at a place, as a set.
func (b *board) line(x, y int) uint64 { return 1 << b.number(x, y) }

// permutations are the symmetries of the board as permutations of its lines.
func (b *board) permutations() []symmetry.Permutation {
	columns, rows := 2*b.width+1, 2*b.height+1
	var list []symmetry.Permutation
	for _, places := range symmetry.Grid(columns, rows) {
		p := make(symmetry.Permutation, b.lines)
		for from, to := range places {
			if from%2 == 1 { // both sides are odd: every second place is a line
				p[from/2] = to / 2
			}
		}
		list = append(list, p)
	}
	return list
}

// boxes returns the complete boxes among lines, each as the line above it.
func (b *board) boxes(lines uint64) uint64 {
	w := uint(b.width)
	return lines & (lines >> w) & (lines >> (w + 1)) & (lines >> (2*w + 1)) & b.above
}

// complete is the number of complete boxes.
func (b *board) complete(lines uint64) int { return bits.OnesCount64(b.boxes(lines)) }
