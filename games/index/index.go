// Package index numbers positions: perfect indexes for pieces on squares, from
// 0 without gaps, so that a table needs to store no position.
//
// A set of at most 32 squares is a word with a bit for each. The pieces fit
// together:
//
//	Squares  tables for the sets of squares of a board
//	Subsets  numbers the sets of k of n squares
//	Group    the symmetries of a board
//	Classes  numbers sets that are the same up to symmetry
//	Pairs    numbers two sets without a square in common, up to symmetry
//	Sides    numbers the squares of two players in tiers by how many they are
//
// All is made once and then only read, so it is safe for concurrent use. A rank
// or its inverse is a few look-ups in tables that fit into a core's own caches;
// nothing allocates.
package index

// MaxSquares is the size of the largest board, in squares.
const MaxSquares = 32

// binomial is the number of ways to choose k of n things: 0 where there is
// none. It is exact up to n = MaxSquares.
func binomial(n, k int) uint64 {
	if k < 0 || k > n {
		return 0
	}
	c := uint64(1)
	for i := 1; i <= k; i++ {
		c = c * uint64(n-k+i) / uint64(i)
	}
	return c
}
