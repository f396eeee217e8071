package strategy

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/search"
)

// walker is one thread of a traversal.
type walker[S games.State] struct {
	traversal  *traversal[S]
	game       games.Searcher[S]
	canonizer  games.Canonizer[S]
	score      int
	winOrLose  bool // a single call to Look determines the score
	extraMoves bool // a player can move several times in a row
	node       games.Node[S]
	// The results of the walker. The positions to visit are indexed by index(mine).
	// layers contains the layers of the first positions.
	found   [2][]item[S]
	layers  [2][]int32
	chosen  []item[S]
	visited int64 // number of visited positions that Look does not decide
	// Buffers of findLayers, expand and terminalScores.
	one, rawChildren, children []S
	buffer                     []S
	ends                       []int32
	swaps                      []bool
	movers                     []int8
	payoffs                    []games.Payoff
	indexes                    []int
	scores                     []int
}

func newWalker[S games.State](t *traversal[S], g games.Searcher[S], score int) *walker[S] {
	return &walker[S]{
		traversal: t, game: g, canonizer: games.CanonizerOf(games.Game[S](g)), score: score,
		winOrLose: search.WinOrLose(g.Info()), extraMoves: g.Info().ExtraMoves, one: make([]S, 1),
	}
}

// push schedules a visit of a canonical position.
func (w *walker[S]) push(s S, mine bool) { w.claim(s, mine, 0) }

// claim schedules a visit of a canonical position and adds a note. If a position has
// several notes, the smallest applies.
func (w *walker[S]) claim(s S, mine bool, note uint32) {
	w.found[index(mine)] = append(w.found[index(mine)], item[S]{State: s, Place: note})
}

// findLayers computes the missing layers of the found positions.
func (w *walker[S]) findLayers() {
	for i, list := range w.found {
		w.buffer = w.buffer[:0]
		for _, e := range list[len(w.layers[i]):] {
			w.buffer = append(w.buffer, e.State)
		}
		w.layers[i] = w.traversal.layers.Layers(w.layers[i], w.buffer)
	}
}

// decided reports whether Look proves that the strategy's player scores at least
// w.score at s. If necessary, it calls Look with the windows of both players. If the
// result is false, w.node describes s for the player to move.
func (w *walker[S]) decided(s S, mine bool) bool {
	alpha := w.score - 1
	if !mine {
		alpha = -w.score
	}
	reached := func(alpha int) bool {
		w.game.Look(&w.node, s, alpha, alpha+1)
		return mine && w.node.Low >= w.score || !mine && w.node.High <= -w.score
	}
	return !w.winOrLose && reached(-1-alpha) || reached(alpha)
}

// expand returns the canonical children of s, valid until the next call.
func (w *walker[S]) expand(s S) []S {
	w.one[0] = s
	w.rawChildren, w.ends = w.game.Expand(w.rawChildren[:0], w.ends[:0], w.one)
	w.children = append(w.children[:0], w.rawChildren...)
	for len(w.swaps) < len(w.children) {
		w.swaps = append(w.swaps, false)
	}
	w.canonizer.Canonize(w.children, w.swaps[:len(w.children)])
	if w.extraMoves {
		w.movers = w.game.Movers(w.game.Movers(w.movers[:0], w.one), w.rawChildren)
	}
	return w.children
}

// sameMover reports whether the same player is to move in the parent and in child i.
func (w *walker[S]) sameMover(i int) bool { return w.extraMoves && w.movers[i+1] == w.movers[0] }

const nonTerminal = -1 << 30 // result of terminalScores for a nonterminal child

// terminalScores returns the scores of the given children for the player to move at
// s. The score of a nonterminal child is nonTerminal. The result is valid until the
// next call.
func (w *walker[S]) terminalScores(s S, which ...int) []int {
	w.buffer, w.scores = w.buffer[:0], w.scores[:0]
	for _, i := range which {
		w.buffer = append(w.buffer, w.rawChildren[i])
	}
	n := len(which)
	w.buffer, w.ends = w.game.Expand(w.buffer, w.ends[:0], w.buffer[:n])
	from := int32(n)
	for i, end := range w.ends {
		score := nonTerminal
		if end == from {
			w.payoffs = w.game.Payoffs(w.payoffs[:0], w.buffer[i:i+1])
			score = search.ScoreOf(w.game.Info().Total, w.payoffs[0][games.Mover[S](w.game, s)])
		}
		w.scores = append(w.scores, score)
		from = end
	}
	return w.scores
}

func (w *walker[S]) allChildren() []int {
	w.indexes = w.indexes[:0]
	for i := range w.children {
		w.indexes = append(w.indexes, i)
	}
	return w.indexes
}

func (w *walker[S]) format(s S) string {
	return games.NotationOf(games.Game[S](w.game)).FormatState(s)
}

// replies visits all positions to which the other player can move from s.
func (w *walker[S]) replies(s S) error {
	w.expand(s)
	for i, score := range w.terminalScores(s, w.allChildren()...) {
		switch c := w.children[i]; {
		case score == nonTerminal:
			w.push(c, !w.sameMover(i))
		case -score < w.score:
			return fmt.Errorf("%s: a reply at %s holds the player with the strategy to a score below %d", w.game.Info().Name, w.format(s), w.score)
		}
	}
	return nil
}
