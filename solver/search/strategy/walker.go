package strategy

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/search"
)

// walker is one thread of a traversal. It knows the rules, and nothing of searching.
type walker[S games.State] struct {
	traversal *traversal[S]
	game      games.Searcher[S]
	canon     games.Canonizer[S]
	score     int
	oneWindow bool // one question tells all scores apart
	extra     bool // a player can be to move twice running
	node      games.Node[S]
	// What it has found: positions to be visited later, by whether the player with the
	// strategy is to move, with the layers of as many as were looked at, and moves.
	found  [2][]noted[S]
	layers [2][]int32
	chosen []noted[S]
	met    int64 // positions that are not decided
	// Buffers of findLayers, expand and endings.
	one, played, children []S
	below                 []S
	ends                  []int32
	swaps                 []bool
	movers                []int8
	payoffs               []games.Payoff
	fresh                 []int
	scores                []int
}

func newWalker[S games.State](t *traversal[S], g games.Searcher[S], score int) *walker[S] {
	return &walker[S]{
		traversal: t, game: g, canon: games.CanonizerOf(games.Game[S](g)), score: score,
		oneWindow: search.WinOrLose(g.Info()), extra: g.Info().ExtraMoves, one: make([]S, 1),
	}
}

// push visits a canonical position later.
func (w *walker[S]) push(s S, mine bool) { w.claim(s, mine, 0) }

// claim visits a canonical position later, with the least note of all that claim it.
func (w *walker[S]) claim(s S, mine bool, note uint32) {
	w.found[index(mine)] = append(w.found[index(mine)], noted[S]{State: s, Place: note})
}

// findLayers finds the layers of the positions found.
func (w *walker[S]) findLayers() {
	for i, list := range w.found {
		w.below = w.below[:0]
		for _, e := range list[len(w.layers[i]):] {
			w.below = append(w.below, e.State)
		}
		w.layers[i] = w.traversal.layers.Layers(w.layers[i], w.below)
	}
}

// decided reports whether the player with the strategy gets enough at a position at
// sight, by what Look says when it is asked about the score of either player. If not,
// the node is what Look says about the player to move.
func (w *walker[S]) decided(s S, mine bool) bool {
	alpha := w.score - 1
	if !mine {
		alpha = -w.score
	}
	enough := func(alpha int) bool {
		w.game.Look(&w.node, s, alpha, alpha+1)
		return mine && w.node.Low >= w.score || !mine && w.node.High <= -w.score
	}
	return !w.oneWindow && enough(-1-alpha) || enough(alpha)
}

// expand returns the canonical children of s, until the next call.
func (w *walker[S]) expand(s S) []S {
	w.one[0] = s
	w.played, w.ends = w.game.Expand(w.played[:0], w.ends[:0], w.one)
	w.children = append(w.children[:0], w.played...)
	for len(w.swaps) < len(w.children) {
		w.swaps = append(w.swaps, false)
	}
	w.canon.Canonize(w.children, w.swaps[:len(w.children)])
	if w.extra {
		w.movers = w.game.Movers(w.game.Movers(w.movers[:0], w.one), w.played)
	}
	return w.children
}

// again reports whether who is to move at s is to move again at a child of expand.
func (w *walker[S]) again(i int) bool { return w.extra && w.movers[i+1] == w.movers[0] }

// unfinished is the score of a child where the game goes on.
const unfinished = -1 << 30

// endings returns for some of the children that expand found the score of the player
// to move at s if the game is over there, else unfinished. It is valid until the next call.
func (w *walker[S]) endings(s S, which ...int) []int {
	w.below, w.scores = w.below[:0], w.scores[:0]
	for _, i := range which {
		w.below = append(w.below, w.played[i])
	}
	n := len(which)
	w.below, w.ends = w.game.Expand(w.below, w.ends[:0], w.below[:n])
	from := int32(n)
	for i, end := range w.ends {
		score := unfinished
		if end == from {
			w.payoffs = w.game.Payoffs(w.payoffs[:0], w.below[i:i+1])
			score = search.ScoreOf(w.game.Info().Total, w.payoffs[0][games.Mover[S](w.game, s)])
		}
		w.scores = append(w.scores, score)
		from = end
	}
	return w.scores
}

// all numbers the children that expand has found.
func (w *walker[S]) all() []int {
	w.fresh = w.fresh[:0]
	for i := range w.children {
		w.fresh = append(w.fresh, i)
	}
	return w.fresh
}

// replies visits all positions that the other player can move to from s.
func (w *walker[S]) replies(s S) error {
	w.expand(s)
	for i, over := range w.endings(s, w.all()...) {
		switch c := w.children[i]; {
		case over == unfinished:
			w.push(c, !w.again(i))
		case -over < w.score:
			return fmt.Errorf("%s: a reply at %s ends with less than %d for the player with the strategy", w.game.Info().Name,
				games.NotationOf(games.Game[S](w.game)).FormatState(s), w.score)
		}
	}
	return nil
}
