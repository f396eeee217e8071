package deepen

import (
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
)

const unit = 1 << 10 // number of units per point of score in a depth-limited search

// guess is the result of a depth-limited search: a value in units, and proven bounds
// on the exact score, in points.
type guess struct{ value, low, high int }

func (g guess) negated() guess { return guess{-g.value, -g.high, -g.low} }

func (g guess) clamped() guess {
	g.value = max(g.low*unit, min(g.value, g.high*unit))
	return g
}

// lineStep is a step of a line: the position after the step, in canonical form, and
// the number of turn changes; see games.Child.
type lineStep[S games.State] struct {
	state S
	turns int16
}

// depthWorker is one thread of a depth-limited search. It implements negamax search
// with null windows. It calls Look only once per node, with the full range of scores,
// so that the result is valid for every window.
type depthWorker[S games.State] struct {
	d        *Search[S]
	evaluate games.Evaluator[S]
	plain    bool // the game provides neither a move order nor static bounds
	first    bool // this thread must complete depth 1
	stop     *atomic.Bool
	search.Counter
	polledAt uint64 // Count at the last check of the limits
	frames   []*depthFrame[S]
	history  search.History
	one      [1]S
	values   []float32
}

// depthFrame holds the data of one node on the current line.
type depthFrame[S games.State] struct {
	node   games.Node[S]
	states []S
	order  search.Order
	line   []lineStep[S] // best line from here
}

func newDepthWorker[S games.State](d *Search[S]) *depthWorker[S] {
	_, isSearcher := d.rules.(games.Searcher[S])
	return &depthWorker[S]{d: d, evaluate: games.EvaluatorOf(d.rules), plain: !isSearcher}
}

func (w *depthWorker[S]) frame(ply int) *depthFrame[S] {
	for ply >= len(w.frames) {
		w.frames = append(w.frames, &depthFrame[S]{order: search.NewOrder()})
	}
	return w.frames[ply]
}

const pollInterval = 64 // number of nodes between checks of the limits

func (w *depthWorker[S]) stopped() bool {
	w.Count++
	if w.Count-w.polledAt < pollInterval { // staticGuess also increments count
		return false
	}
	w.polledAt = w.Count
	w.Publish()
	return !w.first && (w.d.control.Halted() || w.stop.Load() || w.d.limitReached())
}

// follow searches the position after a step and returns the result for the player
// who was to move before the step. If null is set, it first uses a null window to
// test whether the value exceeds alpha. Late move reductions are not used, because
// they did not improve play.
func (w *depthWorker[S]) follow(c lineStep[S], alpha, beta int, null bool, depth, ply int) (g guess, ok bool) {
	search := func(beta int) {
		if c.turns&1 == 0 {
			g, ok = w.visit(c.state, alpha, beta, depth, ply)
			return
		}
		g, ok = w.visit(c.state, -beta, -alpha, depth, ply)
		g = g.negated()
	}
	if null && beta > alpha+1 {
		if search(alpha + 1); !ok || g.value <= alpha || g.value >= beta {
			return g, ok
		}
	}
	search(beta)
	return g, ok
}

// visit searches a canonical, nonterminal position to the given depth. It returns false
// if the search was stopped.
func (w *depthWorker[S]) visit(s S, alpha, beta, depth, ply int) (guess, bool) {
	f := w.frame(ply)
	f.line = f.line[:0]
	if w.stopped() {
		return guess{}, false
	}
	guesses, proofs := w.d.table, w.d.proofs
	at, place := guesses.Key(&s), proofs.Find(&s)
	guesses.Prefetch(at)
	top := w.d.game.Scores()
	g := guess{low: -top, high: top}
	hint := int16(-1)
	known, found := proofs.ProbeAt(place, &s)
	if found {
		g.low, g.high = known.Low, known.High
	}
	if e, ok := guesses.probe(at, &s); ok {
		hint = e.move
		v := int(e.value)
		if g.low == g.high || int(e.depth) >= depth && beta == alpha+1 &&
			(e.kind == exact || e.kind == lowerBound && v >= beta || e.kind == upperBound && v <= alpha) {
			g.value = v
			return g.clamped(), true
		}
	}
	before := w.Count
	n := &f.node
	w.d.game.Look(n, s, -top, top)
	g.low, g.high = max(g.low, n.Low), min(g.high, n.High)
	switch {
	case g.low == g.high, g.low*unit >= beta:
		g.value = g.low * unit
		return g, true
	case g.high*unit <= alpha:
		g.value = g.high * unit
		return g, true
	case depth <= 0:
		g.value = w.staticValue(s)
		return g.clamped(), true
	}
	static := g
	g, move, ok := w.moves(f, g, alpha, beta, depth, ply, hint)
	if !ok {
		return g, false
	}
	kind := exact
	if g.value <= alpha {
		kind = upperBound
	} else if g.value >= beta {
		kind = lowerBound
	}
	guesses.store(at, &s, entry{value: int32(g.value), depth: uint8(depth), kind: kind, move: move})
	if g.low > static.low || g.high < static.high {
		proofs.StoreAt(place, &s, search.Bounds{Low: g.low, High: g.high, Move: -1}, w.Count-before+1)
	}
	return g, true
}

// moves searches the children of a node whose known bounds are in g. It returns the
// result and the best move, or false if the search was stopped.
func (w *depthWorker[S]) moves(f *depthFrame[S], g guess, alpha, beta, depth, ply int, hint int16) (guess, int16, bool) {
	n := &f.node
	w.rank(f, hint, depth)
	next := w.frame(ply + 1)
	best, move := g.low*unit, hint
	high := n.Low
	a := max(alpha, best)
	share := w.d.busy != nil && depth >= shareDepth
	for i := 0; i < len(n.Children); i++ {
		c := &n.Children[f.order.Next(i)]
		var busy *atomic.Int32
		if share {
			busy = &w.d.busy[w.d.table.Key(&c.State)>>32%busySlots].count
			if i > 0 && !f.order.Deferred(i) && busy.Load() > 0 {
				f.order.Defer(i)
				i--
				continue
			}
			busy.Add(1)
		}
		var k guess
		ok := true
		if w.plain && depth == 1 {
			next.line = next.line[:0]
			k = w.staticGuess(c)
		} else {
			k, ok = w.follow(lineStep[S]{c.State, c.TurnChanges}, a, beta, i > 0, depth-1, ply+1)
		}
		if share {
			busy.Add(-1)
		}
		if !ok {
			return g, 0, false
		}
		high, g.low = max(high, k.high), max(g.low, min(k.low, g.high))
		if k.value > best || i == 0 && k.value == best {
			best, move = k.value, c.Move
			f.line = append(append(f.line[:0], lineStep[S]{c.State, c.TurnChanges}), next.line...)
		}
		if best >= beta || g.low == g.high {
			if best >= beta {
				search.Reward(&f.order, &w.history, n.Children, i, min(int32(depth), 16))
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

// staticGuess returns the evaluation of a child for the player to move at the parent.
// It is used if the game provides neither a move order nor static bounds.
func (w *depthWorker[S]) staticGuess(c *games.Child[S]) guess {
	w.Count++
	top := w.d.game.Scores()
	g := guess{w.staticValue(c.State), -top, top}
	if c.TurnChanges&1 == 1 {
		return g.negated()
	}
	return g
}

const shareDepth = 3 // minimum depth at which threads share the moves of a node

// staticValue returns the evaluation of a position for the player to move, strictly
// between the lowest and the highest score.
func (w *depthWorker[S]) staticValue(s S) int {
	w.one[0] = s
	w.values = w.evaluate.Evaluate(w.values[:0], w.one[:])
	limit := w.d.game.Scores()*unit - 1
	return max(-limit, min(int(w.values[0]*float32(limit)), limit))
}

// busyCounts holds, indexed by a position's key, the number of threads that are
// searching the position. Several positions may share a counter. This affects only
// the order of moves.
type busyCounts []busyCount

type busyCount struct {
	count atomic.Int32
	_     [60]byte // one cache line per counter, because all threads write to it
}

const busySlots = 1 << 10
