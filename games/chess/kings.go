package chess

import "slices"

// Symmetries of the board are combinations of these bits, applied in order. The
// reflection is in the diagonal a1-h8.
const (
	flipColumns = 1 << iota
	flipRows
	flipDiagonal
	symmetries
)

// pairs assigns numbers to the placements of the two kings, up to symmetry. With
// pawns, the only symmetry is the horizontal flip.
type pairs struct {
	at    [64 * 64]pair          // by 64 * square of the white king + square of the black king
	kings [][2]uint8             // squares of each number
	maps  [symmetries]*[64]uint8 // image of each square; nil for invalid symmetries
}

// pair describes a placement of the two kings.
type pair struct {
	number   int16 // -1 if the kings are adjacent or on the same square
	way      uint8 // symmetry that maps the squares to those of kings[number]
	diagonal bool  // both squares of kings[number] are on the diagonal, so a second symmetry also maps to them
}

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
					// The quarter-turns are inverse to each other, and every other symmetry is its
					// own inverse.
					back = p.maps[way^flipColumns^flipRows]
				}
				p.at[uint(back[first])<<6|uint(back[second])] = pair{number, uint8(way), diagonal}
			}
		}
	}
	return p
}

// mapped returns the image of a square under a symmetry.
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

// settled reports whether a pair of squares is the representative of its equivalence
// class. With pawns, first must be in the left half. Without pawns, first must be in
// the triangle a1-d1-d4 and, if first is on the diagonal, second must not be above the
// diagonal.
func settled(first, second uint8, pawns bool) bool {
	x, y := first&7, first>>3
	if pawns {
		return x < 4
	}
	return x < 4 && y <= x && (x != y || second>>3 <= second&7)
}

func onDiagonal(square uint8) bool { return square&7 == square>>3 }

// sets assigns numbers to the placements of a group of equal men, in ascending order
// of the highest square, then of the second highest, and so on.
type sets struct {
	squares [][maxMen]uint8        // squares of each set in ascending order
	lowest  uint8                  // lowest allowed square
	below   [maxMen + 1][65]uint64 // below[k][v] is the number of ways to choose k of v squares
}

// newSets returns a numbering of the sets of n squares in the range [lowest, end).
func newSets(n int, lowest, end uint8) *sets {
	s := &sets{lowest: lowest}
	for v := range s.below[0] {
		s.below[0][v] = 1
		for k := 1; v > 0 && k <= maxMen; k++ {
			s.below[k][v] = s.below[k][v-1] + s.below[k-1][v-1]
		}
	}
	s.fill(n, end, [maxMen]uint8{})
	return s
}

// fill appends all sets that extend set by n squares lower than end.
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

// rank sorts the squares of a set and returns the set's number.
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

// kit holds the tables shared by all tiers.
type kit struct {
	plain, mirrored *pairs            // without and with pawns
	all, pawns      [maxMen - 1]*sets // by number of equal men
}

func newKit(a *attacks, n int) *kit {
	k := &kit{plain: newPairs(a, false), mirrored: newPairs(a, true)}
	for i := 1; i <= n; i++ {
		k.all[i], k.pawns[i] = newSets(i, 0, 64), newSets(i, 8, 56)
	}
	return k
}
