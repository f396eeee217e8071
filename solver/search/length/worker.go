package length

import (
	"context"

	"zermelo/games"
	"zermelo/solver/search"
)

// worker is one thread of a Search. It searches depth-first.
type worker[S games.State] struct {
	search   *Search[S]
	outcomes search.Decider[S]
	number   int // index of the worker, used to vary the move order
	ctx      context.Context
	err      error // error that stopped this worker
	search.Counter
	frames  []*frame[S]
	history search.History
	one     [1]S
	payoffs []games.Payoff
}

// frame holds the data of one node on the current line.
type frame[S games.State] struct {
	rawStates []S // children according to the rules
	states    []S // canonical forms of rawStates
	replies   []S
	ends      []int32
	swaps     []bool
	movers    []int8 // role to move in the position and in each child, if a player can move again
	terminal  []bool
	places    []uint64
	children  []games.Child[S]
	order     search.Order
	node      games.Node[S]
}

func (w *worker[S]) root(ctx context.Context, s S, win Win, plies int) (int, error) {
	w.ctx, w.err = ctx, nil
	bound, ok := w.visit(&s, w.search.table.Key(&s), win, plies, 0)
	w.Publish()
	if !ok && w.err == nil {
		return 0, search.ErrNodes
	}
	return bound, w.err
}

func (w *worker[S]) frame(depth int) *frame[S] {
	if depth == len(w.frames) {
		w.frames = append(w.frames, &frame[S]{order: search.NewOrder()})
	}
	return w.frames[depth]
}

func (w *worker[S]) stopped() bool {
	w.Count++
	control := &w.search.control
	return w.Count%search.PublishInterval == 0 && control.LimitReached(&w.Counter) || control.Halted()
}

// known reports whether the winner scores at least score, if that can be determined
// without a search.
func (w *worker[S]) known(s S, win Win, score int) (yes, known bool) {
	if win.ByMover {
		return w.outcomes.Known(s, score)
	}
	other, known := w.outcomes.Known(s, 1-score)
	return !other, known
}

// visit returns an upper bound on the length of a win if the length is at most plies,
// and a lower bound otherwise. It returns false if the search was stopped.
func (w *worker[S]) visit(s *S, place uint64, win Win, plies, depth int) (int, bool) {
	if w.stopped() {
		return 0, false
	}
	l := w.search
	e := l.load(place, s, win)
	if e.high <= plies {
		return e.high, true
	}
	if e.low > plies {
		return e.low, true
	}
	before := w.Count
	f := w.frame(depth)
	bound, ok := w.staticBound(f, *s, win, plies, e.work)
	if !ok {
		return 0, false
	}
	if bound == unsettled {
		if bound, ok = w.children(f, s, win, &e, plies, depth); !ok {
			return 0, false
		}
	}
	if bound <= plies {
		e.high = bound
	} else {
		e.low = max(e.low, bound)
	}
	l.store(place, s, win, e, w.Count-before+1)
	return bound, true
}

// minOutcomeWork is the number of nodes searched at a position after which its outcome,
// if unknown, is searched first.
const minOutcomeWork = 64

// unsettled is the result of staticBound if the children must be visited.
const unsettled = -1

// staticBound returns a bound on the length without visiting the children. It
// returns unsettled if the children must be visited, and false if an error stopped
// the search.
func (w *worker[S]) staticBound(f *frame[S], s S, win Win, plies int, work uint64) (int, bool) {
	l := w.search
	if yes, known := w.known(s, win, win.Score); known && !yes {
		return Never, true
	} else if !known && work >= minOutcomeWork {
		yes, err := w.achieves(s, win, win.Score)
		if err != nil {
			w.err = err
			return 0, false
		}
		if !yes {
			return Never, true
		}
	}
	if l.searcher != nil {
		alpha := win.Score - 1
		if !win.ByMover {
			alpha = -win.Score
		}
		l.searcher.Look(&f.node, s, alpha, alpha+1)
		if win.ByMover && f.node.High < win.Score || !win.ByMover && f.node.Low > -win.Score {
			return Never, true
		}
	}
	if win.Score < l.maxScore {
		if yes, known := w.known(s, win, win.Score+1); known && yes {
			return 0, true
		}
	}
	if plies > 0 {
		return unsettled, true
	}
	if win.Score == l.maxScore {
		return 1, true
	}
	switch more, err := w.achieves(s, win, win.Score+1); {
	case err != nil:
		w.err = err
		return 0, false
	case more:
		return 0, true
	}
	return 1, true
}

// achieves reports whether the winner scores at least score, searching if necessary.
func (w *worker[S]) achieves(s S, win Win, score int) (bool, error) {
	if win.ByMover {
		return w.outcomes.AtLeast(w.ctx, s, score)
	}
	other, err := w.outcomes.AtLeast(w.ctx, s, 1-score)
	return !other, err
}

// parentLength returns the length at a position, given the length at its best child.
func parentLength(length int) int {
	if length == 0 || length == Never {
		return length
	}
	return min(length+1, Never)
}

// children searches the moves and returns a bound on the length of a win. It stores the
// deciding move in e.
func (w *worker[S]) children(f *frame[S], s *S, win Win, e *entry, plies, depth int) (int, bool) {
	l := w.search
	w.expand(f, s)
	// The winner minimizes the length, and the loser maximizes it.
	best := Never
	if !win.ByMover {
		best = 0
	}
	// settles adds the length of a move and reports whether it settles the node.
	settles := func(length int) bool {
		if win.ByMover {
			best = min(best, length)
			return best <= plies
		}
		best = max(best, length)
		return best > plies
	}
	mover := -1
	for i, terminal := range f.terminal {
		if !terminal {
			continue
		}
		if mover < 0 {
			mover = games.Mover(l.game, *s)
		}
		if settles(w.terminalLength(f, win, mover, i)) {
			e.move = uint16(i)
			return best, true
		}
	}
	f.order.Clear()
	for i := range f.states {
		if f.terminal[i] {
			continue
		}
		next := f.childWin(win, i)
		known := l.load(f.places[i], &f.states[i], next)
		if win.Score == l.maxScore {
			known.low = max(known.low, 1) // no greater score exists
		}
		low, high := parentLength(known.low), parentLength(known.high)
		if win.ByMover && low > plies || !win.ByMover && high <= plies || low == high {
			length := low
			if !win.ByMover {
				length = high
			}
			if settles(length) {
				e.move = uint16(i)
				return best, true
			}
			continue
		}
		if win.ByMover && high <= plies && settles(high) || !win.ByMover && low > plies && settles(low) {
			e.move = uint16(i)
			return best, true
		}
		f.order.Add(i, w.rank(f, i, win, known, e.move))
	}
	for i := 0; i < f.order.Len(); i++ {
		number := f.order.Next(i)
		length, ok := w.visit(&f.states[number], f.places[number], f.childWin(win, number), plies-1, depth+1)
		if !ok {
			return 0, false
		}
		if settles(parentLength(length)) {
			e.move = uint16(number)
			search.Reward(&f.order, &w.history, f.children, i, historyShare)
			return best, true
		}
	}
	return best, true
}

// terminalLength returns the length of a win if the mover moves to terminal child i.
func (w *worker[S]) terminalLength(f *frame[S], win Win, mover, i int) int {
	l := w.search
	w.payoffs = l.game.Payoffs(w.payoffs[:0], f.rawStates[i:i+1])
	score := search.ScoreOf(l.total, w.payoffs[0][mover])
	if !win.ByMover {
		score = -score
	}
	switch {
	case score > win.Score:
		return 0
	case score == win.Score:
		return 1
	}
	return Never
}
