package connect4

import "math/bits"

// bound returns bounds on the score of p, as seen by the player to move, without
// considering individual moves. The position has n stones and the opponent has the
// given threats. The player to move must neither have a winning move nor face an
// immediate loss. Only bounds that affect the window from alpha to beta are
// tightened.
func (g *game[R]) bound(p position, n int, threats uint64, alpha, beta int) (low, high int) {
	low, high = -g.winAt(n+4), g.winAt(n+3)
	if low >= beta || high <= alpha {
		return low, high
	}
	// A player who cannot complete a row with the empty cells cannot win.
	if alpha >= 0 && !g.connected(p.own|p.empty) {
		return min(low, 0), 0
	}
	if beta <= 0 && !g.connected(p.opp|p.empty) {
		return 0, max(high, 0)
	}
	if (g.cells-n)&1 == 0 {
		return low, min(high, g.follow(p, alpha))
	}
	for t := threats &^ g.upper; t != 0 && high > alpha; t &= t - 1 {
		high = min(high, g.squeeze(p, t&-t, alpha))
	}
	return low, high
}

// follow returns an upper bound on the score of p, which must have an even number of
// empty cells. It assumes that the opponent always replies in the same column. Cells
// are paired from the top, so the opponent gets the upper cell of each pair. If the
// number of empty cells in a column is odd, the lowest cell has no partner. The
// number of such lone cells is even, and the opponent replies to a move in one of
// them with a move in another. The bound is valid only if it is at most alpha.
func (g *game[R]) follow(p position, alpha int) int {
	can := g.playable(p.empty)
	claimed := p.opp | p.empty&g.upper&^can
	score := 0
	if alpha < 0 {
		if score = g.latest(p, claimed, alpha); score > alpha {
			return g.cells
		}
	}
	if !g.held(g.all&^claimed, claimed, can&g.upper) {
		return g.cells
	}
	return score
}

// squeeze returns an upper bound on the score of p, which must have an odd number of
// empty cells. The opponent must threaten to win at a cell that is not an upper
// cell. The opponent plays as in follow, but never in the cell below the threat. Not
// counting that cell and the cells above it, the number of empty cells is even. When
// these other cells are full, the player to move must play below the threat. The
// bound is valid only if it is at most alpha.
func (g *game[R]) squeeze(p position, threat uint64, alpha int) int {
	column := g.column(bits.TrailingZeros64(threat) / int(g.pitch()))
	above := column & (threat<<1 - 1) // the threat and cells above it
	score := -g.winAt(g.cells - bits.OnesCount64(above) + 1)
	if score > alpha {
		return g.cells
	}
	// In this column, pairing starts below the cell under the threat.
	upper := g.upper&^column | column&^g.upper&^above
	can := g.playable(p.empty)
	claimed := p.opp | p.empty&upper&^can
	if !g.held(g.all&^claimed&^above, claimed, p.empty&upper&can) {
		return g.cells
	}
	return score
}

// held reports whether a player cannot complete a row before the opponent. The
// player gets at most the cells in rest and one cell of each pair of lone cells. The
// opponent gets the claimed cells.
func (g *game[R]) held(rest, claimed, lone uint64) bool {
	return g.overtaken(rest, claimed) || g.split(rest, lone)
}

// split reports whether the lone cells can be paired so that no row in rest remains
// complete when each player takes one cell of each pair.
func (g *game[R]) split(rest, lone uint64) bool {
	switch bits.OnesCount64(lone) {
	case 2:
		a := lone & -lone
		return !g.connected(rest&^a) && !g.connected(rest&^(lone^a))
	case 4:
		a := lone & -lone
		lone ^= a
		b := lone & -lone
		lone ^= b
		c := lone & -lone
		d := lone ^ c
		for range 3 {
			if !g.connected(rest&^(a|c)) && !g.connected(rest&^(a|d)) && !g.connected(rest&^(b|c)) && !g.connected(rest&^(b|d)) {
				return true
			}
			b, c, d = c, d, b
		}
	}
	return false
}

// overtaken reports whether each row in rest lies above a row of claimed cells in
// the same columns, so that the claimed row is completed earlier. In each column, it
// reads the first cells of rows as a number. Lower cells are higher bits, so the
// number formed by the claimed rows must not be less than that formed by the rows in
// rest. One subtraction compares all columns: a column that fails borrows from its
// spare bit.
func (g *game[R]) overtaken(rest, claimed uint64) bool {
	if g.runs(rest, 1) != 0 {
		return false
	}
	spare := g.top << uint(g.height)
	for _, step := range [3]uint{g.pitch(), g.pitch() - 1, g.pitch() + 1} {
		late := g.runs(rest, step)
		if late != 0 && (g.runs(claimed, step)|spare-late)&spare != spare {
			return false
		}
	}
	return true
}

// latest returns an upper bound on the score of p if the opponent gets all claimed
// cells and the player to move does not complete a row first. The bound is valid
// only if it is at most alpha, which must be negative. The decisive row of the
// opponent is the one whose highest empty cell has the most cells above it, because
// that cell's column can be filled last.
func (g *game[R]) latest(p position, claimed uint64, alpha int) int {
	score := 0
	for above := -2 * (alpha + 1); above <= g.height; above += 2 {
		high := g.top<<uint(above) - g.top // cells of the top rows
		if !g.crossed(claimed &^ (p.empty & high)) {
			break
		}
		score = -1 - above/2
	}
	return score
}

// crossed reports whether a set contains a horizontal or diagonal row.
func (g *game[R]) crossed(set uint64) bool {
	s := g.pitch()
	return g.runs(set, s) != 0 || g.runs(set, s-1) != 0 || g.runs(set, s+1) != 0
}
