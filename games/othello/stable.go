package othello

// findLines lists the lines of the board in each of the four axes: rows,
// columns, and the diagonals down to the left and down to the right.
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

// on reports whether there is a cell at column x and row y.
func (b *board) on(x, y int) bool { return x >= 0 && x < b.Width && y >= 0 && y < b.Height }

// stable returns discs of own that can never turn over. A disc cannot be turned
// over along an axis if the line is full, if the line ends beside it, or if it
// has a neighbour there of its own colour that is stable; one that cannot be
// turned over along any of the four axes is stable. Discs are taken for
// unstable until this shows that they are not.
func (b *board) stable(own, opp uint64) uint64 {
	var safe [axes]uint64 // by axis: cells on full lines or at the end of a line
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
			more &= cells | b.beside(found, axis)
		}
		if more == found {
			return found
		}
		found = more
	}
}

// ends returns the first and the last cells of the lines of an axis.
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

// beside returns the neighbours of the cells of set along an axis.
func (b *board) beside(set uint64, axis int) uint64 {
	shift := b.shifts[axis]
	if axis == vertical {
		return set<<shift | set>>shift
	}
	inner := set & b.inner
	first := b.all / (1<<b.Width - 1) // the first column
	left, right := set&first, set&(first<<(b.Width-1))
	if axis == 2 { // down is to the left
		left, right = right, left
	}
	return inner<<shift | inner>>shift | left<<shift | right>>shift
}
