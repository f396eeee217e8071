package connect4

import "math/bits"

// bound returns bounds on the score of p, where n stones stand, the other
// player has the given threats, and the player to move can neither win nor has
// to prevent a loss at once. They are found without looking at moves; only
// what could decide the window is tried.
func (g *game[R]) bound(p position, n int, threats uint64, alpha, beta int) (low, high int) {
	low, high = -g.winAt(n+4), g.winAt(n+3)
	if low >= beta || high <= alpha {
		return low, high
	}
	// Too little room: no row left that a player could fill.
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

// follow bounds the score of p, where the number of empty cells is even, by a
// strategy of the other player: always answer in the same column. The cells of
// a column are paired from the top, and the answer takes the upper one of a
// pair. In a column with an odd number of empty cells the lowest one, which can
// be played at once, has no partner; there is an even number of these lone
// cells, and the answer to one of them is another one. So the other player gets
// all upper cells except lone ones. The bound is of no use if it is above alpha.
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

// squeeze bounds the score of p, where the number of empty cells is odd, by a
// strategy of the other player, who threatens to win at a cell that is not an
// upper one: follow, as above, but never play the cell below the threat. The
// cells without that one, the threat and those above it are even in number, so
// when they are full the player to move must play below the threat. The bound
// is of no use if it is above alpha.
func (g *game[R]) squeeze(p position, threat uint64, alpha int) int {
	column := g.column(bits.TrailingZeros64(threat) / int(g.pitch()))
	above := column & (threat<<1 - 1) // the threat and the cells above it
	score := -g.winAt(g.cells - bits.OnesCount64(above) + 1)
	if score > alpha {
		return g.cells
	}
	// In this column the pairs begin below the cell below the threat.
	upper := g.upper&^column | column&^g.upper&^above
	can := g.playable(p.empty)
	claimed := p.opp | p.empty&upper&^can
	if !g.held(g.all&^claimed&^above, claimed, p.empty&upper&can) {
		return g.cells
	}
	return score
}

// held reports whether a player who gets at most the cells of rest, only one of
// each of some pairs of lone cells among them, cannot complete a row before the
// other player, who gets the claimed ones.
func (g *game[R]) held(rest, claimed, lone uint64) bool {
	return g.overtaken(rest, claimed) || g.split(rest, lone)
}

// split reports whether no row of rest is left whenever lone cells are taken in
// turns, in pairs that the second to take chooses before.
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

// overtaken reports whether each row of rest, if there is any, lies above a row of claimed cells
// in the same columns, which is then complete before. Lower cells are higher
// bits: so in each column the bits where claimed rows begin are, as a number, to
// be greater than those where rows of rest begin, unless there are none. One
// subtraction compares all columns, and borrows from the spare bit where that
// is not so.
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

// latest bounds the score of p for the player to move, if the other one will get
// all claimed cells and no row of the player to move comes before; it is of no
// use if it is above alpha, which is negative. The column that holds the highest
// cell of a row can be left until all others are full. So the row to count is the
// one with the most cells of the board above its highest empty cell.
func (g *game[R]) latest(p position, claimed uint64, alpha int) int {
	score := 0
	for above := -2 * (alpha + 1); above <= g.height; above += 2 {
		high := g.top<<uint(above) - g.top // the cells of so many rows
		if !g.crossed(claimed &^ (p.empty & high)) {
			break
		}
		score = -1 - above/2
	}
	return score
}

// crossed reports whether set has a full row that is not in a column.
func (g *game[R]) crossed(set uint64) bool {
	s := g.pitch()
	return g.runs(set, s) != 0 || g.runs(set, s-1) != 0 || g.runs(set, s+1) != 0
}
