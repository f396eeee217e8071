package chess

import "math/bits"

// Squares are numbered 0 to 63: a1, b1, ... h1, a2, ... h8.

// squareAt is the square of a column and a row, both from 0, or -1 if there is
// none.
func squareAt(x, y int) int {
	if x < 0 || x > 7 || y < 0 || y > 7 {
		return -1
	}
	return y<<3 | x
}

// The directions of lines. Squares rise along the first four and fall along the
// last four. Rooks take the even ones, bishops the odd ones, queens all.
var directions = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// leaps are the steps of a knight.
var leaps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// attacks are tables of what men attack.
type attacks struct {
	// rays are the squares from a square to the edge in each direction.
	rays [8][64]uint64
	// reach is what a man of a colour and kind attacks on an empty board.
	reach [2][kinds][64]uint64
	// between are the squares strictly between two on one line, else none.
	between [64][64]uint64
}

// newAttacks fills the tables.
func newAttacks() *attacks {
	a := new(attacks)
	for from := range 64 {
		x, y := from&7, from>>3
		for d, step := range directions {
			a.reachStep(king, from, x+step[0], y+step[1])
			ray := uint64(0)
			for to, n := squareAt(x+step[0], y+step[1]), 2; to >= 0; n++ {
				a.between[from][to] = ray
				ray |= 1 << to
				to = squareAt(x+n*step[0], y+n*step[1])
			}
			a.rays[d][from] = ray
			for colour := range a.reach {
				a.reach[colour][queen][from] |= ray
				a.reach[colour][rook+d&1][from] |= ray
			}
		}
		for _, step := range leaps {
			a.reachStep(knight, from, x+step[0], y+step[1])
		}
		for colour, up := range [2]int{1, -1} {
			for _, side := range [2]int{-1, 1} {
				if to := squareAt(x+side, y+up); to >= 0 {
					a.reach[colour][pawn][from] |= 1 << to
				}
			}
		}
	}
	return a
}

// reachStep adds the square x, y, if there is one, to what a man attacks.
func (a *attacks) reachStep(kind, from, x, y int) {
	if to := squareAt(x, y); to >= 0 {
		for colour := range a.reach {
			a.reach[colour][kind][from] |= 1 << to
		}
	}
}

// sees reports whether a man attacks a square past the occupied squares.
func (a *attacks) sees(m man, from, to uint8, occupied uint64) bool {
	return a.reach[m.colour&1][m.kind][from&63]>>(to&63)&1 != 0 && a.between[from&63][to&63]&occupied == 0
}

// from is what a man other than a pawn attacks past the occupied squares. All
// of these can also be where it came from.
func (a *attacks) from(kind uint8, square uint8, occupied uint64) uint64 {
	switch kind {
	case queen:
		return a.slide(0, 1, square, occupied)
	case rook:
		return a.slide(0, 2, square, occupied)
	case bishop:
		return a.slide(1, 2, square, occupied)
	}
	return a.reach[white][kind][square&63]
}

// slide joins the rays in every step-th direction from the first on, each up to
// the first occupied square.
func (a *attacks) slide(first, step int, square uint8, occupied uint64) uint64 {
	square &= 63
	reached := uint64(0)
	for d := first; d < 8; d += step {
		ray := a.rays[d][square]
		reached |= ray
		if hit := ray & occupied; hit != 0 {
			stop := bits.TrailingZeros64(hit)
			if d >= 4 {
				stop = 63 - bits.LeadingZeros64(hit)
			}
			reached &^= a.rays[d][stop]
		}
	}
	return reached
}
