package alphabeta

import (
	"sync/atomic"

	"zermelo/solver/search/table"
)

// Threads that search one position cooperate in two ways. Each thread publishes
// its line, so that others at the same node prefer a different move. A thread
// that finishes a node notifies the threads below it, which return to the node
// and find its bounds in the table.
//
// On Test_L2_R2 one thread takes 6,381 nodes per position. Two threads that
// alternate node by node take 7,087; without notification 7,288, with every
// node treated as a cut node 7,153, with no expectation at the root 7,134.

// published is the line of a thread as seen by the others: for each depth, the
// name of the child that is being searched. Stale entries of an earlier line
// affect only the order of moves.
type published [64]struct {
	name uint64
	_    [56]byte // one cache line per entry, since entries near the root rarely change
}

// kind is the expected kind of a node in a null-window search. One move refutes
// a cut node; an all node requires all moves. A child has the opposite kind if
// the turn passes to the other player.
type kind int8

const (
	anyNode kind = 0
	cutNode kind = 1
	allNode kind = -1
)

func (k kind) other() kind { return -k }

// kindOf returns the expected kind of a root whose score lies in low..high when
// the search tests whether it exceeds alpha. A kind is expected if it covers at
// least three quarters of the scores.
func kindOf(alpha, low, high int) kind {
	switch all := high - low + 1; {
	case 4*(high-alpha) >= 3*all:
		return cutNode
	case 4*(high-alpha) <= all:
		return allNode
	}
	return anyNode
}

// minShareNodes is the recent number of nodes per visit at which threads share
// the moves of a depth. Speedup of two threads on Test_L2_R2: 8: 1.68, 16:
// 1.70, 24: 1.70, 32: 1.69. With 0, contention for cache lines reduces it to
// 1.57.
const minShareNodes = 16

// maxRestarts limits the restarts of a node. It ensures termination if the
// table is too small to keep the results of other threads.
const maxRestarts = 2

// sharesChildren reports whether threads share the children of a node.
func (w *worker[S]) sharesChildren(f *frame[S], depth int) bool {
	return len(w.others) > 0 && depth < len(w.published) && !f.node.NearEnd && f.nodes >= minShareNodes*averageVisits
}

// shared reports whether another thread is searching the same node at this
// depth.
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

// deferMove defers the i'th child if another thread is searching it, and
// reports whether it did. All threads search the first move of a node that is
// not expected to be an all node, since it may refute the node.
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

// publish records the child that this thread is searching at a depth.
func (w *worker[S]) publish(child table.Place, depth int) {
	table.Release(&w.published[depth].name, child.Name())
}

// notify informs all threads that are searching a child that this thread has
// finished it.
func (w *worker[S]) notify(child table.Place, depth int) {
	name := child.Name()
	for _, other := range w.others {
		if atomic.LoadUint64(&other.published[depth].name) == name {
			other.finished.Store(name)
		}
	}
}

// takeFinished takes the last notification and reports whether its position is
// on the line to depth. If so, it sets w.restart to the depth of the position.
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
