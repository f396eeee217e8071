package search

import (
	"fmt"

	"zermelo/games"
)

// walker goes through the positions that a strategy can meet. It knows the
// rules, and nothing of searching.
type walker[S games.State] struct {
	game  games.Searcher[S]
	canon games.Canonizer[S]
	score int
	node  games.Node[S]
	stack []step[S]
	seen  [2]map[S]bool // positions met, by whether the player with the strategy is to move
}

type step[S games.State] struct {
	state S
	mine  bool
}

func newWalker[S games.State](g games.Searcher[S], score int) *walker[S] {
	return &walker[S]{game: g, canon: games.CanonizerOf(games.Game[S](g)), score: score, seen: [2]map[S]bool{{}, {}}}
}

func index(mine bool) int {
	if mine {
		return 1
	}
	return 0
}

func (w *walker[S]) met(s S, mine bool) bool { return w.seen[index(mine)][s] }

// push visits a canonical position later, unless it was met before.
func (w *walker[S]) push(s S, mine bool) {
	if !w.met(s, mine) {
		w.seen[index(mine)][s] = true
		w.stack = append(w.stack, step[S]{s, mine})
	}
}

func (w *walker[S]) pop() (S, bool) {
	last := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	return last.state, last.mine
}

// sight is what can be seen of a position that is not over.
func (w *walker[S]) sight(s S) *games.Node[S] {
	w.game.Look(&w.node, s, w.score-1, w.score)
	if w.node.Low < w.score && w.node.High > -w.score {
		// The other side of the window.
		low, high := w.node.Low, w.node.High
		w.game.Look(&w.node, s, -w.score, 1-w.score)
		w.node.Low, w.node.High = max(low, w.node.Low), min(high, w.node.High)
	}
	return &w.node
}

// expand returns the canonical children of s, and for those where the game is
// over the score of the player to move at s.
func (w *walker[S]) expand(s S) (children []S, over []*int) {
	one := []S{s}
	children, _ = w.game.Expand(nil, nil, one)
	mover := moverAt(games.Game[S](w.game), s, len(children))
	_, ends := w.game.Expand(nil, nil, children)
	over = make([]*int, len(children))
	from := int32(0)
	for i, end := range ends {
		if end == from {
			payoff := w.game.Payoffs(nil, children[i:i+1])[0]
			score := ScoreOf(w.game.Info().Total, payoff[mover])
			over[i] = &score
		}
		from = end
	}
	w.canon.Canonize(children, make([]bool, len(children)))
	return children, over
}

// moverAt is the role to move at a state with n children.
func moverAt[S games.State](g games.Game[S], s S, n int) int {
	rows := g.Rows(nil, []S{s})[0]
	if int(rows) != n || n == 1 && games.NotationOf(g).Moves(s)[0] == nil {
		return 1
	}
	return 0
}

// MoverAt is the role to move at a position that is not over.
func MoverAt[S games.State](g games.Game[S], s S) int {
	children, _ := g.Expand(nil, nil, []S{s})
	return moverAt(g, s, len(children))
}

// replies visits all positions that the other player can move to from s.
func (w *walker[S]) replies(s S) error {
	if w.sight(s).High <= -w.score {
		return nil
	}
	children, over := w.expand(s)
	for i, c := range children {
		if over[i] == nil {
			w.push(c, true)
		} else if -*over[i] < w.score {
			return fmt.Errorf("%s: a reply at %s ends with less than %d for the player with the strategy", w.game.Info().Name,
				games.NotationOf(games.Game[S](w.game)).FormatState(s), w.score)
		}
	}
	return nil
}
