package strategy

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
)

// Recall derives bounds from strategies without searching. It covers positions in
// which a strategy has a move, and positions from which all moves lead to such
// positions. It is not safe for concurrent use.
type Recall[S games.State] struct {
	game       games.Searcher[S]
	strategies []*Strategy[S]
	walkers    []*walker[S] // one per strategy
}

// NewRecall returns a Recall for verified strategies. Nil strategies are ignored.
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

// Bounds returns proven bounds on the score of a canonical, nonterminal position.
func (r *Recall[S]) Bounds(s S) (low, high int) {
	low, high = -r.game.Scores(), r.game.Scores()
	for i, st := range r.strategies {
		if low < st.Score && (st.hasMove(s) || r.walkers[i].decided(s, true)) {
			low = st.Score
		}
		if high > -st.Score && (r.walkers[i].decided(s, false) || r.forced(i, s)) {
			high = -st.Score
		}
	}
	return low, high
}

const maxForced = 1000

// forced reports whether all moves at s lead to positions where strategy i
// achieves its score. It follows sequences of moves by the same player.
func (r *Recall[S]) forced(i int, s S) bool {
	st, w := r.strategies[i], r.walkers[i]
	open, seen := []S{s}, 0
	for ; len(open) > 0; seen++ {
		s, open = open[len(open)-1], open[:len(open)-1]
		children := w.expand(s)
		for j, score := range w.terminalScores(s, w.allChildren()...) {
			switch c := children[j]; {
			case score != nonTerminal:
				if -score < st.Score {
					return false
				}
			case w.sameMover(j):
				if !w.decided(c, false) {
					open = append(open, c)
				}
			case !st.hasMove(c) && !w.decided(c, true):
				return false
			}
		}
		if seen == maxForced {
			return false
		}
	}
	return true
}

func (st *Strategy[S]) hasMove(s S) bool {
	_, found := slices.BinarySearchFunc(st.States, s, games.Compare[S])
	return found
}

// VisitBounds calls visit with the bounds on s and on positions reachable from s,
// starting with those near s. It omits bounds that follow from the range of scores.
// It considers at most the given number of positions.
func (r *Recall[S]) VisitBounds(s S, positions int, visit func(s S, b search.Bounds)) {
	if len(r.strategies) == 0 {
		return
	}
	s, _ = games.Canonical(games.Game[S](r.game), s)
	seen := map[S]bool{s: true}
	w := newWalker[S](nil, r.game, 0)
	for queue := []S{s}; len(queue) > 0; queue = queue[1:] {
		low, high := r.Bounds(queue[0])
		if low > -r.game.Scores() || high < r.game.Scores() {
			visit(queue[0], search.Bounds{Low: low, High: high, Move: -1})
		}
		children := w.expand(queue[0])
		for i, score := range w.terminalScores(queue[0], w.allChildren()...) {
			if c := children[i]; score == nonTerminal && !seen[c] && len(seen) < positions {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
}
