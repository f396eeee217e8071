package othello

import (
	"math/bits"

	"zermelo/games/grid"
	"zermelo/games/symmetry"
)

// board holds the geometry and the options of a variant. A set of cells is a word.
// Cells are numbered row by row from the top left.
type board struct {
	grid.Board
	parallel    bool // option start
	winnerTakes bool // option empties
	cells       int
	all         uint64
	inner       uint64    // cells that are neither in the first nor in the last column
	middle      [2]uint64 // initial discs by role
	corners     uint64
	quarters    [4]uint64
	longest     int        // maximum number of discs turned over in one direction
	shifts      [axes]uint // distance between neighbours along each axis, in bits
	lines       [axes][]uint64
	rays        []rays // by cell
	symmetries  symmetry.Group
}

func newBoard(width, height int, parallel, winnerTakes bool) *board {
	b := &board{Board: grid.Board{Width: width, Height: height, Down: true, Exact: true}, parallel: parallel, winnerTakes: winnerTakes, cells: width * height}
	b.all = b.All()
	b.longest = max(width, height) - 2
	b.shifts = [axes]uint{1, uint(width), uint(width) - 1, uint(width) + 1}
	b.inner = b.all &^ (b.Column(0) | b.Column(width-1))
	b.corners = b.cell(0, 0) | b.cell(width-1, 0) | b.cell(0, height-1) | b.cell(width-1, height-1)
	left, right := b.cell(width/2-1, height/2-1), b.cell(width/2, height/2-1)
	if below := uint(width); parallel {
		b.middle = [2]uint64{(left | right) << below, left | right}
	} else {
		b.middle = [2]uint64{right | left<<below, left | right<<below}
	}
	for i := range b.quarters {
		for y := i / 2 * height / 2; y < (i/2+1)*height/2; y++ {
			for x := i % 2 * width / 2; x < (i%2+1)*width/2; x++ {
				b.quarters[i] |= b.cell(x, y)
			}
		}
	}
	b.findLines()
	b.findRays()
	b.symmetries = symmetry.Stabilizer(symmetry.Grid(width, height), b.middle[0], b.middle[1])
	return b
}

// cell returns the cell in column x and row y, counted from 0 at the top left.
func (b *board) cell(x, y int) uint64 { return 1 << (y*b.Width + x) }

// rays holds the lines of at least two cells that start next to a cell. Lines in up
// lead to higher cell numbers, and lines in down to lower cell numbers.
type rays struct{ up, down []uint64 }

func (b *board) findRays() {
	b.rays = make([]rays, b.cells)
	for _, lines := range b.lines {
		for _, line := range lines {
			for left := line; left != 0; left &= left - 1 {
				cell := left & -left
				r := &b.rays[bits.TrailingZeros64(cell)]
				if up := line &^ (cell<<1 - 1); ones(up) >= 2 {
					r.up = append(r.up, up)
				}
				if down := line & (cell - 1); ones(down) >= 2 {
					r.down = append(r.down, down)
				}
			}
		}
	}
}

type position struct {
	own, opp uint64 // discs of the player to move and of the opponent
	role     int    // role to move
}

func (p position) side(role int) uint64 {
	if role == p.role {
		return p.own
	}
	return p.opp
}

// There are two opposite directions along each axis, to higher and to lower cell
// numbers. Cells that leave the board at the left or right would re-enter in another
// row, so a set must not include the outer columns when it is shifted sideways.

const (
	axes     = 4
	vertical = 1 // the axis whose shifts never cross the left or right edge
)

// turnable returns the discs of opp that can be turned over along an axis.
func (b *board) turnable(opp uint64, axis int) uint64 {
	if axis == vertical {
		return opp
	}
	return opp & b.inner
}

// moves returns the cells on which own can place a disc.
func (b *board) moves(own, opp uint64) uint64 {
	found := uint64(0)
	for axis, shift := range b.shifts {
		turnable := b.turnable(opp, axis)
		up, down := own>>(shift&63)&turnable, own<<(shift&63)&turnable
		for range b.longest - 1 {
			up |= up >> (shift & 63) & turnable
			down |= down << (shift & 63) & turnable
		}
		found |= up>>(shift&63) | down<<(shift&63)
	}
	return found & b.all &^ (own | opp)
}

// turned returns the discs that are turned over when own places a disc on a cell: on
// each ray, the opposing discs before the first cell without one, if that cell
// contains one of own's discs.
func (b *board) turned(own, opp, cell uint64) uint64 {
	found := uint64(0)
	r := &b.rays[bits.TrailingZeros64(cell)]
	for _, ray := range r.up {
		rest := ray &^ opp
		if first := rest & -rest; first&own != 0 {
			found |= ray & (first - 1)
		}
	}
	for _, ray := range r.down {
		rest := ray &^ opp
		if first := uint64(1) << 63 >> bits.LeadingZeros64(rest); first&own != 0 {
			found |= ray &^ (first<<1 - 1)
		}
	}
	return found
}

func (b *board) place(p position, cell uint64) position {
	turned := b.turned(p.own, p.opp, cell)
	return position{own: p.opp &^ turned, opp: p.own | turned | cell, role: 1 - p.role}
}

func (p position) pass() position { return position{own: p.opp, opp: p.own, role: 1 - p.role} }

func discs(p position) int { return bits.OnesCount64(p.own | p.opp) }

// lead returns own's lead in discs in a terminal position.
func (b *board) lead(own, opp uint64) int {
	mine, yours := bits.OnesCount64(own), bits.OnesCount64(opp)
	lead := mine - yours
	if !b.winnerTakes {
		return lead
	}
	switch empty := b.cells - mine - yours; {
	case lead > 0:
		return lead + empty
	case lead < 0:
		return lead - empty
	}
	return 0
}

func (b *board) findLines() {
	for axis, d := range [axes][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}} {
		for y := range b.Height {
			for x := range b.Width {
				if b.on(x-d[0], y-d[1]) {
					continue // not the first cell of a line
				}
				line := uint64(0)
				for i, j := x, y; b.on(i, j); i, j = i+d[0], j+d[1] {
					line |= b.cell(i, j)
				}
				b.lines[axis] = append(b.lines[axis], line)
			}
		}
	}
}

func (b *board) on(x, y int) bool { return x >= 0 && x < b.Width && y >= 0 && y < b.Height }

// stable returns discs of own that can never be turned over. A disc is safe along an
// axis if its line is full, if it is at an end of the line, or if a neighbour along
// the axis is stable and has the same colour. A disc that is safe along all four
// axes is stable. The computation iterates from the empty set until nothing changes.
func (b *board) stable(own, opp uint64) uint64 {
	var safe [axes]uint64 // cells on full lines or at the end of a line
	for axis, lines := range b.lines {
		for _, line := range lines {
			if line&^(own|opp) == 0 {
				safe[axis] |= line
			}
		}
		safe[axis] |= b.ends(axis)
	}
	for found := uint64(0); ; {
		more := own
		for axis, cells := range safe {
			more &= cells | b.adjacent(found, axis)
		}
		if more == found {
			return found
		}
		found = more
	}
}

// ends returns the first and last cells of the lines along an axis.
func (b *board) ends(axis int) uint64 {
	rim := b.all &^ b.inner
	topBottom := uint64(1)<<b.Width - 1
	topBottom |= topBottom << (b.cells - b.Width)
	switch axis {
	case 0:
		return rim
	case vertical:
		return topBottom
	}
	return rim | topBottom
}

// adjacent returns the neighbours of a set's cells along an axis.
func (b *board) adjacent(set uint64, axis int) uint64 {
	shift := b.shifts[axis]
	if axis == vertical {
		return set<<shift | set>>shift
	}
	inner := set & b.inner
	first := b.all / (1<<b.Width - 1) // first column
	left, right := set&first, set&(first<<(b.Width-1))
	if axis == 2 { // down left
		left, right = right, left
	}
	return inner<<shift | inner>>shift | left<<shift | right>>shift
}
