package dfpn

import (
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
)

type prover[S games.State] struct {
	proof *Search[S]
	search.Counter
	frames []*proofFrame[S]
	path   *search.Path[S]
}

// proofFrame holds the data of one position on the current line.
type proofFrame[S games.State] struct {
	node     games.Node[S]
	children []numbers // numbers of the children, for the player to move at the node
	places   []uint64  // table places of the children
}

const busyBits = 14

// root searches s until the question is answered or the search is stopped.
func (w *prover[S]) root(s S, threshold int8) (numbers, bool) {
	defer w.Publish()
	for {
		n, ok := w.visit(&s, w.proof.table.find(&s), threshold, numbers{infinite, infinite}, 0)
		if !ok || n.done() {
			return n, ok
		}
	}
}

func (w *prover[S]) stopped() bool {
	w.Count++
	if w.Count%search.PublishInterval != 0 {
		return false
	}
	w.proof.serveSnapshot()
	return w.proof.control.LimitReached(&w.Counter) || w.proof.control.Halted()
}

func (w *prover[S]) frame(depth int) *proofFrame[S] {
	if depth == len(w.frames) {
		w.frames = append(w.frames, &proofFrame[S]{})
	}
	return w.frames[depth]
}

// visit searches a position until its numbers reach limit. It stores and returns the
// numbers, or returns false if the search was stopped.
func (w *prover[S]) visit(s *S, place uint64, threshold int8, limit numbers, depth int) (numbers, bool) {
	if w.stopped() {
		return numbers{}, false
	}
	before := w.Count
	f := w.frame(depth)
	n := &f.node
	w.proof.game.Look(n, *s, int(threshold), int(threshold)+1)
	if n.Low > int(threshold) || n.High <= int(threshold) {
		result := answered(n.Low > int(threshold))
		w.proof.table.store(place, s, threshold, result, 1)
		return result, true
	}
	if err := w.path.Enter(*s, depth); err != nil {
		w.proof.control.Fail(err)
		return numbers{}, false
	}
	w.loadChildren(f, threshold)
	for {
		result, best, next := f.sum(w, limit)
		if result.done() || result.proof >= limit.proof || result.disproof >= limit.disproof {
			w.proof.table.store(place, s, threshold, result, w.Count-before+1)
			w.proof.report(*s, threshold, result, w.Count-before+1)
			return result, true
		}
		c := &n.Children[best]
		w.addBusy(f.places[best], 1)
		child, ok := w.child(c, f.places[best], threshold, next, depth)
		w.addBusy(f.places[best], -1)
		if !ok {
			// All other results are already in the table.
			w.proof.table.store(place, s, threshold, result, w.Count-before+1)
			return numbers{}, false
		}
		f.children[best] = child
	}
}

// child searches a child and returns its numbers, as seen by the player to move at
// the parent.
func (w *prover[S]) child(c *games.Child[S], place uint64, threshold int8, limit numbers, depth int) (numbers, bool) {
	if known, ok := w.known(c, place, threshold); ok && (known.done() || known.proof >= limit.proof || known.disproof >= limit.disproof) {
		// Another thread or another path has reached the limit.
		return known, true
	}
	if c.TurnChanges&1 == 0 {
		return w.visit(&c.State, place, threshold, limit, depth+1)
	}
	n, ok := w.visit(&c.State, place, w.proof.swing-threshold, numbers{limit.disproof, limit.proof}, depth+1)
	return numbers{n.disproof, n.proof}, ok
}

// known looks up the numbers of a child, as seen by the player to move at the
// parent.
func (w *prover[S]) known(c *games.Child[S], place uint64, threshold int8) (numbers, bool) {
	if c.TurnChanges&1 == 0 {
		n, _, ok := w.proof.table.probe(place, &c.State, threshold)
		return n, ok
	}
	n, _, ok := w.proof.table.probe(place, &c.State, w.proof.swing-threshold)
	return numbers{n.disproof, n.proof}, ok
}

// loadChildren looks up the numbers of all children. A child that is not in the table
// gets the game's estimate.
func (w *prover[S]) loadChildren(f *proofFrame[S], threshold int8) {
	f.children, f.places = f.children[:0], f.places[:0]
	for i := range f.node.Children {
		f.places = append(f.places, w.proof.table.find(&f.node.Children[i].State))
	}
	for i := range f.node.Children {
		c := &f.node.Children[i]
		n, ok := w.known(c, f.places[i], threshold)
		if !ok {
			n = numbers{max(1, uint32(c.Replies)), 1}
		}
		f.children = append(f.children, n)
	}
}

// sum computes the numbers of a position from those of its children. It also returns
// the child to search next and the limit for that child.
func (f *proofFrame[S]) sum(w *prover[S], limit numbers) (result numbers, best int, next numbers) {
	result.proof, best = infinite, -1
	second := uint32(infinite)
	var greatest, unanswered uint32
	rank := int16(0)
	for i, n := range f.children {
		if n.disproof != 0 {
			unanswered++
			greatest = max(greatest, n.disproof)
		}
		proof := n.proof
		if w.proof.busy != nil && !n.done() {
			proof += uint32(max(0, w.slot(f.places[i]).Load())) * virtualNumber
		}
		r := f.node.Children[i].Rank
		switch {
		case proof < result.proof || proof == result.proof && best >= 0 && r > rank:
			second = result.proof
			result.proof, best, rank = proof, i, r
		case proof < second:
			second = proof
		}
	}
	if result.proof == 0 {
		return answered(true), best, next
	}
	if unanswered == 0 {
		return answered(false), best, next
	}
	if best < 0 {
		best = 0 // no child can be proven, because an estimate has overflowed
	}
	others := 3 * (unanswered - 1) / 8
	if greatest >= infinite {
		result.disproof = infinite
	} else {
		result.disproof = min(greatest+others, infinite-1)
	}
	result.proof = min(result.proof, infinite-1)
	next.proof = min(limit.proof, second+3*second/16+1)
	next.disproof = limit.disproof - others
	return result, best, next
}

// slot returns the counter of the threads that are searching a position. Positions
// may share a counter. This only makes the penalty less accurate.
func (w *prover[S]) slot(place uint64) *atomic.Int32 { return &w.proof.busy[place%(1<<busyBits)] }

const virtualNumber = 2 // increase of a position's proof number per thread searching it

func (w *prover[S]) addBusy(place uint64, add int32) {
	if w.proof.busy != nil {
		w.slot(place).Add(add)
	}
}
