package breakthrough

import "math/bits"

// evenEffort is the effort to prove a win where both sides have as many moves. Nodes of
// proof-number search on breakthrough-holes, in thousands, with the replies less the own
// moves and 10: 371, 15: 374, 20: 333, 30: 648; with the replies alone 1,226.
const evenEffort = 20

// lookBlocks tells what can be seen without captures. Here a home row is never
// refilled, so a goal cell that is empty stays open, and nobody can be removed.
//
//   - A piece before the goal row next to an open goal cell wins at its next
//     step, and nothing can stop it.
//   - So a piece that can step to a free cell next to an open goal cell (a
//     stride) wins unless the opponent wins at his next step; he must fill the
//     cell before. Two such cells are too many, and filling one from the home
//     row opens another goal cell.
//   - When neither side can get through any more, the side that runs out of
//     moves first loses; see outlasts.
//
// Moves are tried that leave the opponent few replies and are made far back:
// the advanced pieces are needed where they are.
//
// Nodes of alpha-beta on breakthrough-holes, in millions: 1.26 with all rules,
// 1.83 without the last. A plain one took 69.
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

// strides is the columns where own pieces can step to the row before the goal
// next to an open goal cell.
func (b *board) strides(r *sightRules, side *sightSide, own, opp uint64) uint64 {
	h := b.height
	goal := r.columns &^ b.row(opp, h)
	return r.spread(b.row(own, h-2)) & r.spread(goal) & b.row(side.playable&^(own|opp), h-1)
}

// holds reports whether own strides stay whatever opp, to move, does. He must
// be unable to win in one or two steps.
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

// outlasts reports whether own, who is to move if first is 1 and has moved if it is 0,
// wins by keeping opp out and having more moves.
//
// Own pieces that opp could enter behind stay where they are. Then those pieces
// of opp are pinned that stop an own piece from getting through: when one leaves,
// own goes through, and opp, kept out, has no time to do anything. (On boards of fewer
// than five rows he might.) The cells that his other pieces can reach are fixed:
// if no goal cell of his is among them he can't win but by having the last move.
// The remaining cells, into which he never comes, give own a number of moves that
// nobody can take away; opp has at most as many as his free pieces, packed to the bottom
// of the cells that he can reach, need to get there. So own moves last if it has at least
// as many, one more if it is to move.
func (b *board) outlasts(r *sightRules, side *sightSide, own, opp uint64, first int) bool {
	loose := opp
	if b.height >= 5 {
		loose &^= b.pinned(r, own, opp)
	}
	// Cells that opp can reach, row by row from the top.
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
	// Moves of opp across each line between two rows: at most as many as there
	// are pieces above and free cells below.
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

// pinned is the pieces of opp that can't leave their cells without letting own
// through: those on the goal row next to an own piece before it, and those before the
// goal row, next to an open goal cell, that an own piece could step to.
func (b *board) pinned(r *sightRules, own, opp uint64) uint64 {
	h := b.height
	home := b.row(opp, h) & r.spread(b.row(own, h-1))
	guards := b.row(opp, h-1) & r.spread(r.columns&^b.row(opp, h)) & r.spread(b.row(own, h-2))
	return (home<<(b.stride&63) | guards) << (b.stride * (h - 2) & 63)
}

// march is a number of moves that pieces can make in cells where nobody else
// comes: the foremost go first, as far as they can.
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
				// All steps in one direction go to different cells.
				pieces ^= m | m>>(up.rotate&63)
				moves += bits.OnesCount64(m)
			}
		}
		if moves == before {
			return moves
		}
	}
}
