package chess

import "slices"

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
