package search

import "zermelo/games"

// Plain returns a Searcher for a sequential constant-sum game. If g itself is not a
// Searcher, the result uses only the rules and decides only terminal positions. The
// highest-ranked moves are those that keep the turn, followed by those that leave
// the opponent few replies.
func Plain[S games.State](g games.Game[S]) games.Searcher[S] {
	if s, ok := g.(games.Searcher[S]); ok {
		return s
	}
	p := &plain[S]{Game: g, Canonizer: games.CanonizerOf(g), Notation: games.NotationOf(g), high: MaxScoreOf(g.Info())}
	p.counter, _ = g.(games.MoveCounter[S])
	if l, ok := g.(games.Layered[S]); ok {
		return layeredPlain[S]{p, l}
	}
	return p
}

type layeredPlain[S games.State] struct {
	*plain[S]
	games.Layered[S]
}

type plain[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	games.Notation[S]
	counter games.MoveCounter[S] // nil if replies are counted with Expand
	high    int
}

func (p *plain[S]) StateBits() int { return 64 * games.Words[S]() }

func (p *plain[S]) Scores() int { return p.high }

// Look implements games.Searcher. It uses the number of replies to each move as the
// estimated cost of a proof, so that proof-number search needs far fewer nodes. If
// the numbers are all equal, Look omits them, because they would mislead the search.
func (p *plain[S]) Look(n *games.Node[S], s S, alpha, beta int) {
	n.Low, n.High, n.NearEnd, n.Complete = -p.high, p.high, false, true
	n.Children = n.Children[:0]
	one := [1]S{s}
	n.States, n.Ends = p.Expand(n.States[:0], n.Ends[:0], one[:])
	children := len(n.States)
	mover := p.Movers(nil, one[:])[0]
	extra := p.Info().ExtraMoves
	if extra {
		n.Movers = p.Movers(n.Movers[:0], n.States)
	}
	n.Ends = p.replies(n)
	var terminal []S
	minReplies, maxReplies := int32(1<<14), int32(0)
	for i, replies := range n.Ends {
		if replies == 0 {
			terminal = append(terminal, n.States[i])
			continue
		}
		turns := int16(1)
		if replies = min(replies, 1<<14); extra && n.Movers[i] == mover {
			turns, replies = 0, 1 // here, the mover needs only one winning move
		}
		minReplies, maxReplies = min(minReplies, replies), max(maxReplies, replies)
		n.Children = append(n.Children, games.Child[S]{State: n.States[i], Rank: int16(-replies), Move: int16(i), TurnChanges: turns, Replies: int16(replies)})
	}
	if len(terminal) > 0 {
		for _, payoff := range p.Payoffs(nil, terminal) {
			n.Low = max(n.Low, ScoreOf(p.Info().Total, payoff[mover]))
		}
	}
	if len(n.Children) == 0 {
		n.High = n.Low
		return
	}
	n.States = n.States[:children]
	canonical := n.States[:0]
	for _, c := range n.Children {
		canonical = append(canonical, c.State)
	}
	if cap(n.Swaps) < len(canonical) {
		n.Swaps = make([]bool, len(canonical), children)
	}
	p.Canonize(canonical, n.Swaps[:len(canonical)])
	for i := range n.Children {
		if minReplies == maxReplies {
			n.Children[i].Replies = 0 // equal counts carry no information
		}
		n.Children[i].State = canonical[i]
	}
}

// replies returns the number of replies to each move in n.States.
func (p *plain[S]) replies(n *games.Node[S]) []int32 {
	if p.counter != nil {
		return p.counter.CountMoves(n.Ends[:0], n.States)
	}
	from := int32(len(n.States))
	n.States, n.Ends = p.Expand(n.States, n.Ends[:0], n.States) // appended after the states that follow the moves
	for i, end := range n.Ends {
		n.Ends[i], from = end-from, end
	}
	return n.Ends
}
