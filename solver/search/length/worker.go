package length

import (
	"context"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
)

// worker is one thread of a Search: depth-first, with a table of bounds of lengths.
type worker[S games.State] struct {
	search   *Search[S]
	outcomes search.Decider[S]
	number   int // threads put the moves into different orders
	ctx      context.Context
	err      error // why it was stopped, if not by another thread
	nodes    atomic.Uint64
	count    uint64 // nodes, added to the public counter now and then
	frames   []*frame[S]
	history  search.History
	one      [1]S
	payoffs  []games.Payoff
}

// frame is what a worker keeps of a node on the current line.
type frame[S games.State] struct {
	played   []S // the children by the rules
	states   []S // canonical
	replies  []S
	ends     []int32
	swaps    []bool
	movers   []int8 // of the position and the children, where a player can move again
	over     []bool
	places   []uint64
	children []games.Child[S]
	order    search.Order
	node     games.Node[S]
}

// root searches a position with this thread.
func (w *worker[S]) root(ctx context.Context, s S, win Win, plies int) (int, error) {
	w.ctx, w.err = ctx, nil
	bound, ok := w.visit(&s, w.search.table.Key(&s), win, plies, 0)
	w.nodes.Store(w.count)
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

// stopped counts a node and reports whether the search is to end.
func (w *worker[S]) stopped() bool {
	w.count++
	if w.count%search.PublishEvery == 0 {
		w.nodes.Store(w.count)
		if w.search.limit > 0 && w.search.Nodes() >= w.search.limit {
			return true
		}
	}
	return w.search.halt.Load()
}

// known tells whether the winner gets a score at a position, if that is known.
func (w *worker[S]) known(s S, win Win, score int) (yes, known bool) {
	if win.Mine {
		return w.outcomes.Known(s, score)
	}
	other, known := w.outcomes.Known(s, 1-score)
	return !other, known
}

// visit returns a bound of the length of a win at a position that is not over: an upper
// one if it is at most plies, else a lower one. It returns false if it was stopped.
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
	before := w.count
	f := w.frame(depth)
	bound, ok := w.atSight(f, *s, win, plies, e.work)
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
	l.store(place, s, win, e, w.count-before+1)
	return bound, true
}

// askWork is how many nodes a win must have taken for its outcome to be searched first, if
// it is not known. On Breakthrough 5x5 with captures that takes 0.32 million nodes instead
// of 2.2 to know that 18 plies are too few; on tron 7x7 0.76 instead of 1.2 to the end.
const askWork = 64

// unsettled is the bound of a node whose children must be searched.
const unsettled = -1

// atSight bounds a length by what is known of the outcome, or by there being no plies
// left, else it is unsettled.
func (w *worker[S]) atSight(f *frame[S], s S, win Win, plies int, work uint64) (int, bool) {
	l := w.search
	if yes, known := w.known(s, win, win.Score); known && !yes {
		return Never, true
	} else if !known && work >= askWork {
		yes, err := w.gets(s, win, win.Score)
		if err != nil {
			w.err = err
			return 0, false
		}
		if !yes {
			return Never, true
		}
	}
	if l.sight != nil {
		alpha := win.Score - 1
		if !win.Mine {
			alpha = -win.Score
		}
		l.sight.Look(&f.node, s, alpha, alpha+1)
		if win.Mine && f.node.High < win.Score || !win.Mine && f.node.Low > -win.Score {
			return Never, true
		}
	}
	if win.Score < l.most {
		if yes, known := w.known(s, win, win.Score+1); known && yes {
			return 0, true
		}
	}
	if plies > 0 {
		return unsettled, true
	}
	if win.Score == l.most {
		return 1, true
	}
	switch more, err := w.gets(s, win, win.Score+1); {
	case err != nil:
		w.err = err
		return 0, false
	case more:
		return 0, true
	}
	return 1, true
}

// gets finds out whether the winner gets a score at a position.
func (w *worker[S]) gets(s S, win Win, score int) (bool, error) {
	if win.Mine {
		return w.outcomes.AtLeast(w.ctx, s, score)
	}
	other, err := w.outcomes.AtLeast(w.ctx, s, 1-score)
	return !other, err
}

// later is a length one ply earlier.
func later(length int) int {
	if length == 0 || length == Never {
		return length
	}
	return min(length+1, Never)
}

// children bounds the length of a win by searching the moves. The move that decides goes
// to e.
func (w *worker[S]) children(f *frame[S], s *S, win Win, e *entry, plies, depth int) (int, bool) {
	l := w.search
	w.expand(f, s)
	// The winner takes the least length, the loser the greatest.
	best := Never
	if !win.Mine {
		best = 0
	}
	// settles takes a move's length and reports whether it decides.
	settles := func(length int) bool {
		if win.Mine {
			best = min(best, length)
			return best <= plies
		}
		best = max(best, length)
		return best > plies
	}
	mover := -1
	for i, over := range f.over {
		if !over {
			continue
		}
		if mover < 0 {
			mover = games.Mover(l.game, *s)
		}
		w.payoffs = l.game.Payoffs(w.payoffs[:0], f.played[i:i+1])
		score := search.ScoreOf(l.total, w.payoffs[0][mover])
		if !win.Mine {
			score = -score
		}
		length := Never
		if score > win.Score {
			length = 0
		} else if score == win.Score {
			length = 1
		}
		if settles(length) {
			e.move = uint16(i)
			return best, true
		}
	}
	f.order.Clear()
	for i := range f.states {
		if f.over[i] {
			continue
		}
		next := f.after(win, i)
		known := l.load(f.places[i], &f.states[i], next)
		if win.Score == l.most {
			known.low = max(known.low, 1) // nobody gets more
		}
		low, high := later(known.low), later(known.high)
		if win.Mine && low > plies || !win.Mine && high <= plies || low == high {
			length := low
			if !win.Mine {
				length = high
			}
			if settles(length) {
				e.move = uint16(i)
				return best, true
			}
			continue
		}
		if win.Mine && high <= plies && settles(high) || !win.Mine && low > plies && settles(low) {
			e.move = uint16(i)
			return best, true
		}
		f.order.Add(i, w.rank(f, i, win, known, e.move))
	}
	for i := 0; i < f.order.Len(); i++ {
		number := f.order.Next(i)
		length, ok := w.visit(&f.states[number], f.places[number], f.after(win, number), plies-1, depth+1)
		if !ok {
			return 0, false
		}
		if settles(later(length)) {
			e.move = uint16(number)
			search.Reward(&f.order, &w.history, f.children, i, historyShare)
			return best, true
		}
	}
	return best, true
}
