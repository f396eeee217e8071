package length

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
)

// historyShare is the weight of one refutation in a History.
const historyShare = 2

// unlisted is the number of moves that the game does not list as worth searching.
const unlisted = 1<<12 - 1

// expand finds the children of a position, which of them are over, and how promising the
// moves are: as the game says, else those first that leave the opponent few replies.
func (w *worker[S]) expand(f *frame[S], s *S) {
	l := w.search
	w.one[0] = *s
	f.played, f.ends = l.game.Expand(f.played[:0], f.ends[:0], w.one[:])
	if l.extra {
		f.movers = l.game.Movers(l.game.Movers(f.movers[:0], w.one[:]), f.played)
	}
	n := len(f.played)
	f.states = append(f.states[:0], f.played...)
	f.swaps = slices.Grow(f.swaps[:0], n)[:n]
	l.canon.Canonize(f.states, f.swaps)
	f.places, f.children, f.over = f.places[:0], f.children[:0], f.over[:0]
	for i := range f.states {
		f.places = append(f.places, l.table.Key(&f.states[i]))
	}
	if l.sight != nil {
		for i := range f.states {
			f.children = append(f.children, w.sighted(f, &f.states[i]))
		}
	}
	if l.ender != nil {
		f.over = l.ender.Over(f.over, f.played)
		return
	}
	f.replies, f.ends = l.game.Expand(f.replies[:0], f.ends[:0], f.played)
	from := int32(0)
	for i, end := range f.ends {
		f.over = append(f.over, end == from)
		if l.sight == nil {
			f.children = append(f.children, games.Child[S]{Move: int16(i), Rank: int16(-min(end-from, 1<<14))})
		}
		from = end
	}
}

// again reports whether the player to move is to move again at a child.
func (f *frame[S]) again(i int) bool { return len(f.movers) > 0 && f.movers[i+1] == f.movers[0] }

// after is a win for the player to move at a child.
func (f *frame[S]) after(win Win, i int) Win { return Win{win.Score, win.Mine == f.again(i)} }

// sighted is the child that Look lists with a state.
func (w *worker[S]) sighted(f *frame[S], s *S) games.Child[S] {
	for i := range f.node.Children {
		if c := &f.node.Children[i]; c.Turns <= 1 && c.State == *s {
			return *c
		}
	}
	return games.Child[S]{Move: unlisted}
}

// rank says when a child is searched, of which something is known.
func (w *worker[S]) rank(f *frame[S], i int, win Win, known entry, best uint16) int32 {
	c := &f.children[i]
	r := int32(c.Rank)*search.RankUnit + w.history.Of(c.Move)
	// What has withstood the longest is the best for the loser, the worst for the winner.
	withstood := int32(min(known.low, 1<<9)) * withstoodRank
	if win.Mine {
		r -= withstood
	} else {
		r += withstood
	}
	if best == uint16(i) {
		r += search.TableRank
	}
	if w.number > 0 { // another order for each further thread
		r += int32(uint32(i*0x9e37+w.number*0x79b9)*0x85eb%512) * int32(w.number)
	}
	return r
}

// withstoodRank is what a ply that a move has withstood is worth.
const withstoodRank = 1 << 16
