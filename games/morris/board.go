package morris

import (
	"slices"

	"zermelo/games/index"
)

// point is a column and a row, counted from 0 at the bottom left.
type point struct{ x, y int }

// board holds the points of a variant and their connections. Points are numbered row
// by row from the bottom left. A set of points is a word.
type board struct {
	width  int // number of columns and rows in the drawing
	points []point
	all    uint32 // set of all points
	near   []uint32
	// mills holds, for each point, the other two points of each mill. Unused
	// elements are never, which is no subset of any set of points.
	mills [][4]uint32
	lines [][2]point // pairs of adjacent points
	group *index.Group
}

const never = 1 << 31

func newBoard(men int, diagonals bool) *board {
	b := new(board)
	var lines [][]point
	switch men {
	case 3:
		b.width, lines = 3, small(diagonals)
	case 6:
		b.width, lines = 5, rings(2)
	default:
		b.width, lines = 7, rings(3)
	}
	for y := range b.width {
		for x := range b.width {
			p := point{x, y}
			if slices.ContainsFunc(lines, func(line []point) bool { return slices.Contains(line, p) }) {
				b.points = append(b.points, p)
			}
		}
	}
	b.all = 1<<len(b.points) - 1
	b.near = make([]uint32, len(b.points))
	b.mills = make([][4]uint32, len(b.points))
	for i := range b.mills {
		b.mills[i] = [4]uint32{never, never, never, never}
	}
	for _, line := range lines {
		b.addLine(line)
	}
	b.group = index.NewGroup(len(b.points), b.symmetries()...)
	return b
}

// small returns the lines of the nine-point board.
func small(diagonals bool) [][]point {
	var lines [][]point
	for i := range 3 {
		lines = append(lines, []point{{0, i}, {1, i}, {2, i}}, []point{{i, 0}, {i, 1}, {i, 2}})
	}
	if diagonals {
		lines = append(lines, []point{{0, 0}, {1, 1}, {2, 2}}, []point{{0, 2}, {1, 1}, {2, 0}})
	}
	return lines
}

// rings returns the lines of n nested squares: their sides and the lines that
// connect the midpoints of the sides.
func rings(n int) [][]point {
	var lines [][]point
	last := 2 * n
	joins := make([][]point, 4)
	for i := range n {
		low, high := i, last-i
		lines = append(lines,
			[]point{{low, low}, {n, low}, {high, low}}, []point{{low, high}, {n, high}, {high, high}},
			[]point{{low, low}, {low, n}, {low, high}}, []point{{high, low}, {high, n}, {high, high}})
		for side, middle := range []point{{n, low}, {n, high}, {low, n}, {high, n}} {
			joins[side] = append(joins[side], middle)
		}
	}
	return append(lines, joins...)
}

// number returns the number of a point, or -1 if it does not exist.
func (b *board) number(p point) int { return slices.Index(b.points, p) }

// addLine connects the points of a line. A line of three points is a mill.
func (b *board) addLine(line []point) {
	set := uint32(0)
	for i, p := range line {
		set |= 1 << b.number(p)
		if i > 0 {
			from, to := b.number(line[i-1]), b.number(p)
			b.near[from] |= 1 << to
			b.near[to] |= 1 << from
			b.lines = append(b.lines, [2]point{line[i-1], p})
		}
	}
	if len(line) != 3 {
		return
	}
	for _, p := range line {
		mills := &b.mills[b.number(p)]
		for i := range mills {
			if mills[i] == never {
				mills[i] = set &^ (1 << b.number(p))
				break
			}
		}
	}
}

// symmetries returns generators of the board's symmetries: a reflection, a
// quarter-turn and, on nested squares, the exchange of the inner and outer squares.
func (b *board) symmetries() [][]int {
	last := b.width - 1
	half := last / 2
	maps := []func(p point) point{
		func(p point) point { return point{last - p.x, p.y} },
		func(p point) point { return point{last - p.y, p.x} },
	}
	if b.width > 3 {
		maps = append(maps, func(p point) point {
			n := max(p.x-half, half-p.x, p.y-half, half-p.y)
			return point{half + (p.x-half)/n*(half+1-n), half + (p.y-half)/n*(half+1-n)}
		})
	}
	var list [][]int
	for _, to := range maps {
		images := make([]int, len(b.points))
		for i, p := range b.points {
			images[i] = b.number(to(p))
		}
		list = append(list, images)
	}
	return list
}

// inMill reports whether a point forms a mill with two points of set.
func (b *board) inMill(set uint32, at int) bool {
	m := &b.mills[at]
	return set&m[0] == m[0] || set&m[1] == m[1] || set&m[2] == m[2] || set&m[3] == m[3]
}
