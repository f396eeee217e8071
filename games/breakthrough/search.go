package breakthrough

import (
	"math/bits"

	"zermelo/games"
)

const winScore = 50 // half of the total payoff

// searcher implements games.Searcher. Its static rules assume that pieces can step
// both straight and diagonally.
type searcher[S games.State] struct{ *game[S] }

// Scores implements games.Searcher. There are no draws.
func (g searcher[S]) Scores() int { return winScore }

// StateBits implements games.Searcher. If the armies can be exchanged, white is to
// move in every canonical state, so the side to move takes no bit.
func (g searcher[S]) StateBits() int {
	if g.narrow && g.turns {
		return 2 * g.cells
	}
	return 64 * games.Words[S]()
}

type verdict int8

const (
	undecided verdict = iota
	lost              // for the side to move
	won
)

const forcedPlies = 24 // maximum number of forced moves that Look plays

// choice is a move and the resulting position, as seen by the side that made the
// move.
type choice struct {
	own, opp uint64
	rank     int16
	move     int16
	effort   int16
}

type choices struct {
	brief   bool // only the number of moves is needed
	verdict verdict
	count   int
	moves   [3 * 16]choice // an army has at most 16 pieces
}

// Look implements games.Searcher. It plays out the forced moves of both sides. It
// ignores the window because every score is a win or a loss.
func (g searcher[S]) Look(n *games.Node[S], s S, _, _ int) {
	p := g.upward(unpack(g.board, s))
	n.Low, n.High, n.NearEnd, n.Killers, n.Complete = -winScore, winScore, false, !g.captures, true
	n.Children = n.Children[:0]
	n.States = n.States[:0]
	r := g.sight()
	var c choices
	plies := int16(1)
	var forced S
	for {
		g.look(&c, r, p)
		g.sift(&c, r, p)
		if c.verdict != undecided || c.count != 1 || plies > forcedPlies {
			break
		}
		m := &c.moves[0]
		p = position{own: g.turned(m.opp), opp: g.turned(m.own), mover: p.mover ^ 1}
		if plies++; plies == 2 {
			forced = g.packTurned(p)
		}
	}
	if c.verdict != undecided {
		score := winScore
		if (c.verdict == lost) == (plies&1 == 1) {
			score = -winScore
		}
		n.Low, n.High = score, score
		return
	}
	if plies%2 == 0 {
		// The other side has a choice: return that position.
		c.count = 1
		n.Children = append(n.Children, games.Child[S]{TurnChanges: plies - 1, Replies: 1})
		n.States = append(n.States, g.packTurned(p))
	} else {
		for i := range c.moves[:c.count] {
			m := &c.moves[i]
			n.Children = append(n.Children, games.Child[S]{Rank: m.rank, Move: m.move, TurnChanges: plies, Replies: m.effort})
			n.States = append(n.States, g.packTurned(position{own: g.turned(m.opp), opp: g.turned(m.own), mover: p.mover ^ 1}))
		}
	}
	if plies > 1 {
		n.States = append(n.States, forced)
	}
	if cap(n.Swaps) < len(n.States) {
		n.Swaps = make([]bool, len(c.moves)+1)
	}
	g.Canonize(n.States, n.Swaps[:len(n.States)])
	for i := range n.Children {
		n.Children[i].State = n.States[i]
	}
	if plies > 1 {
		n.Forced = n.States[c.count]
	}
}

// packTurned encodes a position that was turned by upward.
func (g searcher[S]) packTurned(p position) S { return pack[S](g.board, g.upward(p)) }

// upward turns the board if black is to move, so that the side to move always moves
// up. It is its own inverse.
func (b *board) upward(p position) position {
	if p.mover == 1 {
		p.own, p.opp = b.turned(p.own), b.turned(p.opp)
	}
	return p
}

// look evaluates a position where the side to move moves up. It sets either the
// verdict or the moves that do not lose immediately.
func (b *board) look(c *choices, r *sightRules, p position) {
	c.count = 0
	side := r.sides[p.mover&1]
	if b.captures {
		b.lookCaptures(c, r, side, p)
	} else {
		b.lookBlocks(c, r, side, p)
	}
	if c.verdict == undecided && c.count == 0 {
		c.verdict = lost
	}
}

// Look examines each move one ply further if a position has at most fewMoves moves,
// or fewMovesCapturing in a variant with captures.
const (
	fewMoves          = 4
	fewMovesCapturing = 8
)

// sift removes the moves that lose according to look, which may decide the verdict.
// It does nothing if there are many moves.
func (b *board) sift(c *choices, r *sightRules, p position) {
	few := fewMoves
	if b.captures {
		few = fewMovesCapturing
	}
	if c.verdict != undecided || c.count > few {
		return
	}
	next := choices{brief: true}
	kept := 0
	for i := range c.moves[:c.count] {
		m := c.moves[i]
		b.look(&next, r, position{own: b.turned(m.opp), opp: b.turned(m.own), mover: p.mover ^ 1})
		switch next.verdict {
		case lost:
			c.verdict = won
			return
		case undecided:
			c.moves[kept] = m
			kept++
		}
	}
	if c.count = kept; kept == 0 {
		c.verdict = lost
	}
}

func (b *board) turned(w uint64) uint64 {
	return bits.Reverse64(w) >> ((64 - b.stride*b.height) & 63) >> ((b.stride - b.width) & 63)
}

// row returns the cells of w in row y as the lowest bits. Rows are counted from 1.
func (b *board) row(w uint64, y int) uint64 {
	return w >> (b.stride * (y - 1) & 63) & (1<<(b.width&63) - 1)
}

// spread returns the columns in w and the columns adjacent to them.
func (r *sightRules) spread(w uint64) uint64 { return (w | w<<1 | w>>1) & r.columns }

// adjacent returns the columns adjacent to a column in w.
func (r *sightRules) adjacent(w uint64) uint64 { return (w<<1 | w>>1) & r.columns }

// Evaluate implements games.Evaluator. It compares the total values of the armies.
// The value of a piece is one plus the square of the number of rows that it has
// advanced.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	for _, s := range src {
		p := g.upward(unpack(g.board, s))
		own, opp := 0, 0
		for y := 1; y <= g.height; y++ {
			own += bits.OnesCount64(g.row(p.own, y)) * (1 + (y-1)*(y-1))
			opp += bits.OnesCount64(g.row(p.opp, y)) * (1 + (g.height-y)*(g.height-y))
		}
		dst = append(dst, float32(own-opp)/float32(own+opp+1))
	}
	return dst
}

// sightRules holds precomputed data for the static rules.
type sightRules struct {
	columns uint64        // one bit per column
	sides   [2]*sightSide // for white and black, each oriented to move up
}

// sightSide describes the board as seen by one side.
type sightSide struct {
	playable uint64 // cells that can be entered
	// Winning attacks of this side and of the opponent, from the view of this side.
	// They are nil if the board has too few rows or there are no captures.
	assault, defence *assault
}

func (b *board) newSightRules() *sightRules {
	r := &sightRules{columns: 1<<b.width - 1}
	tables := map[uint64]*assault{} // by the holes in the row before the goal
	find := func(holes uint64) *assault {
		if tables[holes] == nil {
			tables[holes] = newAssault(b.width, holes)
		}
		return tables[holes]
	}
	for role := range r.sides {
		s := &sightSide{playable: b.playable}
		if role == 1 {
			s.playable = b.turned(b.playable)
		}
		if b.captures && b.height >= 4 {
			s.assault = find(b.row(b.all&^s.playable, b.height-1))
			s.defence = find(b.row(b.all&^s.playable, 2))
		}
		r.sides[role] = s
	}
	return r
}

// replies returns the number of moves that opp can make. The pieces of opp move
// down.
func (b *board) replies(s *sightSide, own, opp uint64) int {
	free := s.playable &^ (own | opp)
	diagonal := free
	if b.captures {
		diagonal |= own
	}
	up := &b.steps[0]
	return bits.OnesCount64(opp>>(up[0].rotate&63)&free) +
		bits.OnesCount64(opp>>(up[1].rotate&63)&up[1].from&diagonal) +
		bits.OnesCount64(opp>>(up[2].rotate&63)&up[2].from&diagonal)
}

func (b *board) canReply(s *sightSide, own, opp uint64) bool {
	free := s.playable &^ (own | opp)
	if opp>>(b.stride&63)&free != 0 { // fast path
		return true
	}
	return b.replies(s, own, opp) > 0
}

// place returns the column and the row of a cell, both counted from 0.
func (b *board) place(bit uint64) (x, y int) {
	i := bits.TrailingZeros64(bit)
	y = i / b.stride
	return i - y*b.stride, y
}
