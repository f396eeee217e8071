package portfolio

import (
	"cmp"
	"slices"

	"zermelo/games"
)

// State is how far a search is.
type State[S games.State] struct {
	Search string    // the one whose turn it is: proof numbers or alpha-beta
	Score  int       // the search asks whether the player to move scores so much
	Share  float64   // of the tree near the root that is settled, 0..1
	Moves  []Move[S] // at the root, those that seem to be the easiest to prove first
}

// Move is a move at the root as proof numbers see it: estimates of how many positions
// have to be decided to prove that it is good enough, and that it is not. 0 is done.
type Move[S games.State] struct {
	To              S // the canonical state it leads to
	Proof, Disproof uint32
}

// State tells how far the search is. It may be called while the search runs, from one
// goroutine at a time. It is false before the first question and after the end.
func (p *Search[S]) State() (s State[S], ok bool) {
	p.reading.Lock()
	defer p.reading.Unlock()
	q := p.asked.Load()
	if q == nil || p.closed {
		return s, false
	}
	s = State[S]{Search: p.turns[p.at.Load()].name, Score: q.threshold, Share: p.settled(q)}
	var n games.Node[S]
	p.game.Look(&n, q.state, q.threshold-1, q.threshold)
	for i := range n.Children {
		m := Move[S]{To: n.Children[i].State}
		if slices.ContainsFunc(s.Moves, func(o Move[S]) bool { return o.To == m.To }) {
			continue // a symmetric one
		}
		m.Proof, m.Disproof = p.numbers(&n.Children[i], q.threshold)
		s.Moves = append(s.Moves, m)
	}
	slices.SortStableFunc(s.Moves, func(a, b Move[S]) int { return cmp.Compare(a.Proof, b.Proof) })
	return s, true
}

// numbers are the proof numbers of a child as its parent sees them, of the question
// whether the parent scores at least threshold.
func (p *Search[S]) numbers(c *games.Child[S], threshold int) (proof, disproof uint32) {
	own := threshold
	if c.Turns&1 == 1 {
		own = 1 - threshold // the parent scores threshold if the child scores less
	}
	if yes, no := p.known(c.State, own); yes || no {
		return p.proofs.Answered(yes == (c.Turns&1 == 0))
	}
	proof, disproof = p.proofs.Numbers(c.State, own)
	if c.Turns&1 == 1 {
		proof, disproof = disproof, proof
	}
	return proof, disproof
}

// known says whether either search has found that a score is at least threshold, or
// that it is not.
func (p *Search[S]) known(s S, threshold int) (yes, no bool) {
	if proof, disproof := p.proofs.Numbers(s, threshold); proof == 0 || disproof == 0 {
		return proof == 0, disproof == 0
	}
	b, ok := p.results.Probe(s)
	return ok && b.Low >= threshold, ok && b.High < threshold
}

// nearRoot is how many positions near the root settled looks at, at most: 1 ms of work.
const nearRoot = 2000

// settled is the share of the tree near the root that is settled: 1 for a position
// that is answered, else the mean of those of its children, down to a depth.
func (p *Search[S]) settled(q *question[S]) float64 {
	var n games.Node[S]
	p.game.Look(&n, q.state, q.threshold-1, q.threshold)
	depth, width := 1, max(2, len(n.Children))
	for size := width; size*width <= nearRoot; size *= width {
		depth++
	}
	return p.settledBelow(q.state, q.threshold, depth)
}

func (p *Search[S]) settledBelow(s S, threshold, depth int) float64 {
	if yes, no := p.known(s, threshold); yes || no {
		return 1
	}
	var n games.Node[S]
	p.game.Look(&n, s, threshold-1, threshold)
	if n.Low >= threshold || n.High < threshold || len(n.Children) == 0 {
		return 1
	}
	if depth == 0 {
		return 0
	}
	sum := 0.0
	for i := range n.Children {
		c := &n.Children[i]
		own := threshold
		if c.Turns&1 == 1 {
			own = 1 - threshold
		}
		sum += p.settledBelow(c.State, own, depth-1)
	}
	return sum / float64(len(n.Children))
}
