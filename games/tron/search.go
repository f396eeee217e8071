package tron

import "zermelo/games"

const winScore = 50 // half of the total payoff

// searcher implements games.Searcher for variants with alternating moves.
type searcher[S games.State] struct{ of *game[S] }

type (
	searchedNarrow struct {
		*narrow
		searcher[uint64]
	}
	searchedWide struct {
		*game[[2]uint64]
		searcher[[2]uint64]
	}
)

// Scores implements games.Searcher. A draw scores 0.
func (searcher[S]) Scores() int { return winScore }

// StateBits implements games.Searcher.
func (l searcher[S]) StateBits() int {
	if games.Words[S]() > 1 {
		return 64 * games.Words[S]()
	}
	return l.of.stateBits()
}

// Look implements games.Searcher. It plays forced moves until the player to move has
// a choice, and then bounds the score after each move; see judge. Moves are ranked
// by the difference between the players' territories. The bounds and the ranking
// each reduce the number of nodes on a 7x7 board by a factor of 3 to 18.
func (l searcher[S]) Look(n *games.Node[S], s S, _, _ int) {
	g := l.of
	n.Low, n.High, n.NearEnd, n.Killers = -winScore, winScore, false, false
	n.Children = n.Children[:0]
	p := g.unpack(s)
	blank, sign, plies := g.blank(p), 1, int16(0)
	for {
		mover := p.mover()
		moves := g.neighbours(g.cell[p.heads[mover]]).and(blank)
		if moves.empty() {
			n.Low, n.High = -sign*winScore, -sign*winScore
			return
		}
		if moves.count() > 1 {
			break
		}
		if blank = blank.without(moves); blank.empty() {
			n.Low, n.High = 0, 0
			return
		}
		p = g.step(p, moves)
		plies, sign = plies+1, -sign
	}
	if sign < 0 {
		// The other side has a choice: return that position.
		n.Children = append(n.Children, games.Child[S]{State: g.pack(p), TurnChanges: plies, Replies: 1})
		l.canonize(n)
		return
	}
	mover := p.mover()
	other := g.cell[p.heads[1-mover]]
	low, high := -winScore, -winScore
	for moves := g.neighbours(g.cell[p.heads[mover]]).and(blank); !moves.empty(); {
		to := moves.lowest()
		moves = moves.without(to)
		left := blank.without(to)
		worst, best := g.judge(left, other, to)
		low, high = max(low, -best), max(high, -worst)
		if worst == best {
			continue
		}
		theirs, mine := g.territories(left, other, to)
		lead := mine.count() - theirs.count()
		n.Children = append(n.Children, games.Child[S]{
			State: g.pack(g.step(p, to)), Rank: int16(lead), Move: int16(to.first()), TurnChanges: plies + 1,
			Replies: int16(max(1, effort-lead)),
		})
	}
	n.Low, n.High = low, high
	l.canonize(n)
}

// effort is the proof number of a position with equal territories.
const effort = 20

// step returns the position after the player to move enters a cell, given as a set.
func (b *board) step(p position, to cells) position {
	mover := p.mover()
	p.forbidden = p.forbidden.or(b.cell[p.heads[mover]])
	i := to.first()
	p.heads[mover] = b.placeAt(i%b.width, i/b.width)
	return p
}

// canonize replaces the states of the children with canonical states.
func (l searcher[S]) canonize(n *games.Node[S]) {
	for i := range n.Children {
		mirror, _, _ := l.of.images(n.Children[i].State)
		if games.Less(mirror, n.Children[i].State) {
			n.Children[i].State = mirror
		}
	}
}

// judge returns bounds on the score of the player to move, whose head is at own.
func (b *board) judge(blank, own, opp cells) (low, high int) {
	all := blank.count()
	if all == 0 {
		return 0, 0
	}
	mine, theirs := b.reach(blank, own), b.reach(blank, opp)
	if mine.overlaps(theirs) {
		return -winScore, winScore
	}
	leastOwn, mostOwn := b.longest(mine, own)
	leastOpp, mostOpp := b.longest(theirs, opp)
	return apart(all, leastOwn, mostOpp), apart(all, mostOwn, leastOpp)
}

// apart returns the score of the player to move when neither head can reach the
// other's cells, given the number of blank cells and the number of moves that each
// player can still make.
func apart(blank, own, opp int) int {
	switch {
	case own > opp && blank == 2*opp+1, own <= opp && blank == 2*own:
		return 0 // the board is full before anyone must err
	case own > opp:
		return winScore
	}
	return -winScore
}

// reach returns the blank cells that are connected to head.
func (b *board) reach(blank, head cells) cells {
	found := cells{}
	for edge := head; !edge.empty(); {
		edge = b.neighbours(edge).and(blank)
		blank = blank.without(edge)
		found = found.or(edge)
	}
	return found
}

// most returns an upper bound on the number of moves that a head can make within
// reach. The bound follows from the alternation of dark and light squares along a
// path.
func (b *board) most(reach, head cells) int {
	same := b.dark
	if !same.overlaps(head) {
		same = cells{^same.high, ^same.low}
	}
	n := reach.and(same).count()
	return min(2*(reach.count()-n), 2*n+1)
}

// longest returns bounds on the length of a head's longest path within reach. The
// bounds are equal if the search completes.
func (b *board) longest(reach, head cells) (least, most int) {
	l := lonely{board: b, most: b.most(reach, head), left: lonelySteps}
	l.extend(reach, head, 0)
	if l.left > 0 {
		return l.least, l.least
	}
	return l.least, l.most
}

const lonelySteps = 300 // maximum number of steps in the search for a longest path

// lonely searches for the longest path of a separated head.
type lonely struct {
	*board
	least, most int // length of the longest path found, and an upper bound
	left        int // remaining steps of the search
}

// extend tries all continuations of a path. The argument made is the number of moves
// so far.
func (l *lonely) extend(blank, head cells, made int) {
	l.least = max(l.least, made)
	if l.left--; l.left <= 0 || l.least == l.most {
		return
	}
	moves := l.neighbours(head).and(blank)
	if moves.empty() {
		return
	}
	if reach := l.reach(blank, head); made+l.board.most(reach, head) <= l.least {
		return
	}
	// Cells with few continuations soon become unreachable, so try them first.
	for ways := range 4 {
		for rest := moves; !rest.empty(); {
			to := rest.lowest()
			rest = rest.without(to)
			if l.neighbours(to).and(blank).count() == ways {
				l.extend(blank.without(to), to, made+1)
			}
		}
	}
}
