package deepen

import (
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
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

// lineStep is one step of a line: to a canonical position after so many turns, see games.Child.
type lineStep[S games.State] struct {
	state S
	turns int16
}

// depthWorker is one thread of the depth-limited search: negamax with null windows,
// one call of Look a node. It always asks Look about all scores, so that what is
// seen holds for every window. Two threads that put off what the other one is
// searching take 1.12 to 1.45 times the processor time of one to a depth, least in
// skirmish, most in breakthrough.
type depthWorker[S games.State] struct {
	d        *Search[S]
	evaluate games.Evaluator[S]
	plain    bool // the game has no order of moves of its own, and sees nothing at sight
	first    bool // never stop: depth 1
	enough   *atomic.Bool
	nodes    atomic.Uint64
	count    uint64
	polled   uint64 // the count at the last look at the clock
	pause    search.Yielder
	frames   []*depthFrame[S]
	history  search.History
	one      [1]S
	values   []float32
}

// depthFrame is what a depthWorker keeps of a node on the current line.
type depthFrame[S games.State] struct {
	node   games.Node[S]
	states []S
	order  search.Order
	line   []lineStep[S] // best play from here
}

func newDepthWorker[S games.State](d *Search[S]) *depthWorker[S] {
	_, own := d.rules.(games.Searcher[S])
	return &depthWorker[S]{d: d, evaluate: games.EvaluatorOf(d.rules), plain: !own}
}

func (w *depthWorker[S]) frame(ply int) *depthFrame[S] {
	for ply >= len(w.frames) {
		w.frames = append(w.frames, &depthFrame[S]{order: search.NewOrder()})
	}
	return w.frames[ply]
}

// pollEvery is how many nodes are searched between looks at the clock.
const pollEvery = 64

// stopped counts a node and reports whether the search is to end.
func (w *depthWorker[S]) stopped() bool {
	w.count++
	if w.count-w.polled < pollEvery { // staticGuess counts many at once
		return false
	}
	w.polled = w.count
	w.nodes.Store(w.count)
	w.pause.Yield()
	return !w.first && (w.d.halt.Load() || w.enough.Load() || w.d.spent())
}

// follow searches a position so many turns further on and returns what the
// player sees who is to move before them. With null it first asks whether the
// value is more than alpha.
//
// Late moves are searched as deep as the others. Searched one or two plies less
// deep at first they brought two more plies in the same time, and no more wins:
// 144 to 156 against a search without, at 5,000 to 60,000 nodes a move, in
// breakthrough, skirmish, dobutsu and othello.
func (w *depthWorker[S]) follow(c lineStep[S], alpha, beta int, null bool, depth, ply int) (g guess, ok bool) {
	search := func(beta int) {
		if c.turns&1 == 0 {
			g, ok = w.visit(c.state, alpha, beta, depth, ply)
			return
		}
		g, ok = w.visit(c.state, -beta, -alpha, depth, ply)
		g = g.turned()
	}
	if null && beta > alpha+1 {
		if search(alpha + 1); !ok || g.value <= alpha || g.value >= beta {
			return g, ok
		}
	}
	search(beta)
	return g, ok
}

// visit searches a canonical position that is not over.
func (w *depthWorker[S]) visit(s S, alpha, beta, depth, ply int) (guess, bool) {
	f := w.frame(ply)
	f.line = f.line[:0]
	if w.stopped() {
		return guess{}, false
	}
	guesses, proving := w.d.table, w.d.proving
	at, place := guesses.Key(&s), proving.Find(&s)
	guesses.Prefetch(at)
	top := w.d.game.Scores()
	g := guess{low: -top, high: top}
	hint := int16(-1)
	known, found := proving.ProbeAt(place, &s)
	if found {
		g.low, g.high = known.Low, known.High
	}
	if e, ok := guesses.probe(at, &s); ok {
		hint = e.move
		v := int(e.value)
		if g.low == g.high || int(e.depth) >= depth && beta == alpha+1 &&
			(e.kind == exactly || e.kind == atLeast && v >= beta || e.kind == atMost && v <= alpha) {
			g.value = v
			return g.clamped(), true
		}
	}
	before := w.count
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
	sight := g
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
	guesses.store(at, &s, entry{value: int32(g.value), depth: uint8(depth), kind: kind, move: move})
	if g.low > sight.low || g.high < sight.high {
		proving.StoreAt(place, &s, search.Bounds{Low: g.low, High: g.high, Move: -1}, w.count-before+1)
	}
	return g, true
}

// moves searches the children of a node of which g is known.
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
			busy = &w.d.busy[w.d.table.Key(&c.State)>>32%markCount].count
			if i > 0 && !f.order.WasPutOff(i) && busy.Load() > 0 {
				f.order.PutOff(i)
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
			k, ok = w.follow(lineStep[S]{c.State, c.Turns}, a, beta, i > 0, depth-1, ply+1)
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
			f.line = append(append(f.line[:0], lineStep[S]{c.State, c.Turns}), next.line...)
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

// staticGuess is what the player to move sees of a child that is not searched, in a game
// that sees nothing at sight: its evaluation.
func (w *depthWorker[S]) staticGuess(c *games.Child[S]) guess {
	w.count++
	top := w.d.game.Scores()
	g := guess{w.staticValue(c.State), -top, top}
	if c.Turns&1 == 1 {
		return g.turned()
	}
	return g
}

// shareDepth is the least depth at which threads tell each other what they
// search.
const shareDepth = 3

// staticValue evaluates a position, strictly between the least and the greatest score.
func (w *depthWorker[S]) staticValue(s S) int {
	w.one[0] = s
	w.values = w.evaluate.Evaluate(w.values[:0], w.one[:])
	most := w.d.game.Scores()*unit - 1
	return max(-most, min(int(w.values[0]*float32(most)), most))
}

// marks count the threads that search a position, by its key. Positions that
// share a mark are only searched in another order.
type marks []mark

type mark struct {
	count atomic.Int32
	_     [60]byte // a cache line each, as threads write to them all the time
}

const markCount = 1 << 10
