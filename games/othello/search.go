package othello

import "zermelo/games"

// Look plays out the game if at most sightEmpties cells are empty. If fewer than
// latePlies are empty, looking up children in the transposition table does not pay
// off.
const (
	sightEmpties = 6
	latePlies    = 8
)

// The weights for move ordering apply to a corner, to each reply, to a forced pass
// of the opponent, and to the estimate. Beyond aheadEmpties empty cells, the
// estimate looks one ply further for every aheadStep cells, because errors cost more
// if more cells are empty. The estimate halves the number of nodes.
const (
	cornerRank = 40
	replyRank  = 8
	passRank   = 60
	aheadRank  = 4

	aheadEmpties = 10
	aheadStep    = 4
)

// Scores implements games.Searcher.
func (g *game[S]) Scores() int { return g.cells }

// StateBits implements games.Searcher.
func (g *game[S]) StateBits() int {
	if words := games.Words[S](); words > 1 {
		return 64 * words
	}
	return 2*g.cells + 1
}

// Look implements games.Searcher. It plays out positions with few empty cells.
// Otherwise, it bounds the score by counting stable discs, and ranks the moves that
// leave the fewest replies first. If the opponent must pass after a move, the child
// is the position after the pass.
func (g *game[S]) Look(n *games.Node[S], s S, alpha, beta int) {
	p := g.unpack(s)
	n.Children = n.Children[:0]
	n.Low, n.High = -g.cells, g.cells
	empty := g.cells - discs(p)
	n.NearEnd = empty < latePlies
	if empty <= sightEmpties {
		switch score := g.finish(p.own, p.opp, alpha, beta); {
		case score <= alpha:
			n.High = score
		case score >= beta:
			n.Low = score
		default:
			n.Low, n.High = score, score
		}
		return
	}
	g.bound(n, p, alpha, beta)
	if n.Low >= beta || n.High <= alpha {
		return
	}
	moves := g.moves(p.own, p.opp)
	if moves == 0 {
		n.Children = append(n.Children, games.Child[S]{State: g.canonical(g.pack(p.pass())), TurnChanges: 1})
		return
	}
	for ; moves != 0; moves &= moves - 1 {
		g.lookAt(n, p, moves&-moves)
	}
	if len(n.Children) == 0 {
		n.High = n.Low
	}
}

// bound narrows the bounds of n if this can affect the search window. A player with
// k stable discs ends with at least k discs.
func (g *game[S]) bound(n *games.Node[S], p position, alpha, beta int) {
	if g.cells-2*ones(p.opp) <= alpha {
		n.High = g.cells - 2*ones(g.stable(p.opp, p.own))
	}
	if 2*ones(p.own)-g.cells >= beta {
		n.Low = 2*ones(g.stable(p.own, p.opp)) - g.cells
	}
}

// lookAt adds a move to n, either as a child or, if the move ends the game, as a
// lower bound.
func (g *game[S]) lookAt(n *games.Node[S], p position, cell uint64) {
	child := games.Child[S]{Move: int16(ones(cell - 1)), TurnChanges: 1}
	q := g.place(p, cell)
	replies := g.moves(q.own, q.opp)
	if replies == 0 {
		q = q.pass()
		if g.moves(q.own, q.opp) == 0 {
			n.Low = max(n.Low, g.lead(q.own, q.opp))
			return
		}
		child.TurnChanges, child.Rank = 2, passRank
	}
	child.State = g.canonical(g.pack(q))
	child.Replies = int16(max(1, ones(replies)))
	child.Rank -= int16(replyRank * (ones(replies) + ones(replies&g.corners)))
	if plies := (g.cells - discs(p) - aheadEmpties) / aheadStep; plies > 0 {
		worth := g.lookahead(q.own, q.opp, plies, -farOut, farOut)
		if child.TurnChanges == 1 {
			worth = -worth
		}
		child.Rank += int16(aheadRank * worth)
	}
	if cell&g.corners != 0 {
		child.Rank += cornerRank
	}
	n.Children = append(n.Children, child)
}

// finish plays out all moves and returns the score for own, who is to move. A result
// between alpha and beta is exact. A result of at most alpha is an upper bound, and
// a result of at least beta is a lower bound. Moves into regions with an odd number
// of empty cells are tried first, because the player who moves first in such a
// region is likely to move last in it.
func (b *board) finish(own, opp uint64, alpha, beta int) int {
	empty := b.all &^ (own | opp)
	if empty&(empty-1) == 0 {
		return b.last(own, opp, empty)
	}
	cells := empty
	if ones(empty) > 3 {
		cells = b.moves(own, opp)
	}
	odd := uint64(0)
	for _, q := range b.quarters {
		odd |= q & -(uint64(ones(empty&q)) & 1)
	}
	best, moved := -b.cells, false
	for _, cells := range [...]uint64{cells & odd, cells &^ odd} {
		for ; cells != 0; cells &= cells - 1 {
			cell := cells & -cells
			turned := b.turned(own, opp, cell)
			if turned == 0 {
				continue
			}
			moved = true
			best = max(best, -b.finish(opp&^turned, own|turned|cell, -beta, -max(alpha, best)))
			if best >= beta {
				return best
			}
		}
	}
	switch {
	case moved:
		return best
	case b.moves(opp, own) == 0:
		return b.lead(own, opp)
	}
	return -b.finish(opp, own, -beta, -alpha)
}

// last returns the score of a position with at most one empty cell.
func (b *board) last(own, opp, cell uint64) int {
	if cell == 0 {
		return b.lead(own, opp)
	}
	if turned := b.turned(own, opp, cell); turned != 0 {
		return b.lead(own|turned|cell, opp&^turned)
	}
	if turned := b.turned(opp, own, cell); turned != 0 {
		return b.lead(own&^turned, opp|turned|cell)
	}
	return b.lead(own, opp)
}

// Weights of the estimate. Stable discs are needed to value corners.
const (
	stableWeight = 4  // weight of a stable disc, relative to a move
	halfway      = 20 // lead at which the score is half of its maximum
)

// Evaluate implements games.Evaluator. It combines mobility and stable discs.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	for _, s := range src {
		p := g.unpack(s)
		v := float32(g.worth(p.own, p.opp) - g.worth(p.opp, p.own))
		dst = append(dst, v/(max(v, -v)+halfway))
	}
	return dst
}

// worth returns the value of own's discs. A player without a corner usually has no
// stable discs.
func (b *board) worth(own, opp uint64) int {
	v := ones(b.moves(own, opp))
	if own&b.corners != 0 {
		v += stableWeight * ones(b.stable(own, opp))
	}
	return v
}

const farOut = 1 << 10 // exceeds the absolute value of every estimate

// lookahead estimates the value of a position for own, who is to move, after the
// given number of plies of best play. The unit is the value of a move. A result
// between alpha and beta is exact. A result of at most alpha is an upper bound, and
// a result of at least beta is a lower bound.
func (b *board) lookahead(own, opp uint64, plies, alpha, beta int) int {
	if plies == 0 {
		return b.worth(own, opp) - b.worth(opp, own)
	}
	moves := b.moves(own, opp)
	if moves == 0 {
		if b.moves(opp, own) == 0 {
			return stableWeight * b.lead(own, opp)
		}
		return -b.lookahead(opp, own, plies-1, -beta, -alpha)
	}
	best := -farOut
	for ; moves != 0 && best < beta; moves &= moves - 1 {
		cell := moves & -moves
		turned := b.turned(own, opp, cell)
		best = max(best, -b.lookahead(opp&^turned, own|turned|cell, plies-1, -beta, -max(alpha, best)))
	}
	return best
}
