package portfolio

import (
	"cmp"
	"slices"

	"zermelo/games"
)

// State is the progress of a search.
type State[S games.State] struct {
	Search string    // name of the search that has the turn: proof numbers or alpha-beta
	Score  int       // threshold of the current question: does the player to move score at least Score?
	Share  float64   // solved share of the tree near the root, in [0, 1]
	Moves  []Move[S] // moves at the root, in ascending order of Proof
}

// Move is a move at the root with its proof and disproof numbers. These numbers
// estimate the number of positions that must be decided to prove or disprove that
// the move reaches the threshold. A number is 0 once the proof or disproof is
// complete.
type Move[S games.State] struct {
	To              S // canonical state after the move
	Proof, Disproof uint32
}

// State returns the progress of the search. It may be called during a search, but not
// by several goroutines at once. It returns false before the first question and after
// Close.
func (p *Search[S]) State() (s State[S], ok bool) {
	p.tableMu.Lock()
	defer p.tableMu.Unlock()
	q := p.current.Load()
	if q == nil || p.closed {
		return s, false
	}
	s = State[S]{Search: p.turns[p.currentTurn.Load()].name, Score: q.threshold, Share: p.share(q)}
	var n games.Node[S]
	p.game.Look(&n, q.state, q.threshold-1, q.threshold)
	for i := range n.Children {
		m := Move[S]{To: n.Children[i].State}
		if slices.ContainsFunc(s.Moves, func(o Move[S]) bool { return o.To == m.To }) {
			continue // skip a symmetric move
		}
		m.Proof, m.Disproof = p.numbers(&n.Children[i], q.threshold)
		s.Moves = append(s.Moves, m)
	}
	slices.SortStableFunc(s.Moves, func(a, b Move[S]) int { return cmp.Compare(a.Proof, b.Proof) })
	return s, true
}

// numbers returns the proof and disproof numbers of a child for the question whether the
// parent scores at least threshold.
func (p *Search[S]) numbers(c *games.Child[S], threshold int) (proof, disproof uint32) {
	childThreshold := threshold
	if c.TurnChanges&1 == 1 {
		childThreshold = 1 - threshold // the parent reaches threshold if the child scores less than this
	}
	if yes, no := p.lookup(c.State, childThreshold); yes || no {
		return p.proofs.Answered(yes == (c.TurnChanges&1 == 0))
	}
	proof, disproof = p.proofs.Numbers(c.State, childThreshold)
	if c.TurnChanges&1 == 1 {
		proof, disproof = disproof, proof
	}
	return proof, disproof
}

// lookup reports whether either search has proven that the score of s is at least
// threshold (yes) or less than threshold (no).
func (p *Search[S]) lookup(s S, threshold int) (yes, no bool) {
	if proof, disproof := p.proofs.Numbers(s, threshold); proof == 0 || disproof == 0 {
		return proof == 0, disproof == 0
	}
	b, ok := p.results.Probe(s)
	return ok && b.Low >= threshold, ok && b.High < threshold
}

const maxRootNodes = 2000 // maximum number of positions visited by share; takes about 1 ms

// share returns the solved share of the tree near the root. The share is 1 for a
// solved position and otherwise the mean of the children's shares, down to a fixed
// depth.
func (p *Search[S]) share(q *question[S]) float64 {
	var n games.Node[S]
	p.game.Look(&n, q.state, q.threshold-1, q.threshold)
	depth, width := 1, max(2, len(n.Children))
	for size := width; size*width <= maxRootNodes; size *= width {
		depth++
	}
	return p.shareOf(q.state, q.threshold, depth)
}

func (p *Search[S]) shareOf(s S, threshold, depth int) float64 {
	if yes, no := p.lookup(s, threshold); yes || no {
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
		childThreshold := threshold
		if c.TurnChanges&1 == 1 {
			childThreshold = 1 - threshold
		}
		sum += p.shareOf(c.State, childThreshold, depth-1)
	}
	return sum / float64(len(n.Children))
}
