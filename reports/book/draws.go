package book

import (
	"cmp"
	"math"
	"slices"

	"zermelo/solver/value"
)

// A draw without end says nothing about who is nearer to winning. What does is the
// number of moves that keep the draw: a player with one such move is forced. So of
// the moves that keep a draw, those that leave the opponent the fewest come first.

// endless reports whether a position that is not terminal is a draw without end.
// Searches do not tell these from other draws.
func (b *book[S]) endless(p *Position) bool {
	_, searched := b.table.(*searchedTable[S])
	return len(b.info.Roles) == 2 && b.solution.Outcomes.Kind == value.Alternating && !searched && p.Outcome.Remoteness < 0
}

// countReplies fills in the Replies of the moves that keep a draw and sorts these
// moves, which come first. after maps the names of moves to the states after them.
func (b *book[S]) countReplies(p *Position, after map[string]S) error {
	var drawn []S
	for _, m := range p.Moves {
		if m.Keeps == KeptYes {
			drawn = append(drawn, after[m.Name])
		}
	}
	replies, ends := b.game.Expand(nil, nil, drawn)
	outcomes, err := b.table.Probe(nil, replies)
	if err != nil {
		return err
	}
	from, at := int32(0), 0
	for i := range p.Moves {
		m := &p.Moves[i]
		if m.Keeps != KeptYes {
			continue
		}
		if ends[at] > from {
			m.Replies = &Part{Of: int64(ends[at] - from)}
			for _, o := range outcomes[from:ends[at]] {
				if o.Payoff[p.Mover].Cmp(p.Outcome.Payoff[p.Mover]) == 0 {
					m.Replies.Count++
				}
			}
		}
		from = ends[at]
		at++
	}
	// A move that ends the game in a draw comes after those that go on.
	replyCount := func(m Move) int64 {
		if m.Replies == nil {
			return math.MaxInt64
		}
		return m.Replies.Count
	}
	kept := slices.IndexFunc(p.Moves, func(m Move) bool { return m.Keeps != KeptYes })
	if kept < 0 {
		kept = len(p.Moves)
	}
	slices.SortStableFunc(p.Moves[:kept], func(x, y Move) int { return cmp.Compare(replyCount(x), replyCount(y)) })
	return nil
}
