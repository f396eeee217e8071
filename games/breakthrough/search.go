package breakthrough

import (
	"math/bits"

	"zermelo/games"
)

// winScore is the score of a won position: half of the total payoff.
const winScore = 50

// searcher is a variant that can be searched: one whose pieces step straight
// and diagonally, which is what the rules at sight rest on.
type searcher[S games.State] struct{ *game[S] }

// Scores is the score of a win; a loss is its negative and there are no draws.
func (g searcher[S]) Scores() int { return winScore }

// StateBits is how many bits canonical states have. Where the armies can be
// exchanged white is always to move and the mover's bit is 0.
func (g searcher[S]) StateBits() int {
	if g.narrow && g.turns {
		return 2 * g.cells
	}
	return 64 * games.Words[S]()
}

// verdict is what the rules at sight say of a position.
type verdict int8

const (
	undecided verdict = iota
	lost              // for the side to move
	won
)

// forcedPlies is how many single replies Look plays out at most.
const forcedPlies = 24

// choice is a move worth searching and the position after it, as the side that
// has moved sees it, moving up.
type choice struct {
	own, opp uint64
	rank     int16
	move     int16
	effort   int16
}

// choices is what a look at one position brings.
type choices struct {
	brief   bool // the moves do not matter, only how many there are
	verdict verdict
	count   int
	moves   [3 * 16]choice // an army has at most 16 pieces
}

// Look implements games.Searcher. The window does not matter: a score is that
// of a win or of a loss. Moves without an alternative are played out, of both
// sides.
func (g searcher[S]) Look(n *games.Node[S], s S, _, _ int) {
	p := unpack(g.board, s)
	if p.mover == 1 {
		p.own, p.opp = g.turned(p.own), g.turned(p.opp)
	}
	n.Low, n.High, n.Late, n.Killers, n.Complete = -winScore, winScore, false, !g.captures, true
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
		// The other side has the choice: go there.
		c.count = 1
		n.Children = append(n.Children, games.Child[S]{Turns: plies - 1, Replies: 1})
		n.States = append(n.States, g.packTurned(p))
	} else {
		for i := range c.moves[:c.count] {
			m := &c.moves[i]
			n.Children = append(n.Children, games.Child[S]{Rank: m.rank, Move: m.move, Turns: plies, Replies: m.effort})
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

// packTurned makes the state of a position whose mover moves up.
func (g searcher[S]) packTurned(p position) S {
	if p.mover == 1 {
		p.own, p.opp = g.turned(p.own), g.turned(p.opp)
	}
	return pack[S](g.board, p)
}

// look tells what can be seen of a position, turned so that its mover moves
// up: the verdict or, if it is open, the moves that do not lose at sight.
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

// fewMoves and fewMovesCapturing are up to how many moves Look looks one ply
// further, without and with captures. Nodes in thousands and processor time, with captures:
//
//	      5x5, alpha-beta   6x5, proof numbers   4x6, proof numbers
//	 4    404  0.25 s
//	 8    290  0.26 s       2,385  3.3 s         4,117  6.1 s
//	all   232  0.33 s       2,183  5.8 s         3,743  8.3 s
//
// Without captures a look takes longer: breakthrough-holes takes 1.5 times as long
// with 8, and 0.9 times the nodes.
const (
	fewMoves          = 4
	fewMovesCapturing = 8
)

// sift looks one ply further where there are few moves, and leaves out those
// that lose there.
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

// turned is the half-turn of a set of cells.
func (b *board) turned(w uint64) uint64 {
	return bits.Reverse64(w) >> ((64 - b.stride*b.height) & 63) >> ((b.stride - b.width) & 63)
}

// row is the cells of row y, from 1, in the lowest bits.
func (b *board) row(w uint64, y int) uint64 {
	return w >> (b.stride * (y - 1) & 63) & (1<<(b.width&63) - 1)
}

// spread is the columns next to those in w, and w.
func (r *sightRules) spread(w uint64) uint64 { return (w | w<<1 | w>>1) & r.columns }

// beside is the columns next to those in w, on either side.
func (r *sightRules) beside(w uint64) uint64 { return (w<<1 | w>>1) & r.columns }

// Evaluate implements games.Evaluator: each piece counts one and the square of
// the rows that it has advanced, so that runners and, with captures, material
// count.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	for _, s := range src {
		p := unpack(g.board, s)
		if p.mover == 1 {
			p.own, p.opp = g.turned(p.own), g.turned(p.opp)
		}
		own, opp := 0, 0
		for y := 1; y <= g.height; y++ {
			own += bits.OnesCount64(g.row(p.own, y)) * (1 + (y-1)*(y-1))
			opp += bits.OnesCount64(g.row(p.opp, y)) * (1 + (g.height-y)*(g.height-y))
		}
		dst = append(dst, float32(own-opp)/float32(own+opp+1))
	}
	return dst
}

// sightRules is what the rules at sight need to know of a board.
type sightRules struct {
	columns uint64        // one bit for each column
	sides   [2]*sightSide // of white and of black, each turned so as to move up
}

// sightSide is a board as one side sees it.
type sightSide struct {
	playable uint64 // cells that can be entered
	// With captures, the attacks of this side and those of the other, both by
	// this side's columns; nil where the board is too low.
	assault, defence *assault
}

func (b *board) newSightRules() *sightRules {
	r := &sightRules{columns: 1<<b.width - 1}
	tables := map[uint64]*assault{} // by the holes before the goal
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

// replies counts the moves of opp, who moves down.
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

// canReply reports whether opp, who moves down, has a move.
func (b *board) canReply(s *sightSide, own, opp uint64) bool {
	free := s.playable &^ (own | opp)
	if opp>>(b.stride&63)&free != 0 { // most often
		return true
	}
	return b.replies(s, own, opp) > 0
}

// place is the column and the row of a cell, from 0.
func (b *board) place(bit uint64) (x, y int) {
	i := bits.TrailingZeros64(bit)
	y = i / b.stride
	return i - y*b.stride, y
}
