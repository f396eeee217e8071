package chess

import (
	"slices"
)

// The symmetries of the board, as bits of a number: mirrored from left to
// right, then from top to bottom, then at the diagonal a1-h8.
const (
	flipColumns = 1 << iota
	flipRows
	flipDiagonal
	symmetries
)

// pairs numbers the pairs of squares that the kings can have, up to the
// symmetries of boards without pawns, or with them: then only left and right
// are alike.
type pairs struct {
	at    [64 * 64]pair          // by 64 times the square of the white king plus that of the black one
	kings [][2]uint8             // the pair of each number
	maps  [symmetries]*[64]uint8 // of squares; nil for symmetries that do not hold
}

// pair is what is known of two kings' squares.
type pair struct {
	number   int16 // -1 if they are next to each other, or the same
	way      uint8 // the symmetry that leads to the squares of that number
	diagonal bool  // these are on the diagonal a1-h8, so that there is a second way
}

// newPairs numbers the pairs.
func newPairs(a *attacks, pawns bool) *pairs {
	p := new(pairs)
	for way := range symmetries {
		if pawns && way&^flipColumns != 0 {
			continue
		}
		p.maps[way] = new([64]uint8)
		for s := range 64 {
			p.maps[way][s] = mapped(uint8(s), way)
		}
	}
	for first := range 64 {
		for second := range 64 {
			p.at[first<<6|second].number = -1
		}
	}
	for first := range uint8(64) {
		for second := range uint8(64) {
			if !settled(first, second, pawns) || first == second || a.reach[white][king][first]>>second&1 != 0 {
				continue
			}
			number := int16(len(p.kings))
			p.kings = append(p.kings, [2]uint8{first, second})
			diagonal := !pawns && onDiagonal(first) && onDiagonal(second)
			for way, to := range p.maps {
				if to == nil || diagonal && way&flipDiagonal != 0 {
					continue
				}
				back := to
				if way == flipColumns|flipDiagonal || way == flipRows|flipDiagonal {
					// The two quarter turns undo each other, all else itself.
					back = p.maps[way^flipColumns^flipRows]
				}
				p.at[uint(back[first])<<6|uint(back[second])] = pair{number, uint8(way), diagonal}
			}
		}
	}
	return p
}

// mapped is the square that a symmetry takes a square to.
func mapped(square uint8, way int) uint8 {
	if way&flipColumns != 0 {
		square ^= 7
	}
	if way&flipRows != 0 {
		square ^= 56
	}
	if way&flipDiagonal != 0 {
		square = square>>3 | square&7<<3
	}
	return square
}

// settled reports whether these are the squares that stand for all those that
// symmetries make of them: the first in the triangle a1-d1-d4, or in the left
// half with pawns, the second not above the diagonal if the first is on it.
func settled(first, second uint8, pawns bool) bool {
	x, y := first&7, first>>3
	if pawns {
		return x < 4
	}
	return x < 4 && y <= x && (x != y || second>>3 <= second&7)
}

// onDiagonal reports whether a square is on the diagonal a1-h8.
func onDiagonal(square uint8) bool { return square&7 == square>>3 }

// sets numbers the sets of squares that some equal men can be on: a square
// first, or without the outer rows for pawns, in the order of the highest
// square, then the second highest, and so on.
type sets struct {
	squares [][maxMen]uint8 // of each set, ascending
	lowest  uint8           // square
	below   [maxMen + 1][65]uint64
}

// newSets numbers the sets of n of the squares from lowest to one less than
// end.
func newSets(n int, lowest, end uint8) *sets {
	s := &sets{lowest: lowest}
	// below[k][v] is the number of ways to choose k of v squares.
	for v := range s.below[0] {
		s.below[0][v] = 1
		for k := 1; v > 0 && k <= maxMen; k++ {
			s.below[k][v] = s.below[k][v-1] + s.below[k-1][v-1]
		}
	}
	s.fill(n, end, [maxMen]uint8{})
	return s
}

// fill adds the sets whose n lowest squares, still to be chosen, are less than
// end.
func (s *sets) fill(n int, end uint8, set [maxMen]uint8) {
	if n == 0 {
		s.squares = append(s.squares, set)
		return
	}
	for top := s.lowest; top < end; top++ {
		set[n-1] = top
		s.fill(n-1, top, set)
	}
}

// rank is the number of a set of squares, which it puts in order.
func (s *sets) rank(squares []uint8) uint64 {
	if len(squares) > 1 {
		slices.Sort(squares)
	}
	number := uint64(0)
	for i, square := range squares {
		number += s.below[i+1][square-s.lowest]
	}
	return number
}

// kit is what all tiers share.
type kit struct {
	plain, mirrored *pairs            // of kings, without and with pawns
	all, pawns      [maxMen - 1]*sets // by the number of equal men
}

// newKit makes the tables for up to n equal men.
func newKit(a *attacks, n int) *kit {
	k := &kit{plain: newPairs(a, false), mirrored: newPairs(a, true)}
	for i := 1; i <= n; i++ {
		k.all[i], k.pawns[i] = newSets(i, 0, 64), newSets(i, 8, 56)
	}
	return k
}
