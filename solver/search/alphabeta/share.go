package alphabeta

import (
	"sync/atomic"

	"zermelo/solver/search/table"
)

// Threads that search one position together tell each other two things. Each
// shows the line that it is on, so that others at the same node take another
// move first. And who finishes a node that others are still at tells them: they
// go back to it at once and find its bounds in the table.
//
// On Test_L2_R2 one thread takes 6,381 nodes a position, and two threads that take turns
// node by node 7,087; 7,288 if they are not told what is finished, 7,153 if
// all nodes are taken for cut nodes, 7,134 if nothing is expected of the root.

// shown is the line that a thread is on, as others see it: by the depth of a
// node, the name of the child that is searched there. What is left there of an
// earlier line does no harm, as only the order of moves depends on it.
type shown [64]struct {
	name uint64
	_    [56]byte // a cache line each, as those near the root change seldom
}

// kind is what a node is expected to be in a search with a null window. A single
// move refutes a cut node; all moves of an all node are searched, as its first
// ones fail. A child is of the other kind if the other player moves there.
type kind int8

const (
	anyNode kind = 0
	cutNode kind = 1
	allNode kind = -1
)

func (k kind) other() kind { return -k }

// kindOf is what the root is expected to be when the question is whether its
// score, from low to high, is greater than alpha: what three scores of four say.
func kindOf(alpha, low, high int) kind {
	switch all := high - low + 1; {
	case 4*(high-alpha) >= 3*all:
		return cutNode
	case 4*(high-alpha) <= all:
		return allNode
	}
	return anyNode
}

// shareNodes is how many nodes a search has to take, judging by the last ones of
// the same depth, for threads to share its moves. On Test_L2_R2 two threads were,
// by this number, 8: 1.68 times as fast as one, 16: 1.70, 24: 1.70, 32: 1.69; with 0 they
// wait for each other's cache lines all the time: 1.57.
const shareNodes = 16

// mostBacks is how often a thread goes back to a node: so it ends even where the
// table is too small to keep what others find.
const mostBacks = 2

// shares reports whether the threads share the children of a node at a depth.
func (w *worker[S]) shares(f *frame[S], depth int) bool {
	return len(w.others) > 0 && depth < len(w.shown) && !f.node.Late && f.nodes >= shareNodes*average
}

// company reports whether another thread is at this node of a depth, too.
func (w *worker[S]) company(f *frame[S], depth int) bool {
	if depth == 0 {
		return true
	}
	name := f.at.Name()
	for _, other := range w.others {
		if atomic.LoadUint64(&other.shown[depth-1].name) == name {
			return true
		}
	}
	return false
}

// defers puts child i of the order off if another thread is searching it, and
// reports whether it has. The eldest move is searched by all threads, as it may
// refute the node, unless that is not to be expected.
func (w *worker[S]) defers(f *frame[S], i, depth int) bool {
	if i == 0 && f.kind != allNode || f.order.WasPutOff(i) {
		return false
	}
	name := f.places[f.order.At(i)].Name()
	for _, other := range w.others {
		if atomic.LoadUint64(&other.shown[depth].name) == name {
			f.order.PutOff(i)
			return true
		}
	}
	return false
}

// show says which child of a node at a depth this thread searches.
func (w *worker[S]) show(child table.Place, depth int) {
	table.Release(&w.shown[depth].name, child.Name())
}

// tell says that this thread has finished a child of a node at a depth, to all
// who are still at it.
func (w *worker[S]) tell(child table.Place, depth int) {
	name := child.Name()
	for _, other := range w.others {
		if atomic.LoadUint64(&other.shown[depth].name) == name {
			other.told.Store(name)
		}
	}
}

// heard takes notice of a position that another thread has finished, and
// reports whether it is on the line to the node at a depth: w.back says where.
func (w *worker[S]) heard(depth int) bool {
	name := w.told.Swap(0)
	for i, f := range w.frames[:depth] {
		if f.at.Name() == name && f.backs < mostBacks {
			w.back = i
			return true
		}
	}
	return false
}
