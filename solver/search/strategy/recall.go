package strategy

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
)

// Recall tells what strategies prove about positions, without a search: about
// those that have a move in one, and about those from which the other player
// cannot help but lead to them. It serves one goroutine at a time.
type Recall[S games.State] struct {
	game       games.Searcher[S]
	strategies []*Strategy[S]
	walkers    []*walker[S] // one for each strategy
}

// NewRecall makes one for strategies that were checked; nil ones are left out.
func NewRecall[S games.State](g games.Searcher[S], strategies ...*Strategy[S]) *Recall[S] {
	r := &Recall[S]{game: g}
	for _, st := range strategies {
		if st != nil {
			r.strategies = append(r.strategies, st)
			r.walkers = append(r.walkers, newWalker[S](nil, g, st.Score))
		}
	}
	return r
}

// Bounds returns what is proven about the score of a canonical position that is
// not over.
func (r *Recall[S]) Bounds(s S) (low, high int) {
	low, high = -r.game.Scores(), r.game.Scores()
	for i, st := range r.strategies {
		if low < st.Score && (st.has(s) || r.walkers[i].decided(s, true)) {
			low = st.Score
		}
		if high > -st.Score && (r.walkers[i].decided(s, false) || r.bound(i, s)) {
			high = -st.Score
		}
	}
	return low, high
}

// mostBound is how many positions bound looks at, at most.
const mostBound = 1000

// bound reports whether all moves at s lead to where strategy i gets its score, where the
// player to move moves again after all those that follow.
func (r *Recall[S]) bound(i int, s S) bool {
	st, w := r.strategies[i], r.walkers[i]
	open, seen := []S{s}, 0
	for ; len(open) > 0; seen++ {
		s, open = open[len(open)-1], open[:len(open)-1]
		children := w.expand(s)
		for j, over := range w.endings(s, w.all()...) {
			switch c := children[j]; {
			case over != unfinished:
				if -over < st.Score {
					return false
				}
			case w.again(j):
				if !w.decided(c, false) {
					open = append(open, c)
				}
			case !st.has(c) && !w.decided(c, true):
				return false
			}
		}
		if seen == mostBound {
			return false
		}
	}
	return true
}

// has reports whether the strategy has a move at a canonical position.
func (st *Strategy[S]) has(s S) bool {
	_, found := slices.BinarySearchFunc(st.States, s, games.Compare[S])
	return found
}

// Teach calls learn for what is known of a position and of those that play leads
// to from there, nearest first, of about so many positions.
func (r *Recall[S]) Teach(s S, positions int, learn func(s S, b search.Bounds)) {
	if len(r.strategies) == 0 {
		return
	}
	s, _ = games.Canonical(games.Game[S](r.game), s)
	seen := map[S]bool{s: true}
	w := newWalker[S](nil, r.game, 0)
	for queue := []S{s}; len(queue) > 0; queue = queue[1:] {
		low, high := r.Bounds(queue[0])
		if low > -r.game.Scores() || high < r.game.Scores() {
			learn(queue[0], search.Bounds{Low: low, High: high, Move: -1})
		}
		children := w.expand(queue[0])
		for i, over := range w.endings(queue[0], w.all()...) {
			if c := children[i]; over == unfinished && !seen[c] && len(seen) < positions {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
}
