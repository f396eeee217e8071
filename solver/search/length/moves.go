package length

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
)

const (
	historyShare = 2         // share passed to search.Reward
	unlisted     = 1<<12 - 1 // number of a move that the game's Look does not list
)

// expand computes a position's children, ranks the moves and identifies the terminal
// children. If the game does not rank moves, moves with fewer replies rank higher.
func (w *worker[S]) expand(f *frame[S], s *S) {
	l := w.search
	w.one[0] = *s
	f.rawStates, f.ends = l.game.Expand(f.rawStates[:0], f.ends[:0], w.one[:])
	if l.extraMoves {
		f.movers = l.game.Movers(l.game.Movers(f.movers[:0], w.one[:]), f.rawStates)
	}
	n := len(f.rawStates)
	f.states = append(f.states[:0], f.rawStates...)
	f.swaps = slices.Grow(f.swaps[:0], n)[:n]
	l.canonizer.Canonize(f.states, f.swaps)
	f.places, f.children, f.terminal = f.places[:0], f.children[:0], f.terminal[:0]
	for i := range f.states {
		f.places = append(f.places, l.table.Key(&f.states[i]))
	}
	if l.searcher != nil {
		for i := range f.states {
			f.children = append(f.children, w.listedChild(f, &f.states[i]))
		}
	}
	if l.terminals != nil {
		f.terminal = l.terminals.IsTerminal(f.terminal, f.rawStates)
		return
	}
	f.replies, f.ends = l.game.Expand(f.replies[:0], f.ends[:0], f.rawStates)
	from := int32(0)
	for i, end := range f.ends {
		f.terminal = append(f.terminal, end == from)
		if l.searcher == nil {
			f.children = append(f.children, games.Child[S]{Move: int16(i), Rank: int16(-min(end-from, 1<<14))})
		}
		from = end
	}
}

// sameMover reports whether the same player is to move in the parent and in child i.
func (f *frame[S]) sameMover(i int) bool { return len(f.movers) > 0 && f.movers[i+1] == f.movers[0] }

// childWin returns the given win as seen by the player to move in child i.
func (f *frame[S]) childWin(win Win, i int) Win { return Win{win.Score, win.ByMover == f.sameMover(i)} }

// listedChild returns the child with state s as listed by Look. If Look does not list
// it, the result's move is unlisted.
func (w *worker[S]) listedChild(f *frame[S], s *S) games.Child[S] {
	for i := range f.node.Children {
		if c := &f.node.Children[i]; c.TurnChanges <= 1 && c.State == *s {
			return *c
		}
	}
	return games.Child[S]{Move: unlisted}
}

func (w *worker[S]) rank(f *frame[S], i int, win Win, known entry, best uint16) int32 {
	c := &f.children[i]
	r := int32(c.Rank)*search.RankUnit + w.history.Of(c.Move)
	// A large lower bound is good for the loser and bad for the winner.
	refuted := int32(min(known.low, 1<<9)) * refutedRank
	if win.ByMover {
		r -= refuted
	} else {
		r += refuted
	}
	if best == uint16(i) {
		r += search.TableRank
	}
	if w.number > 0 { // use a different order in each thread
		r += int32(uint32(i*0x9e37+w.number*0x79b9)*0x85eb%512) * int32(w.number)
	}
	return r
}

const refutedRank = 1 << 16 // change of a move's rank per ply of the child's lower bound
