package breakthrough

import "math/bits"

// evenEffort is the estimated effort to prove a win if both sides have the same
// number of moves.
const evenEffort = 20

// lookBlocks evaluates a position in a variant without captures. An empty goal cell
// stays open, because pieces never return to their home row.
//
//   - A piece on the row before the goal, adjacent to an open goal cell, wins.
//   - A piece that can step to a free cell adjacent to an open goal cell (a stride)
//     wins unless the opponent wins with the next step or occupies the cell. The
//     opponent cannot occupy two such cells, and occupying one from the home row
//     opens another goal cell.
//   - If neither side can break through, the side that runs out of moves first
//     loses; see outlasts.
//
// Moves with few replies are searched first, then moves by less advanced pieces.
func (b *board) lookBlocks(c *choices, r *sightRules, side *sightSide, p position) {
	c.verdict = undecided
	h := b.height
	if b.row(p.own, h-1)&r.spread(r.columns&^b.row(p.opp, h)) != 0 {
		c.verdict = won
		return
	}
	if b.row(p.opp, 2)&r.spread(r.columns&^b.row(p.own, 1)) != 0 {
		c.verdict = lost
		return
	}
	if h > 3 && (b.strides(r, side, p.own, p.opp) != 0 || b.outlasts(r, side, p.own, p.opp, 1)) {
		c.verdict = won
		return
	}
	for d, t := range b.entered(&b.steps[0], side.playable, p.own, p.opp) {
		back := -b.steps[0][d].rotate
		for ; t != 0; t &= t - 1 {
			to := t & -t
			own, opp := p.own^to^bits.RotateLeft64(to, back), p.opp
			open := r.spread(r.columns &^ b.row(own, 1))
			if b.row(opp, 2)&open != 0 {
				continue
			}
			// The opponent's strides.
			if h > 3 && r.spread(b.row(opp, 3))&open&b.row(side.playable&^(own|opp), 2) != 0 {
				continue
			}
			if !b.canReply(side, own, opp) || h > 3 && (b.holds(r, side, own, opp) || b.outlasts(r, side, own, opp, 0)) {
				c.verdict = won
				return
			}
			m := &c.moves[c.count]
			c.count++
			if c.brief {
				continue
			}
			replies := b.replies(side, own, opp)
			x, y := b.place(to)
			moves := b.entered(&b.steps[0], side.playable, own, opp)
			*m = choice{
				own: own, opp: opp, rank: int16(-replies - y), move: int16(3*(y*b.width+x) + d),
				effort: int16(max(1, evenEffort+replies-count(&moves))),
			}
		}
	}
}

// strides returns the columns in which a piece of own can enter the row before the
// goal next to an open goal cell.
func (b *board) strides(r *sightRules, side *sightSide, own, opp uint64) uint64 {
	h := b.height
	goal := r.columns &^ b.row(opp, h)
	return r.spread(b.row(own, h-2)) & r.spread(goal) & b.row(side.playable&^(own|opp), h-1)
}

// holds reports whether own still has a stride after every move of the opponent; see
// strides. The opponent must not be able to win in one or two steps.
func (b *board) holds(r *sightRules, side *sightSide, own, opp uint64) bool {
	entries := b.strides(r, side, own, opp)
	if entries == 0 || entries&(entries-1) != 0 {
		return entries != 0
	}
	h := b.height
	home := b.row(opp, h)
	front := r.spread(b.row(own, h-2)) & b.row(side.playable&^(own|opp), h-1) &^ entries
	for f := r.spread(entries) & home; f != 0; f &= f - 1 {
		goal := r.columns&^home | f&-f
		if front&r.spread(goal) == 0 {
			return false
		}
	}
	return true
}

// outlasts reports whether own wins by blocking the opponent and having enough
// moves. Own is to move if first is 1, and has just moved if first is 0.
//
// Own pieces that the opponent could pass do not move. An opposing piece that keeps
// an own piece from breaking through is pinned: if it moves, own breaks through, and
// the blocked opponent cannot respond in time, except on boards with fewer than five
// rows. If the remaining opposing pieces can reach no goal cell, the opponent can
// win only by making the last move. The cells that they cannot reach provide moves
// for own that cannot be prevented. The number of the opponent's moves is at most
// the number needed to fill the lowest reachable cells. Own wins with at least that
// number of moves, or with one more if own is to move.
func (b *board) outlasts(r *sightRules, side *sightSide, own, opp uint64, first int) bool {
	loose := opp
	if b.height >= 5 {
		loose &^= b.pinned(r, own, opp)
	}
	s := &b.steps[0]
	free := side.playable&^(own|opp) | loose
	reach := loose
	for range b.height - 1 {
		reach |= (reach>>(s[0].rotate&63) | reach>>(s[1].rotate&63)&s[1].from | reach>>(s[2].rotate&63)&s[2].from) & free
	}
	if reach&b.goal[1] != 0 {
		return false
	}
	need := first
	// The pieces above the line between two rows and the free cells below it limit
	// the number of moves across it.
	pieces, cells, all := 0, 0, bits.OnesCount64(loose)
	for y := range b.height - 1 {
		pieces += bits.OnesCount64(b.row(loose, y+1))
		cells += bits.OnesCount64(b.row(reach, y+1))
		need += min(cells-pieces, all-pieces)
	}
	blocked := reach | opp
	shadow := blocked | blocked>>(s[0].rotate&63) | blocked>>(s[1].rotate&63)&s[1].from | blocked>>(s[2].rotate&63)&s[2].from
	safe := side.playable &^ shadow
	return b.march(own&safe, safe) >= need
}

// pinned returns the pieces of opp that must not move because own would then break
// through. Such a piece is directly or diagonally in front of a piece of own. It is
// either on the goal row, or on the row before the goal and next to an open goal
// cell.
func (b *board) pinned(r *sightRules, own, opp uint64) uint64 {
	h := b.height
	home := b.row(opp, h) & r.spread(b.row(own, h-1))
	guards := b.row(opp, h-1) & r.spread(r.columns&^b.row(opp, h)) & r.spread(b.row(own, h-2))
	return (home<<(b.stride&63) | guards) << (b.stride * (h - 2) & 63)
}

// march returns a lower bound on the number of moves that the pieces can make within
// the given cells. The cells must be inaccessible to all other pieces.
func (b *board) march(pieces, cells uint64) int {
	moves := 0
	for {
		before := moves
		for _, up := range b.steps[0] {
			for {
				m := pieces & up.from << (up.rotate & 63) & cells &^ pieces
				if m == 0 {
					break
				}
				// Steps in the same direction have distinct destinations.
				pieces ^= m | m>>(up.rotate&63)
				moves += bits.OnesCount64(m)
			}
		}
		if moves == before {
			return moves
		}
	}
}
