package connect4

import "math/bits"

// bound returns bounds on the score of p without considering moves. It has n stones,
// and threats holds the opponent's threats. The player to move must neither have a
// winning move nor face an immediate loss. Only bounds that affect the window are
// computed.
func (g *game[R]) bound(p position, n int, threats uint64, alpha, beta int) (low, high int) {
	low, high = -g.winAt(n+4), g.winAt(n+3)
	if low >= beta || high <= alpha {
		return low, high
	}
	// No row can be completed in the remaining cells.
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

// follow bounds the score of p, with an even number of empty cells, by the opponent's
// strategy of always replying in the same column. The cells of a column are paired
// from the top, and the reply takes the upper cell of a pair. In a column with an odd
// number of empty cells, the lowest empty cell has no partner. The number of these
// lone cells is even, and the reply to one of them is another one. The opponent thus
// gets all upper cells except lone cells. The bound is valid only if it is at most
// alpha.
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

// squeeze bounds the score of p, with an odd number of empty cells, by a strategy of
// the opponent, who threatens to win at a cell that is not an upper cell: follow, but
// never play the cell below the threat. The number of the other cells, except those
// above the threat, is even. When they are full, the player to move must play below
// the threat. The bound is valid only if it is at most alpha.
func (g *game[R]) squeeze(p position, threat uint64, alpha int) int {
	column := g.column(bits.TrailingZeros64(threat) / int(g.pitch()))
	above := column & (threat<<1 - 1) // the threat and cells above it
	score := -g.winAt(g.cells - bits.OnesCount64(above) + 1)
	if score > alpha {
		return g.cells
	}
	// In this column, pairs start below the cell under the threat.
	upper := g.upper&^column | column&^g.upper&^above
	can := g.playable(p.empty)
	claimed := p.opp | p.empty&upper&^can
	if !g.held(g.all&^claimed&^above, claimed, p.empty&upper&can) {
		return g.cells
	}
	return score
}

// held reports whether a player who gets at most the cells of rest, including only
// one of each pair of lone cells, cannot complete a row before the opponent, who gets
// the claimed cells.
func (g *game[R]) held(rest, claimed, lone uint64) bool {
	return g.overtaken(rest, claimed) || g.split(rest, lone)
}

// split reports whether the lone cells can be paired so that no row of rest remains
// if the players take one cell of each pair.
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

// overtaken reports whether each row of rest lies above a row of claimed cells in the
// same columns, which is completed earlier. Since lower cells are higher bits, the
// first bits of claimed rows must exceed those of rows of rest in each column that
// has any. One subtraction compares all columns and borrows from the spare bit
// otherwise.
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

// latest bounds the score of p if the opponent gets all claimed cells and no row of
// the player to move precedes. The bound is valid only if it is at most alpha, which
// must be negative. The column with the highest cell of a row can be filled last, so
// the relevant row is the one with the most board cells above its highest empty cell.
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

// crossed reports whether a set contains a full row outside of a column.
func (g *game[R]) crossed(set uint64) bool {
	s := g.pitch()
	return g.runs(set, s) != 0 || g.runs(set, s-1) != 0 || g.runs(set, s+1) != 0
}
