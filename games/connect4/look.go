package connect4

import (
	"math/bits"

	"zermelo/games"
)

// seen is set in the Hint field of a child to indicate that the field is valid: the
// player to move has no winning move, and the other bits are the opponent's threats.
// It is a spare bit of the last column.
const seen = 1 << 63

// latePlies is the number of empty cells below which looking up children in the
// transposition table does not pay off.
const latePlies = 10

// Scores returns the score of the earliest possible win.
func (g *game[R]) Scores() int { return g.winAt(2*g.connect - 1) }

// StateBits returns the total number of bits of all columns.
func (g *game[R]) StateBits() int { return g.width * int(g.stride) }

// Look implements games.Searcher. It tries each move that does not lose immediately,
// plays the forced replies, and keeps the moves whose score may lie within the
// window.
func (g *game[R]) Look(n *games.Node[uint64], s uint64, alpha, beta int) {
	p := g.decode(s)
	stones := g.stones(p)
	n.Children = n.Children[:0]
	n.NearEnd, n.QuickWins = g.cells-stones < latePlies, true
	can := g.playable(p.empty)
	known := n.Hint
	n.Hint = 0
	threats := known &^ seen
	if known == 0 {
		if g.threats(p.own)&can != 0 {
			n.Low = g.winAt(stones + 1)
			n.High = n.Low
			return
		}
		threats = g.threats(p.opp) & p.empty
	}
	moves := safe(can, threats)
	if moves == 0 {
		n.Low = -g.winAt(stones + 2)
		n.High = n.Low
		return
	}
	low, high := -g.cells, -g.cells
	children := n.Children
	for ; moves != 0; moves &= moves - 1 {
		cell := moves & -moves
		q := line{position: p.play(cell), stones: stones + 1}
		mine := g.threats(q.opp) & q.empty
		g.settle(&q, mine, max(alpha, low), beta)
		high = max(high, q.high)
		if q.low > low {
			low = q.low
			if low >= beta {
				n.Low, n.High = low, g.winAt(stones+3)
				return
			}
		}
		if q.high > max(alpha, low) {
			x := bits.TrailingZeros64(cell) / int(g.pitch())
			state, seeing := encode(q.position), q.threats
			if other := g.mirrored(state); other < state {
				state, seeing = other, g.mirrored(seeing)
			}
			children = append(children, games.Child[uint64]{
				State:       state,
				Rank:        rankScale * (g.rank(p.empty^cell, cell, mine&^(threats>>1)) + g.centre[x]),
				Move:        int16(x),
				Replies:     int16(bits.OnesCount64(q.moves)),
				TurnChanges: int16(q.stones - stones),
				Hint:        seeing | seen,
			})
		}
	}
	n.Low, n.High, n.Children = low, high, children
}

// safe returns the moves in can that do not lose immediately to an opponent with the
// given threats. Such a move is not directly below a threat. If there is an
// immediate threat, the move must occupy it. If there are several, no move is safe.
func safe(can, threats uint64) uint64 {
	moves := can &^ (threats << 1)
	if must := threats & can; must != 0 {
		if must&(must-1) != 0 {
			return 0
		}
		return moves & must
	}
	return moves
}

// line is a move followed by forced replies.
type line struct {
	position
	stones    int
	moves     uint64 // moves in the final position that do not lose immediately
	threats   uint64 // empty cells at which the opponent wins in the final position
	low, high int    // bounds on the score for the player who started the line
}

// settle plays forced replies in q as long as exactly one move avoids an immediate
// loss. Initially, the player to move has no winning move, and the opponent has the
// given threats. If the final position is decided, low and high are equal. The
// window and the bounds are as seen by the player who started the line.
func (g *game[R]) settle(q *line, threats uint64, alpha, beta int) {
	p, n, began := q.position, q.stones, false
	low, high := 0, 0 // for the player to move
	moves := safe(g.playable(p.empty), threats)
	for moves != 0 && moves&(moves-1) == 0 {
		p, n, began = p.play(moves), n+1, !began
		threats = g.threats(p.opp) & p.empty
		moves = safe(g.playable(p.empty), threats)
	}
	switch {
	case moves == 0 && p.empty != 0:
		low = -g.winAt(n + 2)
		high = low
	case moves == 0: // a draw
	case began:
		low, high = g.bound(p, n, threats, alpha, beta)
	default:
		low, high = g.bound(p, n, threats, -beta, -alpha)
	}
	if !began {
		low, high = -high, -low
	}
	q.position, q.stones, q.moves, q.threats, q.low, q.high = p, n, moves, threats, low, high
}

const rankScale = 4 // weight of the rank relative to the move history

// rank estimates the quality of a move to cell, given the empty cells after the move
// and the mover's threats. The threats must not include cells directly above a
// threat of the opponent. Threats that can be executed soon count more.
func (g *game[R]) rank(empty, cell, threats uint64) int16 {
	soon := g.playable(empty) >> 1 & empty
	r := 40*bits.OnesCount64(threats) + 40*bits.OnesCount64(threats&soon) + 30*bits.OnesCount64(threats&(soon>>1))
	if threats&(cell>>1) != 0 {
		r += 10
	}
	return int16(r)
}

// Evaluate implements games.Evaluator. It compares the players' numbers of threats.
// Scores are small, because most threats are never executed.
func (g *game[R]) Evaluate(dst []float32, src []uint64) []float32 {
	for _, s := range src {
		p := g.decode(s)
		own := float32(bits.OnesCount64(g.threats(p.own) & p.empty))
		opp := float32(bits.OnesCount64(g.threats(p.opp) & p.empty))
		dst = append(dst, (own-opp)/(own+opp+4))
	}
	return dst
}
