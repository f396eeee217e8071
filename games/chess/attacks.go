package chess

import "math/bits"

// Squares are numbered from 0 to 63: a1, b1, ... h1, a2, ... h8.

// squareAt returns the square in column x and row y, both counted from 0, or -1 if
// there is no such square.
func squareAt(x, y int) int {
	if x < 0 || x > 7 || y < 0 || y > 7 {
		return -1
	}
	return y<<3 | x
}

// directions lists the directions of lines. The first four lead to higher squares.
// Even directions are rook moves, odd ones bishop moves.
var directions = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// leaps lists the steps of a knight.
var leaps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

type attacks struct {
	rays    [8][64]uint64        // squares between each square and the edge, by direction
	reach   [2][kinds][64]uint64 // squares attacked on an empty board, by colour and kind of man
	between [64][64]uint64       // squares strictly between two squares on a line
}

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

// reachStep adds the square (x, y) to the squares that a man attacks. It ignores
// squares off the board.
func (a *attacks) reachStep(kind, from, x, y int) {
	if to := squareAt(x, y); to >= 0 {
		for colour := range a.reach {
			a.reach[colour][kind][from] |= 1 << to
		}
	}
}

// sees reports whether the man m on the square from attacks the square to, given the
// occupied squares.
func (a *attacks) sees(m man, from, to uint8, occupied uint64) bool {
	return a.reach[m.colour&1][m.kind][from&63]>>(to&63)&1 != 0 && a.between[from&63][to&63]&occupied == 0
}

// from returns the squares that a man other than a pawn attacks from square, given
// the occupied squares. The man may have come from any of these squares that is
// unoccupied.
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

// slide returns the squares in the directions first, first+step, and so on. It stops
// in each direction at the first occupied square, which is included.
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
