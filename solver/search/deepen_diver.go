package search

import (
	"sync/atomic"

	"zermelo/games"
)

// unit is what one point of score is worth in the values of a depth-limited
// search, so that guesses fit in between.
const unit = 1 << 10

// guess is what a depth-limited search finds about a position: a value in
// units, and bounds on the exact score that are proven.
type guess struct{ value, low, high int }

// turned is the guess seen by the other player.
func (g guess) turned() guess { return guess{-g.value, -g.high, -g.low} }

// clamped moves the value between the bounds.
func (g guess) clamped() guess {
	g.value = max(g.low*unit, min(g.value, g.high*unit))
	return g
}

// stride is one step of a line: so many plies to a canonical position.
type stride[S games.State] struct {
	state S
	plies int16
}

// diver is the depth-limited search: negamax with null windows, one call of Look
// a node. It always asks Look about all scores, so that what is seen holds for
// every window.
type diver[S games.State] struct {
	game     games.Searcher[S]
	evaluate games.Evaluator[S]
	table    *guesses[S]
	all      func() uint64 // nodes of all threads
	limit    uint64
	rules    bool // the game has no order of moves of its own
	first    bool // never stop: depth 1
	halt     atomic.Bool
	nodes    atomic.Uint64
	count    uint64
	frames   []*dive[S]
	history  [4096]int32
	one      [1]S
	values   []float32
}

// dive is what a diver keeps of a node on the current line.
type dive[S games.State] struct {
	node   games.Node[S]
	states []S
	rank   []int32
	line   []stride[S] // best play from here
}

func newDiver[S games.State](d *Deepener[S]) *diver[S] {
	_, own := d.rules.(games.Searcher[S])
	return &diver[S]{game: d.game, evaluate: games.EvaluatorOf(d.rules), table: d.table, all: d.Nodes, limit: d.options.Nodes, rules: !own}
}

func (w *diver[S]) frame(ply int) *dive[S] {
	for ply >= len(w.frames) {
		w.frames = append(w.frames, &dive[S]{})
	}
	return w.frames[ply]
}

// pollMask is how many nodes, less one, are searched between looks at the clock.
const pollMask = 63

// stopped counts a node and reports whether the search is to end.
func (w *diver[S]) stopped() bool {
	w.count++
	if w.count&pollMask != 0 {
		return false
	}
	w.nodes.Store(w.count)
	return !w.first && (w.halt.Load() || w.limit > 0 && w.all() >= w.limit)
}

// child searches a move of the root, with a null window first if asked, and
// returns what the player at the root sees.
func (w *diver[S]) child(s S, alpha, beta int, null bool, depth int) (guess, bool) {
	return w.follow(s, 1, alpha, beta, null, depth, 0)
}

// follow searches a position so many plies further on and returns what the
// player sees who is to move before them.
func (w *diver[S]) follow(s S, plies int16, alpha, beta int, null bool, depth, ply int) (g guess, ok bool) {
	search := func(alpha, beta int) {
		if plies&1 == 0 {
			g, ok = w.visit(s, alpha, beta, depth, ply)
			return
		}
		g, ok = w.visit(s, -beta, -alpha, depth, ply)
		g = g.turned()
	}
	if null && beta > alpha+1 {
		if search(alpha, alpha+1); !ok || g.value <= alpha || g.value >= beta {
			return g, ok
		}
	}
	search(alpha, beta)
	return g, ok
}

// visit searches a canonical position that is not over.
func (w *diver[S]) visit(s S, alpha, beta, depth, ply int) (guess, bool) {
	f := w.frame(ply)
	f.line = f.line[:0]
	if w.stopped() {
		return guess{}, false
	}
	top := w.game.Scores()
	g := guess{low: -top, high: top}
	hint := int16(-1)
	if e, ok := w.table.probe(s); ok {
		g.low, g.high, hint = int(e.low), int(e.high), e.move
		v := int(e.value)
		if g.low == g.high || int(e.depth) >= depth && beta == alpha+1 &&
			(e.kind == exactly || e.kind == atLeast && v >= beta || e.kind == atMost && v <= alpha) {
			g.value = v
			return g.clamped(), true
		}
	}
	n := &f.node
	w.game.Look(n, s, -top, top)
	g.low, g.high = max(g.low, n.Low), min(g.high, n.High)
	switch {
	case g.low == g.high, g.low*unit >= beta:
		g.value = g.low * unit
		return g, true
	case g.high*unit <= alpha:
		g.value = g.high * unit
		return g, true
	case depth <= 0:
		g.value = w.judge(s)
		return g.clamped(), true
	}
	g, move, ok := w.moves(f, g, alpha, beta, depth, ply, hint)
	if !ok {
		return g, false
	}
	kind := exactly
	if g.value <= alpha {
		kind = atMost
	} else if g.value >= beta {
		kind = atLeast
	}
	w.table.store(s, entry{value: int32(g.value), low: int8(g.low), high: int8(g.high), depth: uint8(depth), kind: kind, move: move})
	return g, true
}

// moves searches the children of a node of which g is known.
func (w *diver[S]) moves(f *dive[S], g guess, alpha, beta, depth, ply int, hint int16) (guess, int16, bool) {
	n := &f.node
	w.rank(f, hint, depth)
	next := w.frame(ply + 1)
	best, move := g.low*unit, hint
	high := n.Low
	a := max(alpha, best)
	for i := range n.Children {
		c := f.next(i)
		k, ok := w.follow(c.State, c.Plies, a, beta, i > 0, depth-1, ply+1)
		if !ok {
			return g, 0, false
		}
		high, g.low = max(high, k.high), max(g.low, min(k.low, g.high))
		if k.value > best || i == 0 && k.value == best {
			best, move = k.value, c.Move
			f.line = append(append(f.line[:0], stride[S]{c.State, c.Plies}), next.line...)
		}
		if best >= beta || g.low == g.high {
			if best >= beta {
				w.history[c.Move&4095] += int32(min(depth*depth, 1<<10))
			}
			high = g.high
			break
		}
		a = max(a, best)
	}
	g.high = max(g.low, min(g.high, high))
	g.value = best
	return g.clamped(), move, true
}

// rank says when the children are to be searched: what was best before, then by
// the game's order, or by evaluation if it has none.
func (w *diver[S]) rank(f *dive[S], hint int16, depth int) {
	f.rank, f.states = f.rank[:0], f.states[:0]
	judged := w.rules && depth > 1
	if judged {
		for i := range f.node.Children {
			f.states = append(f.states, f.node.Children[i].State)
		}
		w.values = w.evaluate.Evaluate(w.values[:0], f.states)
	}
	for i := range f.node.Children {
		c := &f.node.Children[i]
		r := int32(c.Rank)*rankUnit + min(w.history[c.Move&4095]>>4, rankUnit-1)
		if judged {
			if r = int32(w.values[i] * (1 << 20)); c.Plies&1 == 1 {
				r = -r
			}
		}
		if c.Move == hint {
			r += tableRank
		}
		f.rank = append(f.rank, r)
	}
}

// next moves the best of the children from i on to place i.
func (f *dive[S]) next(i int) *games.Child[S] {
	c := f.node.Children
	best := i
	for j := i + 1; j < len(c); j++ {
		if f.rank[j] > f.rank[best] {
			best = j
		}
	}
	c[i], c[best] = c[best], c[i]
	f.rank[i], f.rank[best] = f.rank[best], f.rank[i]
	return &c[i]
}

// judge evaluates a position, strictly between the least and the greatest score.
func (w *diver[S]) judge(s S) int {
	w.one[0] = s
	w.values = w.evaluate.Evaluate(w.values[:0], w.one[:])
	most := w.game.Scores()*unit - 1
	return max(-most, min(int(w.values[0]*float32(most)), most))
}
