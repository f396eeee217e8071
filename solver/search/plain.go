package search

import "zermelo/games"

// Plain makes any constant-sum game where one player is to move searchable, by its
// rules alone: nothing but terminal positions is decided at sight. Moves after which
// the player moves again come first, then those that leave the opponent few replies.
func Plain[S games.State](g games.Game[S]) games.Searcher[S] {
	if s, ok := g.(games.Searcher[S]); ok {
		return s
	}
	p := &plain[S]{Game: g, Canonizer: games.CanonizerOf(g), Notation: games.NotationOf(g), high: GreatestScore(g.Info())}
	p.counter, _ = g.(games.MoveCounter[S])
	if l, ok := g.(games.Layered[S]); ok {
		return layeredPlain[S]{p, l}
	}
	return p
}

// layeredPlain is a plain game that has layers.
type layeredPlain[S games.State] struct {
	*plain[S]
	games.Layered[S]
}

type plain[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	games.Notation[S]
	counter games.MoveCounter[S] // nil if moves are counted by Expand
	high    int
}

func (p *plain[S]) StateBits() int { return 64 * games.Words[S]() }

func (p *plain[S]) Scores() int { return p.high }

// Look implements games.Searcher. The replies are also what a proof is expected to take,
// where some moves leave more of them than others. Nodes of a proof-number search with
// this and without, in thousands: Domineering 6x6 174 and 1,723, Clobber 5x4 210 and
// 923. In Hex, where all moves leave as many, they would tell nothing: 4x4 takes 125
// without them, 874 with them.
func (p *plain[S]) Look(n *games.Node[S], s S, alpha, beta int) {
	n.Low, n.High, n.Late, n.Complete = -p.high, p.high, false, true
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
	var over []S
	fewest, most := int32(1<<14), int32(0)
	for i, replies := range n.Ends {
		if replies == 0 {
			over = append(over, n.States[i])
			continue
		}
		turns := int16(1)
		if replies = min(replies, 1<<14); extra && n.Movers[i] == mover {
			turns, replies = 0, 1 // one move there is enough for a proof
		}
		fewest, most = min(fewest, replies), max(most, replies)
		n.Children = append(n.Children, games.Child[S]{State: n.States[i], Rank: int16(-replies), Move: int16(i), Turns: turns, Replies: int16(replies)})
	}
	if len(over) > 0 {
		for _, payoff := range p.Payoffs(nil, over) {
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
		if fewest == most {
			n.Children[i].Replies = 0 // they tell nothing
		}
		n.Children[i].State = canonical[i]
	}
}

// replies are how many there are to each move.
func (p *plain[S]) replies(n *games.Node[S]) []int32 {
	if p.counter != nil {
		return p.counter.CountMoves(n.Ends[:0], n.States)
	}
	from := int32(len(n.States))
	n.States, n.Ends = p.Expand(n.States, n.Ends[:0], n.States) // behind the moves
	for i, end := range n.Ends {
		n.Ends[i], from = end-from, end
	}
	return n.Ends
}
