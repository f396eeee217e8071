package book

import (
	"cmp"
	"math"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// How near a player is to being forced, in a draw where play can go on for ever,
// is measured by the number of moves that keep the draw: who has one left has no
// choice. Replies is that number for the opponent after a move. Of the moves that
// keep a draw, those that leave the opponent the fewest are listed first.

// endless reports whether a position that is not terminal has the value of
// endless play: nobody can force another end, and none is known. A search
// tells no ends at all.
func (b *book[S]) endless(p *Position) bool {
	_, searched := b.table.(*proofProber[S])
	return len(b.info.Roles) == 2 && b.solution.Outcomes.Kind == value.Alternating && !searched && p.Outcome.Remoteness < 0
}

// countReplies fills in the Replies of moves that keep a draw, given the states
// after them in the order of the moves, and sorts them.
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
	holding := func(m Move) int64 {
		if m.Replies == nil {
			return math.MaxInt64
		}
		return m.Replies.Count
	}
	kept := slices.IndexFunc(p.Moves, func(m Move) bool { return m.Keeps != KeptYes })
	if kept < 0 {
		kept = len(p.Moves)
	}
	slices.SortStableFunc(p.Moves[:kept], func(x, y Move) int { return cmp.Compare(holding(x), holding(y)) })
	return nil
}

// Holding is how many moves that keep a draw a player has on a line: the fewest
// and the most at one position.
type Holding struct {
	Fewest int `json:"fewest"`
	Most   int `json:"most"`
}

// HoldingOn is the Holding of each role on a line of play, over the drawn
// positions where it is to move; nil for a role that has none. The last position
// does not count.
func HoldingOn(line []*Position) (all [games.MaxRoles]*Holding) {
	for _, p := range line[:len(line)-1] {
		if !p.Endless {
			continue
		}
		n := 0
		for _, m := range p.Moves {
			if m.Keeps == KeptYes {
				n++
			}
		}
		h := all[p.Mover]
		if h == nil {
			h = &Holding{n, n}
			all[p.Mover] = h
		}
		h.Fewest, h.Most = min(h.Fewest, n), max(h.Most, n)
	}
	return all
}
