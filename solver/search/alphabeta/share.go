package alphabeta

import (
	"sync/atomic"

	"zermelo/solver/search/table"
)

// Threads that search the same position cooperate in two ways. Each thread
// publishes its line, so that other threads at the same node prefer different
// moves. A thread that finishes a node notifies the threads that are searching
// below it. They return to the node and find its bounds in the table.

// published is the current line of a thread as other threads see it. For each depth,
// it holds the name of the child that is being searched. Stale entries affect only
// the order of moves.
type published [64]struct {
	name uint64
	_    [56]byte // one cache line per entry, because entries near the root rarely change
}

// kind is the expected kind of a node in a null-window search. In a cut node,
// one move causes a cutoff. In an all node, all moves must be searched. A child
// has the opposite kind if the turn passes to the other player.
type kind int8

const (
	anyNode kind = 0
	cutNode kind = 1
	allNode kind = -1
)

func (k kind) other() kind { return -k }

// kindOf returns the expected kind of the root in a test whether its score, known to
// be in low..high, exceeds alpha. A kind is expected if at least three quarters of
// the possible scores lead to it.
func kindOf(alpha, low, high int) kind {
	switch all := high - low + 1; {
	case 4*(high-alpha) >= 3*all:
		return cutNode
	case 4*(high-alpha) <= all:
		return allNode
	}
	return anyNode
}

// minShareNodes is the minimum average number of nodes per recent visit at a depth
// whose moves are shared among threads. It limits contention for cache lines.
const minShareNodes = 16

// maxRestarts is the maximum number of restarts of a node per visit. It ensures
// termination if the table is too small to keep the results of other threads.
const maxRestarts = 2

func (w *worker[S]) sharesChildren(f *frame[S], depth int) bool {
	return len(w.others) > 0 && depth < len(w.published) && !f.node.NearEnd && f.nodes >= minShareNodes*averageVisits
}

// shared reports whether another thread is searching the node at this depth.
func (w *worker[S]) shared(f *frame[S], depth int) bool {
	if depth == 0 {
		return true
	}
	name := f.at.Name()
	for _, other := range w.others {
		if atomic.LoadUint64(&other.published[depth-1].name) == name {
			return true
		}
	}
	return false
}

// deferMove defers the i'th child if another thread is searching it, and reports
// whether it has done so. The first move may cause a cutoff, so it is deferred only
// in an all node.
func (w *worker[S]) deferMove(f *frame[S], i, depth int) bool {
	if i == 0 && f.kind != allNode || f.order.Deferred(i) {
		return false
	}
	name := f.places[f.order.At(i)].Name()
	for _, other := range w.others {
		if atomic.LoadUint64(&other.published[depth].name) == name {
			f.order.Defer(i)
			return true
		}
	}
	return false
}

func (w *worker[S]) publish(child table.Place, depth int) {
	table.Release(&w.published[depth].name, child.Name())
}

// notify notifies the threads that are still searching a child whose result is known.
func (w *worker[S]) notify(child table.Place, depth int) {
	name := child.Name()
	for _, other := range w.others {
		if atomic.LoadUint64(&other.published[depth].name) == name {
			other.finished.Store(name)
		}
	}
}

// takeFinished clears the last notification and reports whether the notification
// names a node above depth that may be restarted. If so, it sets w.restart to that
// node's depth.
func (w *worker[S]) takeFinished(depth int) bool {
	name := w.finished.Swap(0)
	for i, f := range w.frames[:depth] {
		if f.at.Name() == name && f.restarts < maxRestarts {
			w.restart = i
			return true
		}
	}
	return false
}
